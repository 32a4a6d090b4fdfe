import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdsWords } from '../../src/adapters/established/whole-words.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { KnownConstraint } from '../../src/model/constraint.js';
import type { EstablishedEntry, Origin } from '../../src/model/facts.js';
import type { EstablishedFact } from '../../src/model/payload.js';
import { ago, constraint, factsOf, held, message, type Parts, toolCall } from './context-builder.js';

// Does a fact's evidence hold its value, and does a fact that is handed on keep what it came with.

function entryOf(fact: EstablishedFact, parts: Parts): EstablishedEntry {
  const [entry] = factsOf({ ...parts, payload: { established: [fact] } }).established.entries;
  assert.ok(entry);
  return entry;
}

function showsIn(result: JsonValue, key: string, value: JsonValue): boolean | null {
  const fact = { key, value, source: 'tool_result', evidence: 't1' };
  return entryOf(fact, { context: { records: [toolCall('t1', { result })] } }).shows;
}

const ORDER = {
  order_id: '41182',
  total: 68.4,
  currency: 'GBP',
  lines: [{ sku: 'A-1', qty: 2 }],
  paid: true,
};
const MCP = { content: [{ type: 'text', text: '{"refundId":"RF-90412","amount":68.4,"currency":"GBP"}' }] };
const PROSE = {
  content: [{ type: 'text', text: 'Refund RF-90412 of £68.40 issued for order 41182.' }],
  isError: false,
};

