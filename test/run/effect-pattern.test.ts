import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesPattern } from '../../src/model/effect-pattern.js';

const matches = (pattern: string, text: string): boolean =>
  matchesPattern({ kind: pattern, target: 'x' }, { kind: text, target: 'x' });

const CASES: readonly (readonly [pattern: string, text: string, expect: boolean])[] = [
  ['message.email', 'message.email', true],
  ['message.email', 'message.sms', false],
  ['message.*', 'message.email', true],
  ['message.*', 'message.email.draft', false],
  ['message.*', 'message.', true],
  ['message.*', 'message', false],
  ['*', 'message', true],
  ['*', 'message.email', false],
  ['*.*', 'message.email', true],
  ['pay*.re*d', 'payment.refund', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*ab*ab*', 'abab', true],
  ['*ab*ab*', 'aba', false],
  ['a*b*c', 'abcbc', true],
  ['a.b', 'axb', false],
  ['[a]+', '[a]+', true],
  ['m*', 'Message', false],
];

for (const [pattern, text, expect] of CASES) {
  test(`${pattern} ${expect ? 'matches' : 'does not match'} ${text}`, () => {
    assert.equal(matches(pattern, text), expect);
  });
}

test('the target has to match as well', () => {
  const effect = { kind: 'message.email', target: 'customer' };
  assert.ok(matchesPattern({ kind: 'message.email', target: 'cust*' }, effect));
  assert.ok(!matchesPattern({ kind: 'message.email', target: 'merchant' }, effect));
});

test('it agrees with an escaped regular expression on short texts', () => {
  const letters = (...units: string[]): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...units), maxLength: 10 });
  fc.assert(
    fc.property(letters('a', 'b', '.', '*', '*'), letters('a', 'b', '.'), (pattern, text) => {
      const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]*');
      assert.equal(matches(pattern, text), new RegExp(`^${source}$`, 'u').test(text));
    }),
    { numRuns: 5000 },
  );
});

test('a hostile pattern and text take time in proportion to their lengths', () => {
  const half = 'a'.repeat(100_000);
  const started = performance.now();
  assert.ok(!matches(`*${half}b${half}*`, half.repeat(4)));
  assert.ok(performance.now() - started < 1500);
});
