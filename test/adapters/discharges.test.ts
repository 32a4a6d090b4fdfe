import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DischargeFact } from '../../src/model/facts.js';
import type { Discharge } from '../../src/model/payload.js';
import {
  ago,
  type ContextParts,
  constraint,
  effect,
  factsOf,
  held,
  message,
  stated,
  toolCall,
} from './context-builder.js';

const A = constraint('a');
const RECEIPT = { kind: 'message.receipt', target: 'customer' };
const B = constraint('b', { modality: 'requirement', forbids: [], requires: [RECEIPT], stated_by: 'policy' });
const CONTEXT: ContextParts = {
  held: [held(A), held(B)],
  upstream: [{ ...stated(constraint('u')), lostAt: { hop: 1, edge: null } }],
  notReached: [stated(constraint('n'))],
  closed: [{ ...stated(constraint('k')), closedAt: { hop: 1, agent: 'triage' } }],
  lapsed: [stated(constraint('l', { scope: 'task', modality: 'requirement', forbids: [] }))],
  records: [
    message('m0', { at: ago(90), withdraws: ['a'] }),
    message('m1'),
    toolCall('t1'),
    toolCall('t2', { succeeded: false }),
    effect('e1'),
    effect('e2', { effect: RECEIPT }),
    message('m2', { at: ago(5), withdraws: ['a'] }),
  ],
};

function claim(id: string, evidence: string, more: Partial<Discharge> = {}): Discharge {
  return {
    constraint: id,
    how: 'satisfied',
    evidence,
    reason: 'done',
    by: { agent: 'refunds', hop: 2 },
    ...more,
  };
}

function factOf(discharge: Discharge): DischargeFact | undefined {
  return factsOf({ context: CONTEXT, payload: { discharged: [discharge] } }).discharges[0];
}

test('no discharge, no fact', () => {
  assert.deepEqual(factsOf({ context: CONTEXT }).discharges, []);
});

test('a whole fact, member by member', () => {
  assert.deepEqual(factOf(claim('b', 'e2')), {
    index: 0,
    constraint: 'b',
    how: 'satisfied',
    agent: 'refunds',
    by_sender: true,
    known: true,
    modality: 'requirement',
    stated_by: 'policy',
    evidence: {
      id: 'e2',
      kind: 'effect',
      succeeded: true,
      later: true,
      withdraws: false,
      meets_requires: true,
    },
  });
});

type Evidence = Partial<DischargeFact['evidence']>;

const EVIDENCE: readonly (readonly [string, string, string, Evidence])[] = [
  ['nothing in the run', 'a', 'x9', { kind: null, succeeded: false, later: false, withdraws: false }],
  [
    'a message that withdraws it',
    'a',
    'm2',
    { kind: 'message', succeeded: false, later: true, withdraws: true },
  ],
  ['a message that withdraws it, before', 'a', 'm0', { later: false, withdraws: true }],
  ['the message that states it', 'a', 'm1', { later: false, withdraws: false }],
  ['a message that withdraws another', 'b', 'm2', { later: true, withdraws: false }],
  ['a tool call', 'a', 't1', { kind: 'tool_call', succeeded: true, later: true, meets_requires: true }],
  ['a tool call where an effect is required', 'b', 't1', { succeeded: true, meets_requires: false }],
  ['a tool call that failed', 'a', 't2', { kind: 'tool_call', succeeded: false }],
  ['another effect than is required', 'b', 'e1', { kind: 'effect', succeeded: true, meets_requires: false }],
];

for (const [name, id, evidence, expected] of EVIDENCE) {
  test(`evidence: ${name}`, () => {
    const told = factOf(claim(id, evidence))?.evidence;
    assert.deepEqual({ ...told, ...expected }, told);
  });
}

const KNOWN: readonly (readonly [string, string, boolean])[] = [
  ['held', 'a', true],
  ['lost by an ancestor', 'u', true],
  ['a task’s, just lapsed', 'l', true],
  ['stated to another branch', 'n', false],
  ['closed before', 'k', false],
  ['not in the run', 'z', false],
];

for (const [name, id, known] of KNOWN) {
  test(`${known ? 'known' : 'not known'}: ${name}`, () => {
    const fact = factOf(claim(id, 't1'));
    assert.equal(fact?.known, known);
    assert.equal(fact?.modality === null, !known);
    assert.equal(fact?.stated_by === null, !known);
  });
}

test('evidence: of two records of one instant, the order of the file tells which is later', () => {
  const told = (first: string, second: string): boolean | undefined => {
    const records = [message(first, { withdraws: ['a'] }), message(second, { withdraws: ['a'] })];
    const context = { held: [held(A)], records };
    return factsOf({ context, payload: { discharged: [claim('a', 'm2')] } }).discharges[0]?.evidence.later;
  };
  assert.equal(told('m1', 'm2'), true);
  assert.equal(told('m2', 'm1'), false);
});

test('by the sender: both its name and its hop', () => {
  assert.equal(factOf(claim('a', 'm2', { by: { agent: 'triage', hop: 2 } }))?.by_sender, false);
  assert.equal(factOf(claim('a', 'm2', { by: { agent: 'refunds', hop: 1 } }))?.by_sender, false);
});

test('one fact for each entry, by its index', () => {
  const discharged = [claim('a', 'm2'), claim('z', 'm2'), claim('a', 't1')];
  const facts = factsOf({ context: CONTEXT, payload: { discharged } }).discharges;
  assert.deepEqual(
    facts.map(({ index, constraint }) => [index, constraint]),
    [
      [0, 'a'],
      [1, 'z'],
      [2, 'a'],
    ],
  );
});
