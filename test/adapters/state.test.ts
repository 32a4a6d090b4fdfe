import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameValue } from '../../src/adapters/established/same-value.js';
import type { EstablishedFacts, StopConditionFacts } from '../../src/model/facts.js';
import type { EstablishedFact } from '../../src/model/payload.js';
import { AT, ago, type ContextParts, factsOf, message, type Parts, toolCall } from './context-builder.js';

// What a sender holds besides constraints: stop conditions, confidence, facts, tool results.

function received(...texts: readonly string[][]): ContextParts {
  return {
    received: texts.map((stop_conditions, hop) => ({ hop, from: 'triage', payload: { stop_conditions } })),
  };
}

const STOP: readonly (readonly [string, Parts, StopConditionFacts])[] = [
  ['none', {}, { held: 0, carried: 0, lost: [], added: 0 }],
  [
    'carried, typed otherwise',
    {
      sender: { stop_conditions: ['The refund is settled.'] },
      payload: { stop_conditions: ['the refund is settled'] },
    },
    { held: 1, carried: 1, lost: [], added: 0 },
  ],
  [
    'received and reported by the sender: held once',
    {
      context: received(['settled'], ['Settled.']),
      sender: { stop_conditions: ['settled!'] },
      payload: { stop_conditions: ['settled', 'settled'] },
    },
    { held: 1, carried: 1, lost: [], added: 0 },
  ],
  [
    'received, forgotten by the sender, not sent',
    { context: received(['settled'], ['shown']), payload: { stop_conditions: ['shown'] } },
    { held: 2, carried: 1, lost: [{ text: 'settled' }], added: 0 },
  ],
  [
    'one lost and a new one there',
    { sender: { stop_conditions: ['settled'] }, payload: { stop_conditions: ['the email is sent'] } },
    { held: 1, carried: 0, lost: [{ text: 'settled' }], added: 1 },
  ],
  ['one added', { payload: { stop_conditions: ['settled'] } }, { held: 0, carried: 0, lost: [], added: 1 }],
  [
    'no list sent',
    { sender: { stop_conditions: ['settled'] }, transfer: { payload: {} } },
    { held: 1, carried: 0, lost: [{ text: 'settled' }], added: 0 },
  ],
];

for (const [name, parts, expected] of STOP) {
  test(`stop conditions: ${name}`, () => {
    assert.deepEqual(factsOf(parts).stop_conditions, expected);
  });
}

test('confidence: as reported, and null where it was not', () => {
  assert.deepEqual(factsOf({ payload: { confidence: 0.4 } }).confidence, { sender: 0.9, sent: 0.4 });
  assert.deepEqual(factsOf({ payload: { confidence: null } }).confidence, { sender: 0.9, sent: null });
  assert.deepEqual(factsOf({ transfer: { sender: {}, payload: {} } }).confidence, {
    sender: null,
    sent: null,
  });
  assert.deepEqual(factsOf({ payload: { confidence: 0 } }).confidence, { sender: 0.9, sent: 0 });
  assert.deepEqual(factsOf({ sender: { confidence: 0 } }).confidence, { sender: 0, sent: 0.9 });
});

function fact(key: string, more: Partial<EstablishedFact> = {}): EstablishedFact {
  return { key, value: `value of ${key}`, source: 'tool_result', evidence: 't1', ...more };
}

const RECORDS = [
  message('m1'),
  toolCall('t1', { at: ago(10) }),
  toolCall('t2', { at: ago(2.5), succeeded: false }),
];
const A = fact('a');
const B = fact('b');

function establishedOf(parts: Parts): EstablishedFacts {
  return factsOf({ ...parts, context: { records: RECORDS, ...parts.context } }).established;
}

type Told = Omit<EstablishedFacts, 'entries'>;

const ESTABLISHED: readonly (readonly [string, Parts, Told])[] = [
  ['none', {}, { held: 0, carried: 0, missing: [], altered: [] }],
  [
    'carried, in another order',
    { sender: { facts: [A, B] }, payload: { established: [B, A] } },
    { held: 2, carried: 2, missing: [], altered: [] },
  ],
  [
    'one not sent',
    { sender: { facts: [A, B, A, B] }, payload: { established: [A] } },
    { held: 2, carried: 1, missing: [{ key: 'b' }], altered: [] },
  ],
  [
    'one that the sender does not have',
    { sender: { facts: [A] }, payload: { established: [A, B] } },
    { held: 1, carried: 1, missing: [], altered: [] },
  ],
  [
    'another value, against the sender',
    { sender: { facts: [A, B] }, payload: { established: [A, { ...B, value: 7 }] } },
    { held: 2, carried: 2, missing: [], altered: [{ key: 'b', index: 1, against: 'sender' }] },
  ],
  [
    'another value by other evidence: a newer fact',
    { sender: { facts: [A] }, payload: { established: [{ ...A, value: 7, evidence: 't2' }] } },
    { held: 1, carried: 1, missing: [], altered: [] },
  ],
  [
    'another value, against what was received, the sender’s state altered too',
    {
      context: { received: [{ hop: 1, from: 'triage', payload: { established: [A] } }] },
      sender: { facts: [{ ...A, value: 7 }] },
      payload: { established: [{ ...A, value: 7 }] },
    },
    { held: 1, carried: 1, missing: [], altered: [{ key: 'a', index: 0, against: 'received' }] },
  ],
  [
    'two branches disagree, and one of them is sent on',
    {
      context: {
        received: [
          { hop: 1, from: 'triage', payload: { established: [A] } },
          { hop: 2, from: 'triage', payload: { established: [{ ...A, value: 7 }] } },
        ],
      },
      payload: { established: [A] },
    },
    { held: 0, carried: 0, missing: [], altered: [] },
  ],
  [
    'two branches disagree, and the later one is sent on',
    {
      context: {
        received: [
          { hop: 1, from: 'triage', payload: { established: [{ ...A, value: 7 }] } },
          { hop: 2, from: 'triage', payload: { established: [A] } },
        ],
      },
      payload: { established: [A] },
    },
    { held: 0, carried: 0, missing: [], altered: [] },
  ],
  [
    'equal values with keys in another order',
    {
      sender: { facts: [{ ...A, value: { x: [1, { y: null }], z: 2 } }] },
      payload: { established: [{ ...A, value: { z: 2, x: [1, { y: null }] } }] },
    },
    { held: 1, carried: 1, missing: [], altered: [] },
  ],
  [
    'a value that differs deep inside',
    {
      sender: { facts: [{ ...A, value: { x: [1, { y: null }] } }] },
      payload: { established: [{ ...A, value: { x: [1, { y: false }] } }] },
    },
    { held: 1, carried: 1, missing: [], altered: [{ key: 'a', index: 0, against: 'sender' }] },
  ],
];

