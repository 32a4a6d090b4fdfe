import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  leastTransfers,
  type ReadinessOptions,
  type ReadinessRun,
  ReadinessTally,
} from '../../src/carry/readiness.js';
import { wilson } from '../../src/carry/wilson.js';
import { type JudgementNote, LEDGER_NOTE_SCHEMA } from '../../src/model/ledger.js';
import type { EdgeReadiness } from '../../src/model/readiness.js';
import type { Reason, Verdict } from '../../src/model/verdict.js';
import { marksOfSchema } from '../model/marks.js';
import * as samples from '../model/samples.js';
import { compileSchema, readSchema } from '../model/schemas.js';
import { readinessMarks } from './readiness-marks.js';

const SAMPLE = samples.verdict as unknown as Verdict;
const REASON = SAMPLE.reasons[0] as Reason;

function reason(code: string, constraint: string, more: Partial<Reason> = {}): Reason {
  const { exception: _none, ...rest } = REASON;
  const known = {
    text: 'do not email',
    modality: 'prohibition',
    scope: 'run',
    stated_by: 'customer',
    stated_in: 'm1',
  } as const;
  return { ...rest, code, check: code, severity: 'block', constraint: { id: constraint, ...known }, ...more };
}

function verdict(hop: number, reasons: readonly Reason[] = [], more: Partial<Verdict> = {}): Verdict {
  const { as: _as, omitted_reasons: _none, ...rest } = SAMPLE;
  return {
    ...rest,
    transfer: { ...SAMPLE.transfer, run: 'r', hop, attempt: 1 },
    decision: reasons.length > 0 ? 'block' : 'allow',
    mode: 'observe',
    history: 'complete',
    errors: [],
    reasons,
    ...more,
  };
}

function label(hop: number, code: string, constraint: string | null, said: 'right' | 'wrong'): JudgementNote {
  const base = {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'judgement',
    id: `${hop}`,
    at: '2026-11-30T00:00:00Z',
  } as const;
  return { ...base, run: 'r', hop, attempt: 1, code, constraint, label: said, by: 'mara', reason: 'seen' };
}

const quiet = (count: number, from = 100): Verdict[] =>
  Array.from({ length: count }, (_, n) => verdict(from + n));

function report(run: Partial<ReadinessRun>, options?: ReadinessOptions) {
  const tally = new ReadinessTally(options);
  tally.add({ verdicts: [], judgements: [], simulated: false, incomplete: false, ...run });
  return tally.report({ generatedAt: '2026-11-30T12:00:00.000Z' });
}

function edge(run: Partial<ReadinessRun>, options?: ReadinessOptions): EdgeReadiness {
  return report(run, options).edges[0] ?? assert.fail('no edge');
}

const DROPPED = 'constraint.dropped';

describe('an edge is ready', () => {
  const lost = verdict(1, [reason(DROPPED, 'c1')]);

  it('when enough was seen and what would have been blocked is labelled right', () => {
    const found = edge({ verdicts: [lost, ...quiet(188)], judgements: [label(1, DROPPED, 'c1', 'right')] });
    assert.deepEqual([found.state, found.missing, found.transfers], ['ready', [], 189]);
    assert.deepEqual(found.would_block, { transfers: 1, right: 1, wrong: 0, unlabelled: 0 });
  });

  const NOT: Readonly<Record<string, readonly [Partial<ReadinessRun>, RegExp]>> = {
    'with one handoff less': [
      { verdicts: [lost, ...quiet(187)], judgements: [label(1, DROPPED, 'c1', 'right')] },
      /^1 more handoffs: 0 stopped for nothing of 188 can be up to 2\.0 %/,
    ],
    'while a finding has no label': [
      { verdicts: [lost, ...quiet(300)] },
      /^1 that would have been blocked are not labelled/,
    ],
    'with one label of two, where that says wrong': [
      {
        verdicts: [verdict(1, [reason(DROPPED, 'c1'), reason('constraint.weakened', 'c2')]), ...quiet(300)],
        judgements: [label(1, DROPPED, 'c1', 'wrong')],
      },
      /^1 that would have been blocked are not labelled/,
    ],
    'while the label is of another constraint': [
      { verdicts: [lost, ...quiet(300)], judgements: [label(1, DROPPED, 'c2', 'right')] },
      /not labelled/,
    ],
    'where too many would be stopped for nothing': [
      { verdicts: [lost, ...quiet(200)], judgements: [label(1, DROPPED, 'c1', 'wrong')] },
      /more handoffs: 1 stopped for nothing of 201 can be up to 2\.8 %/,
    ],
    'with a history that is not whole': [
      { verdicts: [verdict(1, [], { history: 'partial' }), ...quiet(300)] },
      /^1 handoff without a whole history/,
    ],
    'in a run of which records are missing': [
      { verdicts: quiet(300), incomplete: true },
      /^300 handoffs without/,
    ],
    'where the engine could not decide': [
      { verdicts: [verdict(1, [], { errors: [{ code: 'engine.timeout', message: 'x' }] }), ...quiet(300)] },
      /^1 handoff that the engine could not decide/,
    ],
    'where reasons were left out and the others are wrong': [
      {
        verdicts: [verdict(1, [reason(DROPPED, 'c1')], { omitted_reasons: 2 }), ...quiet(300)],
        judgements: [label(1, DROPPED, 'c1', 'wrong')],
      },
      /not labelled/,
    ],
    'where two versions of the contract judged': [
      {
        verdicts: [
          verdict(1, [], {
            contract: { ...(SAMPLE.contract ?? assert.fail()), digest: `sha256:${'f'.repeat(64)}` },
          }),
          ...quiet(300),
        ],
      },
      /^judged by 2 versions/,
    ],
  };
  for (const [name, [run, why]] of Object.entries(NOT)) {
    it(`not ${name}`, () => {
      const found = edge(run);
      assert.equal(found.state, 'not_ready');
      assert.equal(found.missing.length, 1, found.missing.join('\n'));
      assert.match(found.missing[0] ?? '', why);
    });
  }

  it('told of one that is enforced already, by the mode of the last decision: would it be', () => {
    const at = (decided_at: string) => ({ measured: { ...SAMPLE.measured, decided_at } });
    const verdicts = [
      verdict(2, [], { mode: 'enforce', ...at('2026-11-30T10:00:00Z') }),
      verdict(1, [], { mode: 'observe', ...at('2026-11-29T10:00:00Z') }),
      verdict(3, [], { mode: 'observe', as: 'observe', ...at('2026-11-30T11:00:00Z') }),
    ];
    assert.equal(edge({ verdicts }).state, 'enforced');
    assert.match(edge({ verdicts }).missing.join(), /^186 more handoffs/);
    assert.deepEqual(edge({ verdicts: [...verdicts, ...quiet(300)] }).missing, []);
  });

  it('what is not labelled is not known, and wrong in the worst case', () => {
    const open = [verdict(1, [reason(DROPPED, 'c1')]), ...quiet(199)];
    const { wrong_share: share } = edge({ verdicts: open });
    assert.deepEqual([share.interval, share.worst_interval], [wilson(0, 200), wilson(1, 200)]);
  });
});

