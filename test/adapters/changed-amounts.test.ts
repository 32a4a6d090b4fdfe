import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Effort } from '../../src/adapters/established/effort.js';
import { shownBy } from '../../src/adapters/established/shows-value.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Evidence } from '../../src/model/transfer-context.js';
import { AT } from './context-builder.js';

// A value that was changed is not shown by what it was changed into, in a member, a sentence or a message.

function shown(told: Pick<Evidence, 'text' | 'result'>, value: JsonValue, key = 'amount'): boolean | null {
  return shownBy({ ...EVIDENCE, ...told }, new Effort()).shows({ key, value });
}

const EVIDENCE: Evidence = {
  ...{ id: 't1', kind: 'tool_call', at: AT, agent: 'a', succeeded: true },
  ...{ order: 0, withdraws: [], effect: null },
};

/** Ways in which a text comes to be told. */
const TOLD: readonly ((text: string) => Pick<Evidence, 'text' | 'result'>)[] = [
  (text) => ({ result: { amount: text } }),
  (text) => ({ result: text }),
  (text) => ({ result: { content: [{ type: 'text', text: JSON.stringify({ amount: text }) }] } }),
  (text) => ({ result: { content: [{ type: 'text', text: `Your refund is ${text} as of today.` }] } }),
  (text) => ({ result: { note: `${text}, as agreed` } }),
  (text) => ({ text: `please pay me ${text}` }),
  (text) => ({ text }),
];

const number = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }).map(String),
  fc.integer({ min: 101, max: 9_999_999 }).map((pence) => (pence / 100).toFixed(2)),
);
const unit = fc.constantFrom('GBP ', 'EUR ', '£', '€', '$', 'GBP', 'USD ');
const MINUS = ['-', '\u2212', '\uff0d', '\ufe63', '\u2796', '\u2013', '\u2011', '\u207b'];
const UNSEEN = ['\u200b', '\u00ad', '\u200d', '\u2060', '\ufe0f', '\u034f', '\u0000', '\u{e0020}', '\u0301'];
const GAPS = [
  ' ',
  '\u00a0',
  '\u202f',
  '\u2009',
  '\u066c',
  '\uff0c',
  ',',
  '.',
  "'",
  '’',
  '\u066b',
  '_',
  '\u00b7',
];
const SCALES = [
  'million',
  'thousand',
  'k',
  'bn',
  '%',
  '‰',
  '×10^3',
  '× 10',
  'percent',
  'pence',
  '*2',
  '億',
  '^2',
];

const minus = fc.constantFrom(...MINUS);
const space = fc.constantFrom('', ' ');
const unseen = fc
  .array(fc.constantFrom(...UNSEEN), { minLength: 1, maxLength: 3 })
  .map((all) => all.join(''));
const digits = fc.stringMatching(/^[0-9]{1,4}$/);

/** From a unit and a number, the text of another value. */
const CHANGES: Readonly<Record<string, (unit: string, number: string) => fc.Arbitrary<string>>> = {
  'a sign before the currency': (u, n) => fc.tuple(minus, space).map(([m, s]) => m + s + u + n),
  'a sign behind what is not seen': (u, n) => fc.tuple(minus, unseen).map(([m, s]) => m + s + u + n),
  'a sign before the number': (u, n) => fc.tuple(minus, space).map(([m, s]) => u + m + s + n),
  'a sign behind it': (u, n) => minus.map((m) => u + n + m),
  'the word minus': (u, n) => fc.constantFrom('minus ', 'negative ').map((m) => m + u + n),
  'in brackets': (u, n) =>
    fc.tuple(space, fc.constantFrom('()', '（）')).map(([s, [o, c]]) => o + s + u + n + s + c),
  'digits behind': (u, n) => fc.tuple(fc.constantFrom(...GAPS), digits).map(([g, d]) => `${u}${n}${g}${d}1`),
  'digits before': (u, n) => fc.constantFrom(...GAPS).map((g) => `${u}1${g}${n}`),
  'digits behind what is not seen': (u, n) => fc.tuple(unseen, digits).map(([g, d]) => `${u}${n}${g}${d}1`),
  'digits behind a sign and what is not seen': (u, n) =>
    fc.tuple(unseen, fc.constantFrom(...GAPS), digits).map(([g, s, d]) => `${u}${n}${g}${s}${g}${d}1`),
  multiplied: (u, n) => fc.tuple(space, fc.constantFrom(...SCALES)).map(([s, x]) => u + n + s + x),
  'multiplied, with a hyphen': (u, n) => fc.constant(`${u}${n}-million`),
  'a point before it': (u, n) => fc.constantFrom('.', ',').map((p) => u + p + n),
};

/** `1,068.40` of `068.40`, and the like, are other numbers: the same ones are no change. */
function isSame(text: string, u: string, n: string): boolean {
  const plain = text.replaceAll(',', '');
  return new RegExp(`^${n.replaceAll('.', '\\.')}(?:\\.0*|0*)$`).test(plain.slice(u.length)) &&
    plain.startsWith(u)
    ? n.includes('.') || /^\.0*$/.test(plain.slice(u.length + n.length))
    : false;
}

