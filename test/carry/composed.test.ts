import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asSent } from '../../src/carry/as-sent.js';
import { CarryAggregate } from '../../src/carry/carry-aggregate.js';
import { composedCounts, OTHER_OVERRIDES } from '../../src/carry/composed-counts.js';
import { payloadAsItCame } from '../../src/carry/payload-as-it-came.js';
import { scoreRun } from '../../src/carry/score-run.js';
import type { Decided } from '../../src/model/carry.js';
import type { JsonPatchOperation } from '../../src/model/verdict.js';
import { carryText } from '../../src/report/carry-text.js';
import { plain } from '../../src/report/paint.js';
import { runViewOf } from '../../src/report/run-documents.js';
import { runTimelineText } from '../../src/report/run-timeline-text.js';
import { sampleRecords } from '../report/sample-runs.js';

const add = (path: string): JsonPatchOperation => ({ op: 'add', path, value: {} });
const [A, B, C] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

const UNDONE: readonly (readonly [
  JsonPatchOperation[],
  composed: object,
  came: object,
  replaced: string[],
])[] = [
  [[add('/constraints/-')], { constraints: [A, B] }, { constraints: [A] }, []],
  [[add('/constraints')], { constraints: [A] }, {}, []],
  [[add('/constraints/0')], { constraints: [A, B] }, { constraints: [B] }, []],
  [
    [{ op: 'replace', path: '/constraints/1', value: {} }],
    { constraints: [A, B] },
    { constraints: [A, B] },
    ['b'],
  ],
  // Removed at 0 first: what was added then stood last, and what was replaced after it stood at 1.
  [
    [
      { op: 'remove', path: '/constraints/0' },
      add('/constraints/-'),
      { op: 'replace', path: '/constraints/0', value: {} },
    ],
    { constraints: [A, B, C] },
    { constraints: [A, B] },
    ['a'],
  ],
  [
    [{ op: 'remove', path: '/discharged/0' }, add('/constraints/-')],
    { constraints: [A], discharged: [] },
    { constraints: [], discharged: [] },
    [],
  ],
];

for (const [patch, composed, came, replaced] of UNDONE) {
  it(`${patch.map(({ op, path }) => `${op} ${path}`).join(', ')} is undone`, () => {
    const found = payloadAsItCame(composed as never, patch);
    assert.deepEqual([found.payload, [...found.replaced]], [came, replaced]);
  });
}

const RECORDS = sampleRecords({
  run: 'r1',
  path: ['a', 'b'],
  constraints: [{ text: 'do not call' }, { text: 'do not refund' }],
});
const DECIDED: Decided = {
  ...{
    decision: 'allow',
    action: 'allow',
    mode: 'enforce',
    contract: null,
    blocking: [],
    composed_by: 'ov-1',
  },
};

const SCORED: readonly (readonly [patch: JsonPatchOperation, attempt1: number[], code: string])[] = [
  [add('/constraints/-'), [1, 2, 0], 'constraint.dropped'],
  [{ op: 'replace', path: '/constraints/1', value: {} }, [1, 2, 1], 'constraint.unresolved'],
];

for (const [patch, attempt1, code] of SCORED) {
  it(`${patch.op}: attempt 1 is the sender's, delivered is the gate's`, () => {
    const decided = new Map([['1/1', DECIDED]]);
    const score = scoreRun({ run: 'r1', records: RECORDS, decided, composed: new Map([['1/1', [patch]]]) });
    const [transfer] = score.transfers;
    assert.ok(transfer !== undefined);
    assert.deepEqual(transfer.scores.constraints, [2, 2, 0]);
    assert.deepEqual(asSent(transfer).scores.constraints, attempt1);
    assert.ok(transfer.faults.some((fault) => fault.code === code));
    const all = new CarryAggregate();
    all.add(score);
    const { rates, by_modality: groups } = all.report({ generatedAt: '2026-11-30T00:00:00Z' });
    const [first, delivered] = [rates.attempt_1.constraints, rates.delivered.constraints];
    assert.deepEqual([first.carried, first.intact, delivered.carried, delivered.intact], [1, 1, 2, 2]);
    assert.equal(
      groups.reduce((sum, group) => sum + group.attempt_1.carried, 0),
      1,
    );
    const report = all.report({ generatedAt: '2026-11-30T00:00:00Z' });
    assert.deepEqual(report.composed, [{ override: 'ov-1', transfers: 1 }]);
    assert.match(
      carryText(report, { paint: plain }),
      /\n {2}Composed by the gate: 1 transfer, by override ov-1 \(1\)\. Attempt 1 counts/,
    );
    assert.match(runTimelineText(runViewOf(score), { paint: plain }), /composed by override ov-1: hop 1/);
  });
}

it('a report without a composed attempt says nothing of it', () => {
  const all = new CarryAggregate();
  all.add(scoreRun({ run: 'r1', records: RECORDS }));
  const report = all.report({ generatedAt: '2026-11-30T00:00:00Z' });
  assert.deepEqual(report.composed, []);
  assert.doesNotMatch(carryText(report, { paint: plain }), /omposed/);
});

it('overrides are counted most first, and none of them is lost where there are many', () => {
  const [transfer] = scoreRun({
    run: 'r1',
    records: RECORDS,
    decided: new Map([['1/1', DECIDED]]),
  }).transfers;
  assert.ok(transfer !== undefined);
  const by = (override: string) => ({ ...transfer, decided: { ...DECIDED, composed_by: override } });
  const many = Array.from({ length: 1500 }, (_, i) => by(`ov-${String(i).padStart(4, '0')}`));
  const counts = composedCounts([...many, by('ov-0007'), { ...transfer, decided: null }]);
  assert.equal(counts.length, 21);
  assert.deepEqual(counts[0], { override: 'ov-0007', transfers: 2 });
  assert.deepEqual(counts.at(-1), { override: OTHER_OVERRIDES, transfers: 1480 });
});