describe('labels', () => {
  const lost = verdict(1, [reason(DROPPED, 'c1')]);

  it('the last one of a finding counts', () => {
    const judgements = [label(1, DROPPED, 'c1', 'wrong'), label(1, DROPPED, 'c1', 'right')];
    assert.equal(edge({ verdicts: [lost], judgements }).would_block.right, 1);
  });

  it('one right finding is enough for a block to be right', () => {
    const both = verdict(1, [reason(DROPPED, 'c1'), reason('constraint.weakened', 'c2')]);
    const judgements = [label(1, DROPPED, 'c1', 'wrong'), label(1, 'constraint.weakened', 'c2', 'right')];
    const found = edge({ verdicts: [both], judgements });
    assert.deepEqual(found.would_block, { transfers: 1, right: 1, wrong: 0, unlabelled: 0 });
    assert.deepEqual(
      found.codes.map(({ code, right, wrong }) => [code, right, wrong]),
      [
        [DROPPED, 0, 1],
        ['constraint.weakened', 1, 0],
      ],
    );
  });

  it('those of what is not here are counted', () => {
    assert.equal(
      report({ verdicts: [lost], judgements: [label(7, DROPPED, 'c1', 'right')] }).labels_elsewhere,
      1,
    );
  });
});

describe('what would have been blocked', () => {
  it('is no warning, and nothing that an exception lets through', () => {
    const exception = { reason: 'x', owner: 'y', expires: '2026-12-31' };
    const reasons = [
      reason(DROPPED, 'c1'),
      reason('constraint.weakened', 'c1', { severity: 'warn' }),
      reason('constraint.narrowed', 'c1', { exception }),
    ];
    assert.deepEqual(
      edge({ verdicts: [verdict(1, reasons)] }).codes.map(({ code }) => code),
      [DROPPED],
    );
  });

  it('counts an attempt once that was decided twice, by the last decision', () => {
    const found = edge({ verdicts: [verdict(1, [reason(DROPPED, 'c1')]), verdict(1)] });
    assert.deepEqual([found.transfers, found.would_block.transfers], [1, 0]);
  });

  it('lists at most 20 of a code, those without a label first', () => {
    const verdicts = Array.from({ length: 30 }, (_, n) => verdict(n + 1, [reason(DROPPED, 'c1')]));
    const judgements = Array.from({ length: 15 }, (_, n) => label(n + 1, DROPPED, 'c1', 'right'));
    const [code] = edge({ verdicts, judgements }).codes;
    assert.deepEqual([code?.findings, code?.right, code?.unlabelled, code?.refs.length], [30, 15, 15, 20]);
    assert.ok(code?.refs.slice(0, 15).every(({ label: said }) => said === null));
  });

  it('says nothing of edges without a contract', () => {
    const { uncovered, edges } = report({ verdicts: [verdict(1, [], { contract: null })] });
    assert.deepEqual([uncovered, edges], [1, []]);
  });
});

describe('the fewest handoffs', () => {
  it('are the fewest, by looking at each', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.constantFrom(0.3, 0.1, 0.05, 0.02), (wrong, most) => {
        let count = Math.max(1, wrong);
        while ((wilson(wrong, count)?.[1] ?? 1) > most) count += 1;
        assert.equal(leastTransfers(wrong, most), count);
      }),
    );
  });
});

it('a readiness report is what its schema says, and the schema what the type says', () => {
  const schema = readSchema('readiness');
  const document = report({ verdicts: [verdict(1, [reason(DROPPED, 'c1')])] });
  assert.ok(compileSchema('readiness')(JSON.parse(JSON.stringify(document))));
  assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(readinessMarks).sort());
});
