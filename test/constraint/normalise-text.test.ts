import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normaliseText, sameText } from '../../src/constraint/normalise-text.js';
import { PAIRS } from './pairs-data.js';

test('of the labelled pairs, none that is not the same becomes equal', () => {
  const wrong = PAIRS.filter(({ label, a, b }) => label !== 'same' && sameText(a, b));
  assert.deepEqual(wrong, []);
});

test('of the labelled pairs, all that differ only in how they are typed become equal', () => {
  const typed = PAIRS.filter(({ cat }) => cat === 'typographic');
  assert.equal(typed.length, 14);
  assert.deepEqual(
    typed.filter(({ a, b }) => !sameText(a, b)),
    [],
  );
});

const SAME: readonly (readonly [string, string])[] = [
  ['Do not e-mail the customer!', 'do not email the customer'],
  ["doesn't", 'does not'],
  ["we've won't", 'we have will not'],
  ["it's late", 'it is late'],
  ['call \u201cMum\u201d', 'call "Mum"'],
  ['a\u00a0b\u2003c\r\nd', 'a b c d'],
  ['refund £50', 'refund 50.00 GBP'],
  ['refund € 1,250.50', 'refund 1250.5 EUR'],
  ['refund 100 euros', 'refund EUR 100'],
  ['refund US$5', 'refund $5.00'],
  ['more than 12,500 points', 'more than 12500 points'],
  ['keep 5 percent', 'keep 5%'],
  ['two approvers', '2 approvers'],
  ['before 9 a.m.', 'before 09:00'],
  ['before 9:30 PM', 'before 21:30'],
  ['at 12 am', 'at 00:00'],
  ['at 12 pm', 'at 12:00'],
  ['by nine am', 'by 9am'],
  ['on 1st of May 2026', 'on 2026-05-01'],
  ['on Sept. 3, 2026', 'on 3 September 2026'],
  ['\ufeffno\u200b email\u2060', 'no email'],
];

for (const [a, b] of SAME) {
  test(`the same: ${JSON.stringify(a)} and ${JSON.stringify(b)}`, () => {
    assert.equal(normaliseText(a), normaliseText(b));
  });
}

const DIFFERENT: readonly (readonly [string, string, string])[] = [
  ['10²', '102', 'a raised digit is not one more digit'],
  ['1½ h', '11/2 h', 'a fraction is not glued to the number before it'],
  ['do not ship to the US', 'do not ship to us', 'the country and the pronoun'],
  ['do not tell IT', 'do not tell it', 'the department and the pronoun'],
  ['account 0041', 'account 41', 'leading zeros'],
  ['version 1.10', 'version 1.1', 'no amount: zeros at the end count'],
  ['pay €1.250', 'pay €1.25', 'three decimals may be thousands'],
  ['pay £50', 'ship 50 pounds', 'a weight'],
  ['pay A$50', 'pay $50', 'another dollar'],
  ['pay ¥50', 'pay 50 CNY', 'two currencies have that sign'],
  ['pay 50 GBP 60', 'pay GBP 50 60', 'whose is the code'],
  ['rooms 1,25', 'rooms 125', 'not a group of thousands'],
  ['at 9:00', 'at 9am', 'may be the evening'],
  ['before 9am', 'before 9pm', 'half of the day'],
  ['on 05/06/2026', 'on 06/05/2026', 'day or month first'],
  ['leave it with no one', 'leave it with no 1', 'one is no number here'],
  ['delete it?', 'delete it', 'a question'],
  ['no, email me', 'no email me', 'a comma'],
  ['do not email. Him.', 'do not email him.', 'a full stop inside'],
  ['...', '!', 'nothing but punctuation'],
];

for (const [a, b, why] of DIFFERENT) {
  test(`not the same: ${JSON.stringify(a)} and ${JSON.stringify(b)}: ${why}`, () => {
    assert.notEqual(normaliseText(a), normaliseText(b));
  });
}

test('retyping changes nothing: case of the first letter, white space, quotes, invisible characters, a full stop', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), fc.nat(), (words, at) => {
      const text = words.join(' ');
      const cut = at % text.length;
      const retyped = `  ${text.charAt(0).toUpperCase()}${text.slice(1)}. `.replaceAll(' ', ' \t');
      const hidden = `${text.slice(0, cut)}\u200d${text.slice(cut)}`;
      assert.ok(sameText(text, retyped));
      assert.ok(sameText(text, hidden));
    }),
  );
});

test('another digit is another text, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.nat(99_999),
      fc.nat(99_999),
      fc.constantFrom('£', 'order ', '#', '', '1,'),
      (a, b, sign) => {
        fc.pre(a !== b);
        assert.ok(!sameText(`do not touch ${sign}${a} now`, `do not touch ${sign}${b} now`));
      },
    ),
  );
});

test('the kept forms do not change an answer: the ten-thousandth text as the first', () => {
  const first = normaliseText("don't email 7");
  for (let index = 0; index < 10_000; index += 1) normaliseText(`text ${index}`);
  assert.equal(normaliseText("don't email 7"), first);
  for (let index = 9_999; index >= 0; index -= 7) {
    assert.equal(normaliseText(`text ${index}`), `text ${index}`);
  }
});

const LONG = 100_000;
const HOSTILE: Readonly<Record<string, string>> = {
  'white space': ' '.repeat(LONG),
  dots: `${'.'.repeat(LONG)}x`,
  'digits and commas': '1,111'.repeat(LONG / 5),
  digits: '1'.repeat(LONG),
  'currency signs': '$'.repeat(LONG),
  'amounts that do not end': '£1'.repeat(LONG / 2),
  apostrophes: "'".repeat(LONG),
  'number words': 'two '.repeat(LONG / 4),
  months: '1 may '.repeat(LONG / 6),
  times: '9:9:'.repeat(LONG / 4),
  ligatures: '\ufdfa'.repeat(LONG / 10),
  'raised digits': '\u00b2'.repeat(LONG),
  'invisible characters': '\u200b'.repeat(LONG),
  'combining marks': `a${'\u0301\u0323'.repeat(LONG / 2)}`,
};

for (const [name, text] of Object.entries(HOSTILE)) {
  test(`100 kB of ${name} cannot hang it`, () => {
    const started = performance.now();
    normaliseText(text);
    // A quadratic form takes many seconds; this leaves a slow machine thirty times what is measured.
    assert.ok(performance.now() - started < 1500);
  });
}
