import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TimeSeries } from '../../src/carry/time-series.js';
import type { TransferScore } from '../../src/model/carry.js';

const NOTHING = [0, 0, 0] as const;

function scoreOf(carried: number, held: number): Pick<TransferScore, 'scores' | 'intact'> {
  const none = { established: NOTHING, tool_results: NOTHING, confidence: NOTHING, stop_conditions: NOTHING };
  return { scores: { ...none, constraints: [carried, held, 0] }, intact: carried };
}

interface Item {
  readonly at: number;
  readonly carried: number;
  readonly held: number;
}

function seriesOf(items: readonly Item[], most = 2048): TimeSeries {
  const series = new TimeSeries(['constraints'], most);
  for (const { at, carried, held } of items) series.add(at, scoreOf(carried, held));
  return series;
}

const START = Date.UTC(2026, 10, 30);
const item = fc.record({
  at: fc.nat(1_000_000).map((ms) => START + ms),
  held: fc.constantFrom(0, 0, 1, 3),
  carried: fc.constant(0),
});

describe('TimeSeries', () => {
  it('is a rolling window, one by one, where there is room for every time', () => {
    const items = Array.from({ length: 30 }, (_, index) => ({
      at: START + index * 1000,
      held: 1,
      carried: index < 20 ? 1 : 0,
    }));
    const { window, points } = seriesOf(items).points('constraints', 10);
    assert.equal(window, 10);
    assert.equal(points.length, 30);
    for (const [index, { at, transfers, rate }] of points.entries()) {
      const inWindow = items.slice(Math.max(0, index - 9), index + 1);
      assert.equal(at, new Date(START + index * 1000).toISOString());
      assert.equal(transfers, inWindow.length);
      assert.equal(
        rate.carried,
        inWindow.reduce((sum, { carried }) => sum + carried, 0),
      );
    }
  });

  it('does not hang on the order, and never grows', () => {
    const both = fc
      .array(item, { minLength: 1, maxLength: 400 })
      .chain((items) =>
        fc.shuffledSubarray(items, { minLength: items.length }).map((other) => [items, other] as const),
      );
    fc.assert(
      fc.property(both, fc.constantFrom(1, 2, 7, 32), ([items, other], most) => {
        const told = seriesOf(items, most).points('constraints', 50);
        assert.deepEqual(seriesOf(other, most).points('constraints', 50), told);
        assert.ok(told.points.length <= most);
      }),
    );
  });

  it('counts every transfer once, however coarse it has become', () => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 300 }),
        fc.constantFrom(1, 3, 2048),
        (items, most) => {
          const { points } = seriesOf(items, most).points('constraints', 1_000_000);
          const last = points.at(-1);
          assert.equal(last?.transfers, items.length);
          assert.equal(
            last?.rate.held,
            items.reduce((sum, { held }) => sum + held, 0),
          );
        },
      ),
    );
  });

  it('has at most 500 points', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({
      at: START + index * 1000,
      held: 1,
      carried: 1,
    }));
    const { window, points } = seriesOf(items).points('constraints', 50);
    assert.equal(window, 400);
    assert.ok(points.length <= 500 && points.length > 400, `${points.length}`);
  });

  it('takes times before 1970', () => {
    const { points } = seriesOf(
      [
        { at: -5000, held: 1, carried: 1 },
        { at: 5000, held: 1, carried: 0 },
      ],
      1,
    ).points('constraints', 50);
    assert.deepEqual(
      points.map(({ transfers }) => transfers),
      [2],
    );
  });
});
