import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesPattern } from '../../src/model/effect-pattern.js';

const matches = (pattern: string, text: string): boolean =>
  matchesPattern({ kind: pattern, target: 'x' }, { kind: text, target: 'x' });

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
