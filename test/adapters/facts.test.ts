import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { collectEffectFacts, collectTransferFacts } from '../../src/adapters/collect-facts.js';
import { scoresOf } from '../../src/adapters/scores.js';
import type { Facts, PresentFields } from '../../src/model/facts.js';
import {
  constraint,
  edgeOf,
  effect,
  factsOf,
  held,
  inputOf,
  message,
  type Parts,
  stated,
  toolCall,
} from './context-builder.js';

const A = constraint('a');
const B = constraint('b', { modality: 'requirement' });
const fact = { key: 'k', value: { deep: [1] }, source: 'tool_result', evidence: 't1' };

/** Something of every kind. */
const MUCH: Parts = {
  context: {
    held: [held(A), held(B, 'stated'), held(constraint('c'))],
    upstream: [{ ...stated(constraint('u')), lostAt: { hop: 1, edge: 'x--y' } }],
    notReached: [stated(constraint('n', { forbids: [] }))],
    closed: [{ ...stated(constraint('k')), closedAt: { hop: 1, agent: 'triage' } }],
    order: [{ fault: 'after_unknown', hop: 9 }],
    history: 'partial',
    received: [{ hop: 1, from: 'triage', payload: { stop_conditions: ['settled'], established: [fact] } }],
    senderEffects: [effect('e1')],
    effects: [effect('e1')],
    records: [message('m1'), toolCall('t1')],
  },
  sender: {
    facts: [fact, { ...fact, key: 'gone' }],
    tool_calls: [{ id: 't9', tool: 'x', succeeded: true }],
    constraints: [A],
  },
  payload: {
    constraints: [
      {
        ...A,
        text: 'try not to email',
        modality: 'prohibition',
        scope: 'task',
        forbids: [],
        stated_by: 'agent',
        stated_in: 'x',
      },
      constraint('k'),
      { ...constraint('z'), id: 'z' },
    ],
    discharged: [
      { constraint: 'b', how: 'satisfied', evidence: 't1', reason: 'done', by: { agent: 'refunds', hop: 2 } },
    ],
    established: [
      { ...fact, value: 1 },
      { ...fact, key: 'l', evidence: 'x' },
    ],
    stop_conditions: ['other'],
    side_effects: [{ kind: 'message.email', target: 'customer', evidence: 't4' }],
  },
  edge: { established: ['k'] },
  transfer: { edge: 'refunds--notifications' },
};

function effectFacts(): Facts {
  return collectEffectFacts({
    binding: [stated(A)],
    effect: { by: 'notifications', kind: 'message.email', target: 'customer' },
    observed: true,
    run: 'r1',
    edge: edgeOf(),
    now: new Date(0),
  });
}

const SCHEMA = 'schemas/facts.schema.json';

test('all facts fit their published schema', {
  skip: existsSync(SCHEMA) ? false : `${SCHEMA} is not here yet`,
}, () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const fits = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
  for (const facts of [factsOf({}), factsOf(MUCH), effectFacts()]) {
    fits(JSON.parse(JSON.stringify(facts)));
    assert.deepEqual(fits.errors, null);
  }
});

test('the same input gives the same facts, and leaves what it is given as it was', () => {
  const input = inputOf(MUCH);
  const before = JSON.stringify([input.transfer, input.context, input.edge]);
  const first = JSON.stringify(collectTransferFacts(input));
  assert.equal(JSON.stringify(collectTransferFacts(input)), first);
  assert.equal(JSON.stringify([input.transfer, input.context, input.edge]), before);
});

test('complete is the last member', () => {
  assert.equal(Object.keys(factsOf({})).at(-1), 'complete');
  assert.equal(Object.keys(effectFacts()).at(-1), 'complete');
});

test('which attempt it is, and the order that the run found', () => {
  assert.deepEqual(factsOf(MUCH).transfer, {
    run: 'r1',
    hop: 2,
    attempt: 1,
    from: 'refunds',
    to: 'notifications',
    edge: 'refunds--notifications',
    history: 'partial',
    order: [{ fault: 'after_unknown', hop: 9 }],
  });
  assert.equal(factsOf({}).transfer.edge, null);
});

const PAYLOAD_FIELDS = [
  'objective',
  'remaining',
  'constraints',
  'discharged',
  'established',
  'confidence',
  'stop_conditions',
  'side_effects',
] as const;
const SENDER_FIELDS = ['facts', 'tool_calls', 'constraints', 'confidence', 'stop_conditions'] as const;

test('present: everything', () => {
  assert.ok(Object.values(factsOf({}).present).every((there) => there));
});

function absent(facts: Facts): (keyof PresentFields)[] {
  return (Object.keys(facts.present) as (keyof PresentFields)[]).filter((field) => !facts.present[field]);
}

for (const field of PAYLOAD_FIELDS) {
  test(`present: the payload without ${field}`, () => {
    const { payload: whole } = inputOf({}).transfer as { payload: object };
    const payload = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
    assert.deepEqual(absent(factsOf({ transfer: { payload } })), [field]);
  });
}

for (const field of SENDER_FIELDS) {
  test(`present: the sender without ${field}`, () => {
    const { sender: whole } = inputOf({}).transfer;
    const sender = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
    assert.deepEqual(absent(factsOf({ transfer: { sender } })), [`sender_${field}`]);
  });
}

test('a null confidence is there', () => {
  assert.deepEqual(absent(factsOf({ sender: { confidence: null }, payload: { confidence: null } })), []);
});

test('scores: carried, held, unresolved', () => {
  assert.deepEqual(scoresOf(factsOf(MUCH)), {
    established: [1, 2, 0],
    tool_results: [0, 1, 0],
    constraints: [0, 2, 1],
    confidence: [1, 1, 0],
    stop_conditions: [0, 1, 0],
  });
});

test('scores: confidence lost, and never reported', () => {
  assert.deepEqual(scoresOf(factsOf({ payload: { confidence: null } })).confidence, [0, 1, 0]);
  assert.deepEqual(scoresOf(factsOf({ sender: { confidence: null } })).confidence, [0, 0, 0]);
});

test('the time of deciding is the day in UTC and whole seconds', () => {
  const facts = factsOf({ input: { now: new Date('2026-11-30T23:59:59.999-05:00') } });
  assert.deepEqual(facts.now, { date: '2026-12-01', seconds: 1_796_101_199 });
});