const RESULTS: readonly (readonly [
  what: string,
  result: JsonValue,
  key: string,
  value: JsonValue,
  shows: boolean | null,
])[] = [
  ['the result itself', '41182', 'order_id', '41182', true],
  ['a member of its name', ORDER, 'order_id', '41182', true],
  ['another value of its name', ORDER, 'order_id', '41183', false],
  ['a member of another name', { id: '41182' }, 'order_id', '41182', true],
  ['deep', { a: [{ b: [[{ c: 'RF-1' }]] }] }, 'refund_id', 'RF-1', true],
  ['nowhere', { a: [{ b: [[{ c: 'RF-1' }]] }] }, 'refund_id', 'RF-2', false],
  ['a digit of a number', ORDER, 'count', '1', false],
  ['a digit as a number', ORDER, 'count', 1, false],
  ['a name in another case', { orderId: '41182' }, 'order_id', '41182', true],
  ['a member named like it decides', { amount: 70, fee: 68.4 }, 'amount', 68.4, false],
  ['one of several named like it', { a: { id: 'x' }, b: { id: 'y' } }, 'id', 'y', true],
  ['a member of its name and another sort decides', { status: 200, state: 'paid' }, 'status', 'paid', false],
  ['what is in a member of its name', { refund: { sum: 68.4 }, fee: 2 }, 'refund', 68.4, true],
  ['what is beside a member of its name', { refund: { sum: 68.4 }, fee: 2 }, 'refund', 2, false],
  [
    'a member of its name that is empty',
    { refund_id: null, refund: { id: 'RF-1' } },
    'refund_id',
    'RF-1',
    false,
  ],
  ['an item of a list of its name', { tags: ['a', 'b'] }, 'tags', 'b', true],
  ['a key of the result', { paid: 1 }, 'state', 'paid', false],
  // Amounts.
  ['number and text', { amount: 68.4 }, 'amount', '68.40', true],
  ['a currency beside it', ORDER, 'amount', 'GBP 68.40', true],
  ['another currency beside it', { amount: 68.4, currency: 'EUR' }, 'amount', 'GBP 68.40', false],
  ['a sign', { amount: '£68.40' }, 'amount', 'GBP 68.40', true],
  ['a sign that fits several', { amount: '$68.40' }, 'amount', 'AUD 68.40', true],
  ['a sign of another currency', { amount: '€68.40' }, 'amount', 'GBP 68.40', false],
  ['a code after it', { amount: '68.40 GBP' }, 'amount', '£68.4', true],
  ['grouped', { amount: '£1,068.40' }, 'amount', 1068.4, true],
  ['grouped, or a decimal comma', { amount: '£1,068' }, 'amount', 1068, false],
  ['a hundred times as much', { amount: 6840, currency: 'GBP' }, 'amount', 'GBP 68.40', false],
  ['an object of amount and currency', PROSE, 'amount', { value: 68.4, currency: 'GBP' }, true],
  ['two texts without a currency', { version: '1.10' }, 'version', '1.1', false],
  ['an id with a nought', { id: '0041' }, 'id', 41, false],
  ['negative', { balance: -5 }, 'balance', 5, false],
  // Texts.
  ['a word of a text', PROSE, 'refund_id', 'RF-90412', true],
  ['a part of a word', PROSE, 'refund_id', 'RF', false],
  ['a part of an id', PROSE, 'refund_id', '90412', false],
  ['an amount in a text', PROSE, 'amount', 'GBP 68.40', true],
  ['a part of an amount', PROSE, 'count', '68', false],
  ['the end of a text', 'order 41182', 'order_id', '41182', true],
  ['a longer number', 'order 411823', 'order_id', '41182', false],
  ['an address', 'bob@example.com', 'name', 'bob', false],
  ['letters composed otherwise', 'Zoe\u0301 called', 'name', 'Zo\u00e9', true],
  ['white space otherwise', 'Ann\n  Smith called', 'name', 'Ann Smith', true],
  ['another case', 'ANN called', 'name', 'Ann', false],
  ['a sentence may say that it is so', PROSE, 'eligible', true, null],
  ['an empty text', PROSE, 'note', '', false],
  // JSON in a text.
  ['JSON in a text', MCP, 'refund_id', 'RF-90412', true],
  ['an amount in JSON in a text', MCP, 'amount', '£68.40', true],
  ['a member named like it in JSON in a text', MCP, 'refund_id', 'GBP', false],
  // Truth, nothing, lists and objects.
  ['true', ORDER, 'paid', true, true],
  ['false', ORDER, 'paid', false, false],
  ['true, under another name', { ok: true }, 'eligible', true, true],
  ['true, nowhere', { ok: 1 }, 'eligible', true, false],
  ['null', { discount: null }, 'discount', null, true],
  ['null, not there', { ok: 1 }, 'discount', null, false],
  ['a list', ORDER, 'lines', [{ sku: 'A-1', qty: 2 }], true],
  ['a part of a list', { ids: [1, 2, 3] }, 'ids', [1, 2], false],
  ['a part of an object', ORDER, 'order', { order_id: '41182', paid: true }, true],
  ['an object with another value', ORDER, 'order', { order_id: '41182', paid: false }, false],
  ['an empty object', ORDER, 'order', {}, false],
  ['an empty list', { ids: [] }, 'ids', [], true],
  ['the prototype', {}, 'order', { toString: 1 }, false],
];

for (const [what, result, key, value, shows] of RESULTS) {
  test(`shown by a result: ${what}`, () => {
    assert.equal(showsIn(result, key, value), shows);
  });
}

const MESSAGES: readonly (readonly [what: string, text: string, value: JsonValue, shows: boolean | null])[] =
  [
    ['its words', 'Refund order 41182, please', '41182', true],
    ['in another case', "hi, i'm ann smith", 'Ann Smith', true],
    ['another id', 'Refund order 41182-3', '41182', false],
    ['an amount', 'you owe me £68.40!', 'GBP 68.40', true],
    ['an amount before a word', 'you owe me 68.40 and more', 'GBP 68.40', true],
    ['a number', 'order 41182.', 41182, true],
    ['a negative number', 'it says -5 here', 5, false],
    ['a list', 'orders 1 and 2', ['1', '2'], true],
    ['a list, and one is not there', 'orders 1 and 2', ['1', '3'], false],
    ['what words cannot tell', 'I want my money back', true, null],
    ['nothing that words can tell', 'I want my money back', { wants: true, until: null }, null],
  ];

