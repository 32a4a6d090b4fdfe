import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CarryAggregate, OTHER_EDGES } from '../../src/carry/carry-aggregate.js';
import { scoreRun } from '../../src/carry/score-run.js';
import type { CarryReport, RunScore, TransferScore } from '../../src/model/carry.js';
import type { RunRecord } from '../../src/model/record.js';
import { SCORE_CLASSES } from '../../src/model/score.js';
import { CLOSED, email, hop, message, rule } from '../run/build.js';
import { RANDOM_TERMS, randomRun } from '../run/random-run.js';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const AT = { generatedAt: '2026-11-30T12:00:00.000Z' };

function reportOf(runs: readonly RunScore[], options = {}): CarryReport {
  const aggregate = new CarryAggregate(options);
  for (const run of runs) aggregate.add(run);
  return aggregate.report(AT);
}

/** Random runs, each with a name of its own. */
const manyRuns: fc.Arbitrary<RunScore[]> = fc.array(randomRun, { minLength: 1, maxLength: 8 }).map((runs) =>
  runs.map((records, index) => {
    const run = `r${index}`;
    return scoreRun({ run, records: records.map((record) => ({ ...record, run })) }, { terms: RANDOM_TERMS });
  }),
);

const shuffledRuns = manyRuns.chain((runs) =>
  fc
    .shuffledSubarray(runs, { minLength: runs.length, maxLength: runs.length })
    .map((other) => [runs, other] as const),
);

describe('CarryAggregate', () => {
  it(`gives the same report whatever the order of the runs (FC_SEED=${seed})`, () => {
    fc.assert(
      fc.property(shuffledRuns, fc.nat(5), ([runs, other], runsShown) => {
        assert.deepEqual(reportOf(other, { runsShown }), reportOf(runs, { runsShown }));
      }),
      { seed, numRuns: 60 },
    );
  });

  it(`counts what a count by hand counts (FC_SEED=${seed})`, () => {
    let carried = 0;
    fc.assert(
      fc.property(manyRuns, (runs) => {
        const report = reportOf(runs);
        carried += report.rates.attempt_1.constraints.carried;
        byHand(report, runs);
      }),
      { seed, numRuns: 60 },
    );
    assert.ok(carried > 50, `${carried}`);
  });

  it('tells where it leaves an edge without a name', () => {
    const runs = Array.from({ length: 5 }, (_, index) =>
      scored([message('a', [rule('c1')]), hop(1, `a>b${index}`, index < 3 ? [rule('c1')] : [])]),
    );
    const report = reportOf(runs, { edgesShown: 2 });
    const rates = report.edges.map(({ edge, transfers, rates: { attempt_1 } }) => [
      edge,
      transfers,
      attempt_1.constraints.carried,
      attempt_1.constraints.held,
    ]);
    assert.deepEqual(rates, [
      [OTHER_EDGES, 3, 1, 3],
      ['a--b0', 1, 1, 1],
      ['a--b1', 1, 1, 1],
    ]);
    assert.equal(report.rates.attempt_1.constraints.held, 5);
  });

  it('puts the worst run first: violated, then lost and open, then lost, then the others', () => {
    const lost = [message('a', [rule('c1')]), hop(1, 'a>b', [])];
    const whole = [message('a', [rule('c1')]), hop(1, 'a>b', [rule('c1')])];
    const runs = [
      scored(whole, 'whole'),
      scored([...lost, CLOSED], 'lost'),
      scored(lost, 'open'),
      scored([...lost, email('b')], 'violated'),
    ];
    const report = reportOf(runs, { runsShown: 3 });
    assert.deepEqual(
      report.runs.map(({ run }) => run),
      ['violated', 'open', 'lost'],
    );
    assert.equal(report.runs_omitted, 1);
    const { runs: all, violated, can_be_saved, incomplete_runs } = report.counts;
    assert.deepEqual([all, violated, can_be_saved, incomplete_runs], [4, 1, 1, 0]);
    assert.equal(report.edges[0]?.violated, 1);
  });

  it('counts what it leaves out, and why', () => {
    const aggregate = new CarryAggregate();
    aggregate.add(scored([message('a', undefined), hop(1, 'a>b', [])]));
    aggregate.skip({ what: 'lines', why: 'record.syntax', count: 2 });
    aggregate.skip({ what: 'lines', why: 'record.syntax', count: 1 });
    aggregate.skip({ what: 'lines', why: 'record.nul', count: 0 });
    for (let index = 0; index < 200; index += 1) aggregate.skip({ what: 'x', why: `${index}`, count: 1 });
    const { skipped, rates, counts } = aggregate.report(AT);
    assert.deepEqual(
      skipped.filter(({ what }) => what === 'lines'),
      [{ what: 'lines', why: 'record.syntax', count: 3 }],
    );
    assert.equal(skipped.find(({ what }) => what === 'transfers')?.count, 1);
    assert.equal(
      skipped.reduce((sum, { count }) => sum + count, 0),
      204,
    );
    assert.ok(skipped.length <= 101);
    assert.deepEqual([counts.incomplete_runs, rates.delivered.established.held], [1, 0]);
  });

  it('says whether all, some or none of it was simulated', () => {
    const real = scored([hop(1, 'a>b', [])]);
    const simulated = { ...real, simulated: true };
    assert.equal(reportOf([real]).simulated, 'none');
    assert.equal(reportOf([real, simulated]).simulated, 'some');
    assert.equal(reportOf([simulated]).simulated, 'all');
  });

  it('shortens a long run to what is wrong in it', () => {
    const lost = Array.from({ length: 400 }, (_, index) =>
      hop(index + 1, index % 2 === 0 ? 'a>b' : 'b>a', index < 399 ? [rule('c1')] : [], {
        after: index === 0 ? [] : [index],
      }),
    );
    const [run] = reportOf([scored([message('a', [rule('c1')]), ...lost])]).runs;
    assert.equal(run?.transfers.length, 200);
    assert.equal(run?.omitted_transfers, 200);
    assert.ok(run?.transfers.some(({ faults }) => faults.some(({ code }) => code === 'constraint.dropped')));
  });
});