for (const [name, parts, expected] of ESTABLISHED) {
  test(`established: ${name}`, () => {
    const { entries: _, ...told } = establishedOf(parts);
    assert.deepEqual(told, expected);
  });
}

test('established: ten thousand values of one key cannot hang it, and are altered', () => {
  const facts = Array.from({ length: 10_000 }, (_, value) => ({ ...A, value: [value] }));
  const established = facts.map((one) => ({ ...one, value: 'other' }));
  const started = performance.now();
  assert.equal(establishedOf({ sender: { facts }, payload: { established } }).altered.length, 10_000);
  // Without a bound it takes ten times as long.
  assert.ok(performance.now() - started < 1500);
});

test('established: key and evidence are compared as a pair, not as one text', () => {
  const sent = [fact('ab', { evidence: 'c', value: 1 })];
  const facts = [fact('a', { evidence: 'bc', value: 2 })];
  assert.deepEqual(establishedOf({ sender: { facts }, payload: { established: sent } }).altered, []);
});

const FOUND: readonly (readonly [string, string, unknown])[] = [
  ['a tool call', 't1', { found: 'tool_call', succeeded: true, age_seconds: 10 }],
  ['a tool call that failed', 't2', { found: 'tool_call', succeeded: false, age_seconds: 2.5 }],
  ['a message', 'm1', { found: 'message', succeeded: true, shows: false, age_seconds: 60 }],
  ['nothing', 'POL-7', { found: null, succeeded: false, age_seconds: null }],
  ['a record dated after the transfer', 'later', { found: null, succeeded: false, age_seconds: null }],
  ['a record with no date that can be read', 'undated', { found: null, succeeded: false, age_seconds: null }],
  ['a record of the same instant', 'now', { found: 'tool_call', succeeded: true, age_seconds: 0 }],
];

for (const [name, evidence, expected] of FOUND) {
  test(`established: evidence is ${name}`, () => {
    const records = [
      ...RECORDS,
      toolCall('later', { at: ago(-1) }),
      toolCall('undated', { at: 'yesterday' }),
      toolCall('now', { at: AT }),
    ];
    const [entry] = establishedOf({
      context: { records },
      payload: { established: [fact('a', { evidence })] },
    }).entries;
    const told = { index: 0, key: 'a', source: 'tool_result', evidence, shows: null, relayed: null };
    assert.deepEqual(entry, { ...told, ...(expected as object) });
  });
}

test('values: equal to a copy, and to nothing that is written otherwise', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.ok(sameValue(a, structuredClone(a)));
      // `-0` is written `0`: the same JSON.
      const sorted = (value: unknown): string =>
        JSON.stringify(value, (_, inner) =>
          typeof inner === 'object' && inner !== null && !Array.isArray(inner)
            ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
            : inner,
        );
      assert.equal(sameValue(a, b), sorted(a) === sorted(b));
    }),
  );
});

test('values: keys of every object’s prototype are no keys, and no depth overflows', () => {
  assert.equal(sameValue({ a: 1 }, JSON.parse('{"__proto__":1}')), false);
  assert.equal(sameValue(JSON.parse('{"toString":1}'), { a: 1 }), false);
  assert.equal(sameValue(JSON.parse('{"__proto__":{}}'), { a: 1 }), false);
  assert.equal(sameValue({}, []), false);
  const deep = (): unknown => JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
  assert.equal(sameValue(deep() as never, deep() as never), false);
});

test('tool results: ids of calls that succeeded, against the evidence of what is sent', () => {
  const calls = [
    { id: 't1', tool: 'a', succeeded: true },
    { id: 't2', tool: 'b', succeeded: true },
    { id: 't3', tool: 'c', succeeded: false },
    { id: 't2', tool: 'b', succeeded: true },
  ];
  const facts = factsOf({ sender: { tool_calls: calls }, payload: { established: [A, B] } });
  assert.deepEqual(facts.tool_results, { held: 2, carried: 1, missing: [{ id: 't2' }] });
  assert.deepEqual(factsOf({ payload: { established: [A] } }).tool_results, {
    held: 0,
    carried: 0,
    missing: [],
  });
});