for (const [what, text, value, shows] of MESSAGES) {
  test(`shown by a message: ${what}`, () => {
    const fact = { key: 'k', value, source: 'customer', evidence: 'm1' };
    assert.equal(entryOf(fact, { context: { records: [message('m1', { text })] } }).shows, shows);
  });
}

test('nothing recorded shows nothing, and refutes nothing', () => {
  const fact = { key: 'k', value: 'v', source: 'tool_result', evidence: 't1' };
  assert.equal(entryOf(fact, { context: { records: [toolCall('t1')] } }).shows, null);
  assert.equal(entryOf(fact, {}).shows, null);
});

test('whatever is in a result is shown by it, under its own name and any other', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ minLength: 1 }), (inner, key) => {
      const value = JSON.parse(JSON.stringify(inner)) as JsonValue;
      assert.equal(showsIn({ a: [{ [key]: value }] }, key, value), true);
      assert.equal(showsIn({ a: [value] }, 'no_such_name', value), true);
    }),
  );
});

test('a number that is nowhere in a result is not shown by it', () => {
  const numbers = fc.array(fc.integer({ min: 100, max: 999_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 999_999 }), fc.boolean(), (all, wanted, asText) => {
      fc.pre(!all.includes(wanted));
      const found = asText ? `ids: ${all.join(', ')}.` : { all };
      assert.equal(showsIn(found, 'id', wanted), false);
      assert.equal(showsIn(found, 'id', String(wanted)), false);
    }),
  );
});

test('words stand alone as a plain search between separators finds them', () => {
  const word = fc.stringMatching(/^[a-z]{1,4}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), word, (words, wanted) => {
      assert.equal(holdsWords(words.join(' '), wanted), words.includes(wanted));
    }),
  );
});

const HOSTILE: readonly (readonly [string, () => JsonValue])[] = [
  ['a text of one letter', () => 'a'.repeat(1_000_000)],
  ['a text of a number', () => '1'.repeat(1_000_000)],
  ['many amounts', () => '1,000.5 '.repeat(125_000)],
  ['half a million items', () => Array.from({ length: 500_000 }, () => 1)],
  [
    'a hundred thousand names',
    () => Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])),
  ],
  ['fifty thousand deep', () => JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as JsonValue],
  ['deep JSON in a text', () => '['.repeat(500_000)],
  ['JSON in JSON in JSON', () => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: 'no' }) }) })],
];

for (const [what, make] of HOSTILE) {
  test(`a hostile result does not hang it, and shows nothing: ${what}`, () => {
    const records = [toolCall('t1', { result: make() })];
    const values: JsonValue[] = [
      'a'.repeat(5000),
      `${'1'.repeat(5000)}x`,
      'GBP 7.77',
      { x: [1, 2, { y: 'z' }] },
    ];
    const established = Array.from({ length: 200 }, (_, index) => {
      return { key: `f${index}`, value: values[index % 4] ?? null, source: 'tool_result', evidence: 't1' };
    });
    const { entries } = factsOf({ context: { records }, payload: { established } }).established;
    assert.ok(entries.every(({ shows }) => shows === false));
  });
}

const RECEIVED: EstablishedFact = { key: 'order_id', value: '41182', source: 'tool_result', evidence: 't1' };

