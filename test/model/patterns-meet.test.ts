import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesPattern } from '../../src/model/effect-pattern.js';
import { kindsMeet, patternsMeet, starsMeet } from '../../src/model/patterns-meet.js';

const CASES: readonly (readonly [a: string, b: string, meet: boolean])[] = [
  ['message.email', 'message.email', true],
  ['message.*', 'message.email', true],
  ['message.*', '*.email', true],
  ['message.*', 'payment.*', false],
  ['*', 'message.email', false],
  ['m*e', 'mess*', true],
  ['a*', 'b*', false],
  ['*a', '*b', false],
  ['a*a', 'a', false],
];

for (const [a, b, meet] of CASES) {
  test(`${a} and ${b} ${meet ? 'meet' : 'do not meet'}`, () => {
    assert.equal(kindsMeet(a, b), meet);
    assert.equal(kindsMeet(b, a), meet);
  });
}

/** Every text over two letters, up to a length that holds a meeting of such short patterns. */
const TEXTS: readonly string[] = textsUpTo(6);

function textsUpTo(length: number): string[] {
  const texts = [''];
  for (let from = 0; texts.length < 2 ** (length + 1) - 1; from += 1)
    for (const letter of 'ab') texts.push(`${texts[from]}${letter}`);
  return texts;
}

test('two patterns meet where a text matches both, and nowhere else', () => {
  const pattern = fc.stringMatching(/^[ab*]{1,3}$/);
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const matches = (one: string, target: string) =>
        matchesPattern({ kind: 'k', target: one }, { kind: 'k', target });
      assert.equal(
        starsMeet(a, b),
        TEXTS.some((text) => matches(a, text) && matches(b, text)),
      );
    }),
    { numRuns: 500 },
  );
});

test('whatever matches both of two patterns makes them meet', () => {
  const kind = fc.stringMatching(/^[ab*]{1,3}(\.[ab*]{1,3}){0,2}$/);
  const pattern = fc.record({ kind, target: fc.stringMatching(/^[ab*.]{1,4}$/) });
  fc.assert(
    fc.property(pattern, pattern, fc.constantFrom('', 'a', 'b', 'ab'), (a, b, filler) => {
      const effect = { kind: a.kind.replaceAll('*', filler), target: a.target.replaceAll('*', filler) };
      if (matchesPattern(b, effect)) assert.ok(patternsMeet(a, b));
      assert.equal(patternsMeet(a, b), patternsMeet(b, a));
    }),
  );
});
