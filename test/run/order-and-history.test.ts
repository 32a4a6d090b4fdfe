import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/model/record.js';
import { foldRun } from '../../src/run/fold-record.js';
import { CLOSED, contextAfter, email, hop, message, rule, toolCall } from './build.js';
import { NAMED_EDGES } from './examples.js';

const c1 = rule('c1');
const told = message('a', [c1]);
const first = hop(1, 'a>b', [c1]);

const ORDER: readonly (readonly [what: string, records: readonly RunRecord[], expect: string])[] = [
  ['a first hop', [told, first], ''],
  [
    'a second attempt at a blocked hop',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(1, 'a>b', [], { attempt: 2 })],
    '',
  ],
  [
    'a hop below an earlier one',
    [told, hop(2, 'a>b', [], { after: [] }), hop(1, 'a>c', [])],
    'hop_not_increasing 1',
  ],
  [
    'a new hop that begins with attempt 2',
    [told, hop(1, 'a>b', [], { attempt: 2 })],
    'attempt_not_increasing 1',
  ],
  [
    'the same attempt again',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(1, 'a>b', [])],
    'attempt_not_increasing 1',
  ],
  [
    'an attempt left out',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(1, 'a>b', [], { attempt: 3 })],
    'attempt_not_increasing 1',
  ],
  [
    'another attempt at a hop that crossed',
    [told, first, hop(1, 'a>b', [], { attempt: 2 })],
    'hop_already_delivered 1',
  ],
  [
    'another attempt to another agent',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(1, 'a>c', [], { attempt: 2 })],
    'hop_changed_agents 1',
  ],
  [
    'another attempt on another edge',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(1, 'a>b', [], { attempt: 2, edge: 'x' })],
    'hop_changed_agents 1',
  ],
  ['after a hop that is not there', [told, first, hop(3, 'b>c', [], { after: [2] })], 'after_unknown 2'],
  [
    'after a hop that was blocked',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(2, 'b>c', [])],
    'after_undelivered 1',
  ],
  ['after itself', [told, first, hop(2, 'b>c', [], { after: [2] })], 'after_not_earlier 2'],
  ['after a later hop', [told, first, hop(2, 'b>c', [], { after: [1, 3] })], 'after_not_earlier 3'],
  ['after a hop to another agent', [told, first, hop(2, 'c>d', [])], 'after_not_to_sender 1'],
  [
    'several at once',
    [told, first, hop(1, 'a>c', [], { after: [7, 1], attempt: 4 })],
    'attempt_not_increasing 1, hop_already_delivered 1, hop_changed_agents 1, after_not_earlier 7, after_not_earlier 1',
  ],
];

for (const [what, records, expect] of ORDER) {
  test(`order: ${what}`, () => {
    const faults = contextAfter(records).order.map(({ fault, hop: at }) => `${fault} ${at}`);
    assert.equal(faults.join(', '), expect);
  });
}

const HISTORY: readonly (readonly [what: string, records: readonly RunRecord[], expect: string])[] = [
  [
    'an ancestor of one of two branches is missing',
    [told, first, hop(3, 'z>b', [], { after: [2] }), hop(4, 'b>c', [], { after: [1, 3] })],
    'partial',
  ],
  ['all ancestors are there', [told, first, hop(2, 'b>c', [])], 'complete'],
  ['nothing stated, first hop', [first], 'complete'],
  ['a later hop, and no record before it', [hop(4, 'b>c', [])], 'none'],
  ['an ancestor is missing', [told, hop(2, 'b>c', [])], 'partial'],
  ['an ancestor of an ancestor is missing', [told, hop(2, 'b>c', []), hop(3, 'c>d', [])], 'partial'],
  [
    'an ancestor never crossed',
    [told, hop(1, 'a>b', [], { delivered: false }), hop(2, 'b>c', [])],
    'partial',
  ],
  ['a message that nobody looked at', [message('a', undefined), first], 'partial'],
  [
    'a gap on another branch is not on this one',
    [told, first, hop(3, 'z>y', [], { after: [2] }), hop(4, 'b>c', [], { after: [1] })],
    'complete',
  ],
];

