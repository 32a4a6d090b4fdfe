import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FIND_KNOWN, type FoundText, findPattern } from '../../../src/ledger/redact/known-texts.js';
import type { KnownText } from '../../../src/model/redaction.js';

const found = (name: KnownText, text: string): string[] =>
  FIND_KNOWN[name](text).map(({ start, end }) => text.slice(start, end));

/** Texts, and what of them is found. */
const TEXTS: Readonly<Record<KnownText, readonly (readonly [text: string, found: readonly string[]])[]>> = {
  email: [
    ['write to bob@example.com.', ['bob@example.com']],
    [
      "<Bob.O'Hara+x@mail.example.co.uk>, ann@example.org",
      ["Bob.O'Hara+x@mail.example.co.uk", 'ann@example.org'],
    ],
    ['mailto:bob@example.com?subject=x', ['bob@example.com']],
    ['zoë@bücher.example', ['zoë@bücher.example']],
    ['😀 bob@example.com 😀', ['bob@example.com']],
    ['bob@localhost, @handle, a@b, 5 @ 3.50', []],
  ],
  phone: [
    ['call +44 20 7946 0018 now', ['+44 20 7946 0018']],
    ['+442079460018', ['+442079460018']],
    ['+1 (555) 013-4477', ['+1 (555) 013-4477']],
    ['0044 20 7946 0018', ['0044 20 7946 0018']],
    ['020 7946 0018 or 07700 900123', ['020 7946 0018', '07700 900123']],
    ['(555) 213-4477, 555-213-4477', ['(555) 213-4477', '555-213-4477']],
    ['order 41182 of 2026-11-30, 01.12.2026 10:00, 30.11.2026, £68.40', []],
    ['RF-90412, 41182411824118, 12345678', []],
  ],
  card: [
    ['pay with 4111 1111 1111 1111 today', ['4111 1111 1111 1111']],
    ['4111-1111-1111-1111', ['4111-1111-1111-1111']],
    ['378282246310005', ['378282246310005']],
    ['order 12 4111 1111 1111 1111 7', ['4111 1111 1111 1111']],
    ['4111 1111 1111 1112', []],
    ['1764493200000', []],
    ['41111111111111114111111111111111', []],
    ['00000000000000', []],
  ],
  iban: [
    ['to GB82 WEST 1234 5698 7654 32 PLEASE', ['GB82 WEST 1234 5698 7654 32']],
    ['DE89370400440532013000', ['DE89370400440532013000']],
    ['gb82west12345698765432', ['gb82west12345698765432']],
    ['GB82 WEST 1234 5698 7654 33', []],
    ['AB12 CDEF', []],
  ],
};

describe('texts that are known by their form', () => {
  for (const [name, rows] of Object.entries(TEXTS)) {
    for (const [text, expected] of rows) {
      it(`${name}: ${JSON.stringify(text)}`, () =>
        assert.deepEqual(found(name as KnownText, text), expected));
    }
  }

  it('a number is the same however it is grouped', () => {
    const value = (name: KnownText, text: string): string | undefined => FIND_KNOWN[name](text)[0]?.value;
    assert.equal(value('card', '4111 1111 1111 1111'), value('card', '4111111111111111'));
    assert.equal(value('phone', '+44 20 7946 0018'), value('phone', '+442079460018'));
    assert.equal(value('iban', 'GB82 WEST 1234 5698 7654 32'), value('iban', 'gb82west12345698765432'));
  });

  it('every card whose check digit is right is found, and none whose is wrong', () => {
    const digits = fc.array(fc.nat(9), { minLength: 13, maxLength: 18 });
    fc.assert(
      fc.property(digits, fc.nat(9), (most, last) => {
        const number = `4${most.slice(1).join('')}${last}`;
        assert.equal(found('card', `card ${number}.`).length === 1, luhn(number));
      }),
    );
  });

  it('a pattern of one’s own finds what it matches, and never nothing', () => {
    const spans = (all: readonly FoundText[]): unknown => all.map(({ start, end }) => [start, end]);
    assert.deepEqual(spans(findPattern('order', 'ORD-[0-9]+')('😀 ORD-1 ORD-22')), [
      [3, 8],
      [9, 15],
    ]);
    assert.deepEqual(findPattern('any', 'x*')('abc'), []);
  });

  it('takes time that grows with the text alone', () => {
    // What would take a backtracking engine hours.
    const long = 'a'.repeat(200_000);
    assert.deepEqual(findPattern('slow', '(a+)+$')(`${long}b`), []);
    for (const name of Object.keys(TEXTS) as KnownText[]) {
      found(name, '4111 '.repeat(40_000));
      found(name, `${'a.'.repeat(20_000)}@`);
      found(name, 'AB12 '.repeat(20_000));
    }
  });
});

/** By another way than the code's: from the left, over a table. */
function luhn(number: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const odd = number.length % 2;
  const sum = [...number].reduce(
    (total, digit, index) => total + (index % 2 === odd ? (doubled[Number(digit)] ?? 0) : Number(digit)),
    0,
  );
  return sum % 10 === 0;
}
