import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rateOf } from '../../src/carry/rate.js';
import { wilson } from '../../src/carry/wilson.js';

const rounded = (pair: readonly [number, number] | null, digits: number): readonly number[] =>
  (pair ?? []).map((value) => Number(value.toFixed(digits)));

/**
 * Published: Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998)
 * 857-872, table I, method 3 (score without continuity correction); and the worked example of this product's design.
 */
const PUBLISHED: readonly (readonly [carried: number, held: number, low: number, high: number])[] = [
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
];

describe('wilson', () => {
  for (const [carried, held, low, high] of PUBLISHED) {
    it(`${carried} of ${held}, as published`, () => {
      assert.deepEqual(rounded(wilson(carried, held), 4), [low, high]);
    });
  }

  it("3 of 6, as in the design's alert", () => {
    assert.deepEqual(rounded(wilson(3, 6), 2), [0.19, 0.81]);
  });

  it('is none of nothing, and none of what is no share', () => {
    for (const [carried, held] of [
      [0, 0],
      [2, 1],
      [-1, 3],
      [Number.NaN, 3],
      [1, Number.NaN],
    ] as const)
      assert.equal(wilson(carried, held), null);
  });

  it('reaches the ends exactly', () => {
    for (const held of [1, 2, 7, 1000, 1e9]) {
      assert.equal(wilson(0, held)?.[0], 0);
      assert.equal(wilson(held, held)?.[1], 1);
    }
  });

  it('holds the shares at which the score test does not reject, by bisection', () => {
    const counts = fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.nat(5000))
      .map(([held, carried]) => [Math.min(carried, held), held] as const);
    fc.assert(
      fc.property(counts, ([carried, held]) => {
        const found = wilson(carried, held);
        assert.ok(found !== null);
        assert.ok(Math.abs(found[0] - edgeOf(carried, held, 0)) < 1e-9);
        assert.ok(Math.abs(found[1] - edgeOf(carried, held, 1)) < 1e-9);
      }),
    );
  });
});

/** The share between the observed one and this end at which |observed - share| is 1.96 standard errors of the share. */
function edgeOf(carried: number, held: number, end: 0 | 1): number {
  const observed = carried / held;
  const rejected = (share: number): boolean =>
    (observed - share) ** 2 * held > 1.959963984540054 ** 2 * share * (1 - share);
  let [inside, outside] = [observed, end as number];
  for (let step = 0; step < 200; step += 1) {
    const middle = (inside + outside) / 2;
    if (rejected(middle)) outside = middle;
    else inside = middle;
  }
  return inside;
}

describe('rateOf', () => {
  it('tells both bounds while something is unresolved', () => {
    const rate = rateOf({ carried: 3, held: 6, unresolved: 2, intact: 1 });
    assert.deepEqual([rate.value, rate.upper], [0.5, 5 / 6]);
    assert.deepEqual(rate.interval, [wilson(3, 6)?.[0], wilson(5, 6)?.[1]]);
    assert.deepEqual([rate.carried, rate.held, rate.unresolved, rate.intact], [3, 6, 2, 1]);
  });

  it('is no rate of nothing', () => {
    const { value, upper, interval } = rateOf({ carried: 0, held: 0, unresolved: 0, intact: 0 });
    assert.deepEqual([value, upper, interval], [null, null, null]);
  });
});