for (const [what, records, expect] of HISTORY) {
  test(`history: ${what}`, () => {
    assert.equal(contextAfter(records).history, expect);
  });
}

const FAULTS: readonly (readonly [what: string, records: readonly RunRecord[], expect: string])[] = [
  ['none', [told, first, CLOSED], ''],
  ['a record of another run', [told, { ...first, run: 'r2' }], 'run.other_run /1/run'],
  ['a record after the end', [told, CLOSED, email('a')], 'run.after_closed /2'],
  ['two tool calls with one id', [toolCall('t1', false), toolCall('t1')], 'run.duplicate_id /1/id'],
  ['a message and an effect with one id', [told, email('a', 'm1')], 'run.duplicate_id /1/id'],
  ['the same constraint again', [told, message('b', [c1], { id: 'm2' })], ''],
  [
    '… with the message that says it again named',
    [told, message('b', [{ ...c1, stated_in: 'm2' }], { id: 'm2' })],
    '',
  ],
  [
    'a known constraint otherwise',
    [told, message('b', [{ ...c1, scope: 'task' }], { id: 'm2' })],
    'run.constraint_changed /1/constraints/0',
  ],
  [
    'what is not known is taken back',
    [message('a', [], { withdraws: ['c9'] })],
    'run.withdraws_unknown /0/withdraws/0',
  ],
  [
    'a closed constraint is stated again',
    [
      told,
      message('a', [], { id: 'm2', withdraws: ['c1'] }),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'c1', how: 'withdrawn', evidence: 'm2' }] }),
      message('b', [c1], { id: 'm3' }),
    ],
    'run.closed_constraint_restated /3/constraints/0',
  ],
];

for (const [what, records, expect] of FAULTS) {
  test(`faults: ${what}`, () => {
    const { faults } = foldRun(records, NAMED_EDGES);
    assert.equal(faults.map(({ code, pointer }) => `${code} ${pointer}`).join(', '), expect);
  });
}

test('a record of another run, or after the end, changes nothing else', () => {
  const other = foldRun([told, { ...email('a'), run: 'r2' }, CLOSED, email('a')], NAMED_EDGES);
  const alone = foldRun([told, CLOSED], NAMED_EDGES);
  assert.equal(other.violations, alone.violations);
  assert.equal(other.length, 4);
});

test('the first record with an id keeps it: what failed does not become what succeeded', () => {
  const context = contextAfter([toolCall('t1', false), toolCall('t1', true), first]);
  assert.equal(context.evidence('t1')?.succeeded, false);
  assert.equal(context.evidence('t1')?.order, 0);
});

test('a second delivery of a hop changes nothing that is live', () => {
  const again = hop(1, 'a>b', [], { attempt: 2 });
  assert.equal(contextAfter([told, first, again, hop(2, 'b>c', [])]).held.length, 1);
});

test('sender effects are those since its last delivered transfer', () => {
  const records = [
    told,
    email('a', 'e1'),
    hop(1, 'a>b', [], { delivered: false }),
    email('a', 'e2'),
    email('b', 'e3'),
  ];
  const ids = (more: readonly RunRecord[]): string[] =>
    contextAfter([...records, ...more]).senderEffects.map(({ id }) => id);
  assert.deepEqual(ids([hop(1, 'a>b', [], { attempt: 2 })]), ['e1', 'e2']);
  const crossed = hop(1, 'a>b', [], { attempt: 2 });
  assert.deepEqual(ids([crossed, email('a', 'e4'), hop(2, 'a>b', [])]), ['e4']);
  assert.deepEqual(
    contextAfter([...records, first]).effects.map(({ id }) => id),
    ['e1', 'e2', 'e3'],
  );
});
