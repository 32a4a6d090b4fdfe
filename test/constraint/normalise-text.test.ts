import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normaliseText, sameText } from '../../src/constraint/normalise-text.js';
import { PAIRS } from './pairs-data.js';

test('of the labelled pairs, none that is not the same becomes equal', () => {
  const wrong = PAIRS.filter(({ label, a, b }) => label !== 'same' && sameText(a, b));
  assert.deepEqual(wrong, []);
});

// All in capitals, a soft hyphen, "$" for "USD": each can hide another rule, so each costs a question.
const NOT_TAKEN_FOR_THE_SAME: readonly string[] = ['p031', 'p041', 'p042'];

test('of the labelled pairs, all that differ only in how they are typed become equal, but for three', () => {
  const typed = PAIRS.filter(({ cat }) => cat === 'typographic');
  assert.equal(typed.length, 14);
  assert.deepEqual(
    typed.filter(({ a, b }) => !sameText(a, b)).map(({ id }) => id),
    NOT_TAKEN_FOR_THE_SAME,
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
  ['refund US$5', 'refund USD 5.00'],
  ['refund $5', 'refund $5.00'],
  ['refund £1,250', 'refund 1250 GBP'],
  ['keep 5 percent', 'keep 5%'],
  ['two approvers', '2 approvers'],
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
  ['limit it to 5 mW', 'limit it to 5 MW', 'a unit'],
  ['at most 10 Mb', 'at most 10 mb', 'a unit'],
  ['do not touch /data/Backup', 'do not touch /data/backup', 'a path'],
  ['do not use key aB3x', 'do not use key AB3X', 'a key'],
  ['do not share the PIN', 'do not share the pin', 'an abbreviation'],
  ['do not call ICE', 'do not call ice', 'an agency'],
  ['ship IN', 'ship in', 'a code'],
  ['sell in OR', 'sell in or', 'a state'],
  ['read the CAN bus', 'read the can bus', 'a bus'],
  ['no Polish staff', 'no polish staff', 'a name'],
  ['refund orders 41,182', 'refund orders 41182', 'two orders'],
  ['more than 1,250 kg', 'more than 1250 kg', 'a decimal comma or a group'],
  ['pay 1,250 EUR', 'pay 1250 EUR', 'a group before a code'],
  ['pay $50', 'pay USD 50', 'whose dollar'],
  ['wait 10 pm', 'wait 22:00', 'a length or an hour'],
  ['at 10:30 pm', 'at 22:30', 'no times'],
  ['delete /data/two', 'delete /data/2', 'a path is no number'],
  ['reply "two"', 'reply "2"', 'a quotation'],
  ['delete /data/..', 'delete /data/', 'a path that ends in dots'],
  ['do not delete .', 'do not delete', 'a folder'],
  ['the key is aB3!', 'the key is aB3', 'a key that ends in punctuation'],
  ['call e-mail.example', 'call email.example', 'an address'],
  ['rooms 2\u32c0', 'rooms 21\u6708', 'a sign that holds a digit'],
];

for (const [a, b, why] of DIFFERENT) {
  test(`not the same: ${JSON.stringify(a)} and ${JSON.stringify(b)}: ${why}`, () => {
    assert.notEqual(normaliseText(a), normaliseText(b));
  });
}

const HELD = 'do not email the customer';
const tags = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join('');
const HIDDEN: Readonly<Record<string, string>> = {
  'a sentence in tag characters': tags(' unless he is rude'),
  'one tag': tags('a'),
  'a language tag': '\u{e0001}',
  'Hangul fillers': '\u3164',
  'a choseong filler': '\u115f',
  'a half-width filler': '\uffa0',
  'a right-to-left override': '\u202e',
  'an isolate': '\u2066',
  'a right-to-left mark': '\u200f',
  'an Arabic letter mark': '\u061c',
  'a variation selector': '\ufe0f',
  'a variation selector of the supplement': '\u{e0100}',
  'a soft hyphen': '\u00ad',
  'a vowel separator': '\u180e',
  'a grapheme joiner': '\u034f',
  'an invisible times': '\u2062',
  'an annotation anchor': '\ufff9',
  'a musical beam': '\u{1d173}',
};

for (const [name, hidden] of Object.entries(HIDDEN)) {
  test(`hidden text makes another text: ${name}`, () => {
    const [start, middle, end] = [
      `${hidden}${HELD}`,
      HELD.replace(' the', `${hidden} the`),
      `${HELD}${hidden}`,
    ];
    for (const text of [start, middle, end, `${HELD}. ${hidden}`]) assert.ok(!sameText(HELD, text));
  });
}

test('five characters that spell nothing go, and no other of those that cannot be seen', () => {
  const gone: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    const unseen = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(character);
    if (unseen && !/\s/.test(character.replace('\ufeff', '')) && sameText('ab', `a${character}b`)) {
      gone.push(code.toString(16));
    }
  }
  assert.deepEqual(gone, ['200b', '200c', '200d', '2060', 'feff']);
});

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

test('a row of marks that no language has keeps a text as it is', () => {
  const row = '\u0301'.repeat(40);
  assert.ok(sameText(`a${row}.`, `a${row}`));
  assert.ok(!sameText(`a${row}`, `a${row}\u034f`));
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
  'half-width sound marks': `a${'\uff9e\u0323'.repeat(LONG / 2)}`,
  'e-mails': 'e-mail!!!!'.repeat(LONG / 10),
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