for (const [what, change] of Object.entries(CHANGES)) {
  test(`not shown: ${what}`, () => {
    const cases = fc
      .tuple(unit, number)
      .chain(([u, n]) => fc.tuple(fc.constant(u), fc.constant(n), change(u, n), fc.constantFrom(...TOLD)));
    fc.assert(
      fc.property(cases, ([u, n, text, tell]) => {
        fc.pre(!isSame(text, u, n));
        assert.equal(shown(tell(text), u + n), false, `${text} shows ${u}${n}`);
        assert.equal(shown(tell(text), Number(n)), false, `${text} shows ${n}`);
        assert.equal(shown(tell(text), n), false, `${text} shows '${n}'`);
      }),
      { numRuns: 300 },
    );
  });
}

test('not shown: a bare number or id that goes on', () => {
  const more = fc.oneof(unseen, fc.constantFrom(...GAPS));
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9][0-9]{2,5}$/),
      more,
      digits,
      fc.constantFrom(...TOLD),
      (id, gap, d, tell) => {
        fc.pre(!/^[.,]0*$/.test(gap + d));
        assert.equal(shown(tell(`${id}${gap}${d}1`), id, 'order_id'), false);
        assert.equal(shown(tell(`1${gap}${id}`), id, 'order_id'), false);
      },
    ),
  );
});

const OTHER_CURRENCIES: readonly (readonly [told: string, fact: string])[] = [
  ['A$5', 'USD 5'],
  ['US$5', 'AUD 5'],
  ['R$5', 'USD 5'],
  ['R$5', '$5'],
  ['A$5', 'GBP 5'],
  ['NZ$5', 'USD 5'],
  ['XX$5', '$5'],
  ['Z$5', 'USD 5'],
  ['x\u200b$5', '$5'],
  ['AUD $5', 'USD 5'],
  ['$5 AUD', 'USD 5'],
  ['£5 EUR', 'GBP 5'],
  ['\uffe55', 'GBP 5'],
  ['฿5', 'GBP 5'],
  ['5 Canadian dollars', 'USD 5'],
  ['5 yen', 'GBP 5'],
  ['5 kg', 'GBP 5'],
  ['5 days', 'GBP 5'],
  ['5 USD 6', 'GBP 5'],
];

for (const [text, fact] of OTHER_CURRENCIES) {
  test(`not shown: ${fact} by ${JSON.stringify(text)}`, () => {
    for (const tell of TOLD) assert.equal(shown(tell(text), fact), false);
  });
}

const OTHER_RESULTS: readonly (readonly [what: string, result: JsonValue, key: string, fact: JsonValue])[] = [
  ['a currency further out', { currency: 'JPY', lines: [{ amount: 68.4 }] }, 'amount', 'GBP 68.40'],
  ['of another key', { currency: 'JPY', lines: [{ amount: 68.4 }] }, 'refund', 'GBP 68.40'],
  ['of a text', { currency: 'JPY', lines: [{ note: 'refund of 68.40' }] }, 'refund', 'GBP 68.40'],
  ['of an object', { currency: { code: 'JPY' }, amount: 68.4 }, 'amount', 'GBP 68.40'],
  ['one that cannot be read', { currency: { sign: 1 }, amount: 68.4 }, 'amount', 'GBP 68.40'],
  ['one that is nothing', { currency: null, amount: 68.4 }, 'amount', 'GBP 68.40'],
  ['two that differ', { currency: 'GBP', currencyCode: 'JPY', amount: 68.4 }, 'amount', 'GBP 68.40'],
  ['another name', { refund_currency: 'JPY', refund: 68.4 }, 'refund', 'GBP 68.40'],
  ['around JSON in a text', { currency: 'JPY', text: '{"amount":68.4}' }, 'amount', 'GBP 68.40'],
  [
    'of a part',
    { currency: 'JPY', order: { id: 'x', total: 68.4 } },
    'order',
    { id: 'x', total: 'GBP 68.40' },
  ],
  ['unreadable, of its name', { refund: '1,068', fee: 68.4 }, 'refund', 'GBP 68.40'],
  ['null, of its name', { amount: null, fee: 68.4 }, 'amount', 'GBP 68.40'],
  ['true, of its name', { amount: true, fee: 68.4 }, 'amount', 68.4],
  ['an object of its name', { amount: { sum: '1,068' }, fee: 68.4 }, 'amount', 68.4],
  ['an empty list of its name', { amount: [], fee: 68.4 }, 'amount', 68.4],
  ['in JSON in JSON in JSON', wrapped({ amount: null, fee: 68.4 }, 3), 'amount', 68.4],
];

function wrapped(value: JsonValue, times: number): JsonValue {
  return times === 0 ? value : { text: JSON.stringify(wrapped(value, times - 1)) };
}

