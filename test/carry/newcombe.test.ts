import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newcombe } from '../../src/carry/newcombe.js';

/** Newcombe (1998), table II, method 10: the paper's p1 less p2, so the second is `before`. */
const PUBLISHED = [
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
] as const;

describe('the interval of a difference', () => {
  for (const [a, m, b, n, low, high] of PUBLISHED) {
    it(`${a}/${m} less ${b}/${n}, as published`, () => {
      const interval = newcombe({ carried: b, held: n }, { carried: a, held: m });
      assert.ok(interval);
      assert.ok(Math.abs(interval[0] - low) < 6e-5, `${interval[0]}`);
      assert.ok(Math.abs(interval[1] - high) < 6e-5, `${interval[1]}`);
    });
  }

  it('is null where nothing was held', () => {
    assert.equal(newcombe({ carried: 0, held: 0 }, { carried: 1, held: 1 }), null);
    assert.equal(newcombe({ carried: 1, held: 1 }, { carried: 0, held: 0 }), null);
  });

  const share = fc
    .tuple(fc.nat(500), fc.integer({ min: 1, max: 500 }))
    .map(([carried, held]) => ({ carried: Math.min(carried, held), held }));

  it('holds the difference, mirrors when the two change places, and lies in -1..1', () => {
    fc.assert(
      fc.property(share, share, (before, after) => {
        const [low = Number.NaN, high = Number.NaN] = newcombe(before, after) ?? [];
        const difference = after.carried / after.held - before.carried / before.held;
        assert.ok(low <= difference + 1e-12 && difference <= high + 1e-12);
        assert.ok(low >= -1 && high <= 1);
        const [back = Number.NaN, front = Number.NaN] = newcombe(after, before) ?? [];
        assert.ok(Math.abs(back + high) < 1e-12 && Math.abs(front + low) < 1e-12);
      }),
    );
  });
});