const RELAYS: readonly (readonly [
  what: string,
  sent: Partial<EstablishedFact>,
  entry: Partial<EstablishedEntry>,
])[] = [
  [
    'as it came',
    {},
    {
      shows: true,
      age_seconds: 40,
      relayed: { hop: 1, same_source: true, same_evidence: true, own_evidence: false },
    },
  ],
  [
    'with another source',
    { source: 'agent' },
    { age_seconds: 40, relayed: { hop: 1, same_source: false, same_evidence: true, own_evidence: false } },
  ],
  [
    'with evidence that is none: the age stays',
    { evidence: 't_none' },
    {
      found: null,
      age_seconds: 40,
      relayed: { hop: 1, same_source: true, same_evidence: false, own_evidence: false },
    },
  ],
  [
    "with another agent's later record that says nothing: the age stays",
    { evidence: 't2' },
    {
      found: 'tool_call',
      shows: null,
      age_seconds: 40,
      relayed: { hop: 1, same_source: true, same_evidence: false, own_evidence: false },
    },
  ],
  [
    'with a record of its own',
    { evidence: 't3' },
    {
      shows: null,
      age_seconds: 5,
      relayed: { hop: 1, same_source: true, same_evidence: false, own_evidence: true },
    },
  ],
  [
    "with another agent's record that shows it",
    { evidence: 't4' },
    {
      shows: true,
      age_seconds: 7,
      relayed: { hop: 1, same_source: true, same_evidence: false, own_evidence: false },
    },
  ],
  ['with another value: another fact', { value: '41183' }, { shows: false, relayed: null }],
  ['under another key: another fact', { key: 'id' }, { relayed: null }],
];

for (const [what, sent, expected] of RELAYS) {
  test(`a fact that was received, handed on ${what}`, () => {
    const records = [
      toolCall('t1', { at: ago(40), by: 'triage', result: { order_id: '41182' } }),
      toolCall('t2', { at: ago(6), by: 'audit' }),
      toolCall('t3', { at: ago(5) }),
      toolCall('t4', { at: ago(7), by: 'audit', result: { order_id: '41182' } }),
    ];
    const received = [{ hop: 1, from: 'triage', payload: { established: [RECEIVED] } }];
    const entry = entryOf({ ...RECEIVED, ...sent }, { context: { records, received } });
    assert.deepEqual({ ...entry, ...expected }, entry);
  });
}

test('what was received without ground loses none', () => {
  for (const evidence of ['t9', 't1']) {
    const received = [{ hop: 1, from: 'triage', payload: { established: [{ ...RECEIVED, evidence }] } }];
    const records = [toolCall('t1', { succeeded: false }), toolCall('t3')];
    const entry = entryOf({ ...RECEIVED, evidence: 't3' }, { context: { records, received } });
    assert.equal(entry.relayed, null, evidence);
  }
});

// Who stated a constraint, and where: of whatever kind its statement was.

const RULE = { text: 'never repeat a card number', stated_by: 'policy', forbids: [] } as const;
const STATED: readonly (readonly [what: string, stated: KnownConstraint, origin: Origin])[] = [
  ['in a message', constraint('c1'), 'stated'],
  ['in a statement by policy', constraint('c1', { ...RULE, stated_in: 's1' }), 'stated'],
  [
    'in a statement by an agent',
    constraint('c1', { ...RULE, stated_by: 'agent', stated_in: 's1' }),
    'received',
  ],
  ['by the contract', constraint('no-cards', { ...RULE, stated_in: 'no-cards' }), 'standing'],
];

for (const [what, stated, origin] of STATED) {
  test(`a constraint that was stated ${what}, told as stated otherwise`, () => {
    const context = { held: [held(stated, origin)] };
    const pairsOf = (more: Partial<KnownConstraint>) =>
      factsOf({
        context,
        sender: { constraints: [stated] },
        payload: { constraints: [{ ...stated, ...more }] },
      }).constraints.pairs;
    assert.deepEqual(pairsOf({}), []);
    const stated_by = stated.stated_by === 'customer' ? 'agent' : 'customer';
    assert.deepEqual(pairsOf({ stated_by })[0]?.differs, {
      stated_by: { held: stated.stated_by, sent: stated_by },
    });
    const stated_in = { held: stated.stated_in, sent: 'elsewhere' };
    assert.deepEqual(pairsOf({ stated_in: 'elsewhere' })[0]?.differs, { stated_in });
    assert.equal(pairsOf({ id: 'c_unheard_of', text: 'be nice' }).at(-1)?.standing, 'unknown');
  });
}
