import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { scoreRun } from '../../src/carry/score-run.js';
import type { CarryReport, RunScore } from '../../src/model/carry.js';
import { carryText } from '../../src/report/carry-text.js';
import { textWidth } from '../../src/report/code-frame.js';
import { type Paint, plain } from '../../src/report/paint.js';
import { RUN_LIST_SCHEMA, runLineOf, runViewOf } from '../../src/report/run-documents.js';
import { runListText } from '../../src/report/run-list-text.js';
import { runTimelineText } from '../../src/report/run-timeline-text.js';
import { hostileRuns } from './hostile-texts.js';
import { manyRuns, ONE_OF_EACH, reportOf, type SampleRun, sampleRecords } from './sample-runs.js';

function scoreOf(sample: SampleRun): RunScore {
  return scoreRun({ run: sample.run, records: sampleRecords(sample) });
}

function listOf(runs: readonly RunScore[]): string {
  const counts = { seen: runs.length, found: runs.length, omitted: 0 };
  const lines = runs.map(runLineOf);
  return runListText(
    { schema: RUN_LIST_SCHEMA, note: '', runs: lines, counts, skipped: [] },
    { paint: plain },
  );
}

function assertTerminal(text: string): void {
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  // A command stays in one line, to be copied.
  const lines = text.split('\n').filter((line) => !line.startsWith('  edge-contracts '));
  for (const line of lines) assert.ok(textWidth(line) <= 100, `${textWidth(line)}: ${line}`);
  assert.match(text, /[^\n]\n$/);
}

const REPORTS: Readonly<Record<string, CarryReport>> = {
  'one of each': reportOf(ONE_OF_EACH),
  many: reportOf(manyRuns(200), { runsShown: 20 }),
  hostile: reportOf(hostileRuns()),
  empty: reportOf([]),
};

describe('the report as text', () => {
  for (const [name, report] of Object.entries(REPORTS)) {
    it(`${name}: fits a terminal, and lets nothing through to it`, () => {
      assertTerminal(carryText(report, { paint: plain }));
    });
  }

  it('fits whatever the counts are', () => {
    const big = fc.integer({ min: 0, max: 10 ** 7 });
    fc.assert(
      fc.property(big, big, big, (carried, lost, unresolved) => {
        const held = carried + lost + unresolved;
        const rate = {
          carried,
          held,
          unresolved,
          intact: carried,
          value: held === 0 ? null : carried / held,
          upper: held === 0 ? null : (carried + unresolved) / held,
          interval: held === 0 ? null : ([0.1, 0.9] as const),
        };
        const report = REPORTS['one of each'] as CarryReport;
        const classes = {
          established: rate,
          tool_results: rate,
          constraints: rate,
          confidence: rate,
          stop_conditions: rate,
        };
        const rates = { attempt_1: classes, delivered: classes };
        const edges = report.edges.map((edge) => ({ ...edge, rates }));
        assertTerminal(carryText({ ...report, rates, edges }, { paint: plain }));
      }),
      { numRuns: 50 },
    );
  });

  it('colours change no letter', () => {
    const marked: Paint = (_style, text) => `\u001b[1m${text}\u001b[22m`;
    for (const report of Object.values(REPORTS))
      assert.equal(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that are taken away again
        carryText(report, { paint: marked }).replace(/\u001b\[\d+m/g, ''),
        carryText(report, { paint: plain }),
      );
  });

  it('tells of an edge what constraints lost before what there is more of, and how many kinds more', () => {
    const report = reportOf(ONE_OF_EACH);
    const codes = ['constraint.dropped', 'a.one', 'b.two', 'c.three', 'd.four', 'e.five'];
    const faults = codes.map((code, index) => ({ code, modality: null, count: index + 1, where: [] }));
    const edges = report.edges.slice(0, 1).map((edge) => ({ ...edge, faults }));
    const text = carryText({ ...report, edges }, { paint: plain });
    assert.match(text, /^ {4}constraint\.dropped x 1, e\.five x 6, d\.four x 5, c\.three x 4, and 2 more$/m);
  });

  it('says the lower bound, what is simulated, what was left out, and which runs to look at', () => {
    const report = reportOf(ONE_OF_EACH.map((run) => ({ ...run, simulated: true })));
    const text = carryText(
      { ...report, skipped: [{ what: 'lines', why: 'no record', count: 3 }], runs_omitted: 9 },
      { paint: plain },
    );
    assert.match(text, /^Carry report {2}SIMULATED {2}5 runs, 13 transfers$/m);
    assert.match(text, /^Carry is a lower bound/m);
    assert.match(text, /^left out: 3 lines: no record$/m);
    assert.match(text, /^all 5 runs are in the numbers; 5 are listed one by one$/m);
    assert.doesNotMatch(text, /left out: .*one by one/);
    assert.match(
      text,
      /^Violated\n {2}refund-41182 {2}"do not email the customer about this", lost or changed at hop 2$/m,
    );
    assert.match(text, /^Can still be saved\n {2}refund-41183 /m);
  });
});

describe('one run as text', () => {
  for (const sample of [...ONE_OF_EACH, ...hostileRuns()]) {
    it(JSON.stringify(sample.run.slice(0, 30)), () => {
      assertTerminal(runTimelineText(runViewOf(scoreOf(sample)), { paint: plain }));
      assertTerminal(listOf([scoreOf(sample)]));
    });
  }

  it('tells every transition with its who, where, why and evidence', () => {
    const [violated] = ONE_OF_EACH.map(scoreOf);
    const text = runTimelineText(runViewOf(violated as RunScore), { paint: plain });
    assert.match(text, /^run refund-41182 {2}violated\nclosed, 3 transfers/);
    for (const line of [
      /◆ {2}stated {2,}by customer \(m1\)/,
      /● {2}carried {2,}hop 1 {2,}by triage/,
      /✕ {2}dropped {2,}hop 2 {2,}by refunds/,
      /^ {2}dropped on refunds--notifications: constraint\.dropped$/m,
      /▲ {2}violated {2,}after hop 2 {2}by notifications \(e2\)/,
      /^ {2}violated: message\.email to customer, forbidden by c1/m,
      /cause: transmission/,
      /^Next\n {2}edge-contracts edges show refunds--notifications$/m,
    ])
      assert.match(text, line);
  });

  it('says how a run that can be saved is saved', () => {
    const [, saved] = ONE_OF_EACH.map(scoreOf);
    const { next } = runViewOf(saved as RunScore);
    assert.deepEqual(next, [
      'edge-contracts edges show refunds--notifications',
      'edge-contracts override refunds--notifications --compose force --until <time> --by <who> --reason <why>',
    ]);
    assert.match(
      runTimelineText(runViewOf(saved as RunScore), { paint: plain }),
      /^It can still be saved: /m,
    );
  });

  it('a run of many hops and steps is told in part, and says so', () => {
    const path = Array.from({ length: 301 }, (_, hop) => `agent${hop % 2}`);
    const fates = path.map((_, hop) => (hop % 2 === 1 ? ('drop' as const) : ('carry' as const)));
    const text = runTimelineText(
      runViewOf(scoreOf({ run: 'long', path, constraints: [{ text: 'no', fates }] })),
      { paint: plain },
    );
    assert.match(text, /and 240 more transfers/);
    assert.match(text, /… \d+ more steps …/);
    assert.ok(text.split('\n').length < 200);
  });
});