function scored(records: readonly RunRecord[], run = 'r1'): RunScore {
  return scoreRun({ run, records: records.map((record) => ({ ...record, run })) });
}

/** Over plain lists, without anything of the aggregate's. */
function byHand(report: CarryReport, runs: readonly RunScore[]): void {
  const all = runs.flatMap(({ transfers }) => transfers);
  const whole = all.filter(({ history }) => history === 'complete');
  const groups: readonly (readonly ['attempt_1' | 'delivered', (one: TransferScore) => boolean])[] = [
    ['attempt_1', ({ attempt }) => attempt === 1],
    ['delivered', ({ delivered }) => delivered],
  ];
  for (const [group, isIn] of groups) {
    const counted = whole.filter(isIn);
    for (const name of SCORE_CLASSES) {
      const { carried, held, unresolved } = report.rates[group][name];
      const sum = (at: 0 | 1 | 2): number =>
        counted.reduce((total, { scores }) => total + scores[name][at], 0);
      assert.deepEqual([carried, held, unresolved], [sum(0), sum(1), sum(2)]);
    }
    const constraints = counted.flatMap((one) => one.constraints);
    const { intact } = report.rates[group].constraints;
    assert.equal(intact, constraints.filter((one) => one.intact).length);
    for (const { group: modality, [group]: rate } of report.by_modality)
      assert.equal(rate.held, constraints.filter((one) => one.modality === modality).length);
    for (const { group: by, [group]: rate } of report.by_stated_by)
      assert.equal(
        rate.carried,
        constraints.filter((one) => one.stated_by === by && one.outcome === 'carried').length,
      );
    for (const list of [
      report.by_hops_since_stated,
      report.edges.map(({ rates }) => ({ [group]: rates[group].constraints })),
    ])
      assert.equal(
        list.reduce((total, one) => total + ((one as Record<string, { held: number }>)[group]?.held ?? 0), 0),
        constraints.length,
      );
  }
  assert.equal(report.counts.transfers, all.length);
  assert.equal(
    report.skipped.find(({ what }) => what === 'transfers')?.count ?? 0,
    all.length - whole.length,
  );
  const faults = whole.flatMap(({ faults: list }) => list).filter(({ code }) => !code.startsWith('run.'));
  const told = report.faults.filter(({ code }) => !code.startsWith('run.'));
  assert.equal(
    told.reduce((total, { count }) => total + count, 0),
    faults.length,
  );
  const states = runs.flatMap(({ lives }) => lives.map(({ state }) => state));
  assert.equal(
    Object.values(report.lives).reduce((a, b) => a + b, 0),
    states.length,
  );
  const [series] = report.over_time.filter(
    ({ edge, class: name }) => edge === null && name === 'constraints',
  );
  const first = whole.filter(({ attempt }) => attempt === 1).length;
  assert.equal(series?.points.at(-1)?.transfers ?? 0, Math.min(first, series?.points.at(-1)?.transfers ?? 0));
}