for (const [what, result, key, fact] of OTHER_RESULTS) {
  test(`not shown by a result: ${what}`, () => {
    assert.equal(shown({ result }, fact, key), false);
  });
}

const HONEST_RESULTS: readonly (readonly [what: string, result: JsonValue, key: string, fact: JsonValue])[] =
  [
    ['a currency further out', { currency: 'GBP', lines: [{ amount: 68.4 }] }, 'amount', 'GBP 68.40'],
    ['the nearest', { currency: 'JPY', a: { currency: 'GBP', amount: 68.4 } }, 'amount', 'GBP 68.40'],
    ['of an object', { currency: { code: 'gbp' }, amount: 68.4 }, 'amount', 'GBP 68.40'],
    ['a sign and a code', { currency: 'GBP', currency_symbol: '£', amount: 68.4 }, 'amount', 'GBP 68.40'],
    ['no currency in the fact', { currency: { sign: 1 }, amount: 68.4 }, 'amount', 68.4],
    ['its own in the text', { currency: 'JPY', amount: '£68.40' }, 'amount', 'GBP 68.40'],
    ['no member of its name', { refund: 68.4, fee: 2 }, 'amount', 68.4],
    ['in a member of its name', { amount: { sum: 68.4, id: 'x' }, fee: 2 }, 'amount', 68.4],
  ];

for (const [what, result, key, fact] of HONEST_RESULTS) {
  test(`shown by a result: ${what}`, () => {
    assert.equal(shown({ result }, fact, key), true);
  });
}

test('an honest amount stays shown, in every way that is documented', () => {
  const ends = fc.constantFrom('', '.', '!', ',', '?');
  const forms = fc.constantFrom(
    ...[
      (n: string) => `GBP ${n}`,
      (n: string) => `£${n}`,
      (n: string) => `${n} GBP`,
      (n: string) => `£ ${n}`,
    ],
    ...[(n: string) => `GBP${n}`, (n: string) => `${n} pounds`, (n: string) => `GBP £${n}`],
  );
  fc.assert(
    fc.property(number, forms, fc.constantFrom(...TOLD), ends, (n, form, tell, end) => {
      const told = tell(form(n) + end);
      assert.equal(shown(told, `GBP ${n}`), true, form(n));
      assert.equal(shown(told, { value: Number(n), currency: 'GBP' }), true);
      assert.equal(shown(told, Number(n)), true);
      assert.equal(shown(told, `EUR ${n}`), false);
    }),
    { numRuns: 500 },
  );
});

const HONEST: readonly (readonly [text: string, value: JsonValue])[] = [
  ['A$5', 'AUD 5'],
  ['US$5 today', 'USD 5'],
  ['a $5 refund', 'USD 5'],
  ['AUD $5', 'AUD 5'],
  ['order 41182.', '41182'],
  ['orders 41182, 41183', '41182'],
  ['(order 41182)', '41182'],
  ['order 41182 (£68.40 paid)', 'GBP 68.40'],
  ['order 41182 GBP 68.40', 'GBP 68.40'],
  ['order 41182 GBP 68.40', 41182],
  ['- RF-90412 - £5 each', 'RF-90412'],
  ['paid 2026-11-30 12:30 in full', '2026-11-30'],
  ['paid on 2026-11-30 41182', 41182],
  ['within 5 days', 5],
  ['you owe me 68.40 and more', 'GBP 68.40'],
  ['-5', -5],
  ['refunded **£5** in full', 'GBP 5'],
  ['refunded £5 in full', 'GBP 5'],
];

for (const [text, value] of HONEST) {
  test(`shown: ${JSON.stringify(value)} by ${JSON.stringify(text)}`, () => {
    assert.equal(shown({ result: { note: text } }, value), true);
    assert.equal(shown({ text }, value), true);
  });
}

const HOSTILE: Readonly<Record<string, string>> = {
  'what is not seen': `1${'\u200b'.repeat(1_000_000)}`,
  'numbers behind what is not seen': `1${'\u200b'.repeat(60)}`.repeat(16_000),
  signs: '- '.repeat(500_000),
  'numbers below nought': '-GBP 7.77 '.repeat(100_000),
  'digits in pairs': '7 '.repeat(500_000),
  'in brackets': '(7)'.repeat(330_000),
  units: 'GBP '.repeat(250_000),
  'letters and signs': 'A$'.repeat(500_000),
  scaled: '7 million '.repeat(100_000),
};

for (const [what, text] of Object.entries(HOSTILE)) {
  test(`a hostile text does not hang it, and shows nothing: ${what}`, () => {
    const told = shownBy({ ...EVIDENCE, result: text }, new Effort());
    for (let round = 0; round < 2; round++)
      for (const value of ['GBP 7.77', '7', 7, '\u200b'.repeat(50), '$7'])
        assert.equal(told.shows({ key: 'k', value }), false);
  });
}
