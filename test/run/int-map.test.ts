import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IntMap } from '../../src/run/int-map.js';

const entries = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 9 })), { maxLength: 80 });

function made(list: readonly (readonly [number, number])[]): IntMap<number> {
  return list.reduce((map, [key, value]) => map.set(key, value), IntMap.empty<number>());
}

function listed(map: IntMap<number>): [number, number][] {
  const all: [number, number][] = [];
  map.forEach((value, key) => void all.push([key, value]));
  return all;
}

const sorted = (map: ReadonlyMap<number, number>): [number, number][] => [...map].sort(([a], [b]) => a - b);

test('it does what a Map does, and older ones stay as they were', () => {
  fc.assert(
    fc.property(entries, fc.array(fc.nat(5000)), (list, gone) => {
      const full = made(list);
      const before = listed(full);
      const map = new Map(list);
      assert.deepEqual(before, sorted(map));
      let less = full;
      for (const key of [...gone, ...map.keys()].filter((_, at) => at % 2 === 0)) {
        less = less.delete(key);
        map.delete(key);
      }
      assert.deepEqual(listed(less), sorted(map));
      assert.deepEqual(listed(full), before);
      assert.equal(less.isEmpty(), map.size === 0);
    }),
  );
});

test('a merge is the union, and gives the same map back where nothing is new', () => {
  fc.assert(
    fc.property(entries, entries, (a, b) => {
      const [one, other] = [made(a), made(b)];
      const union = new Map(b);
      for (const [key, value] of new Map(a)) union.set(key, Math.min(value, union.get(key) ?? value));
      const merged = one.merge(other, Math.min);
      assert.deepEqual(listed(merged), sorted(union));
      assert.equal(merged.merge(other, Math.min), merged);
      assert.equal(merged.merge(one, Math.min), merged);
    }),
  );
});

test('setting what is there gives the same map, and keys outside are not there', () => {
  const map = made([[7, 1]]);
  assert.equal(map.set(7, 1), map);
  assert.equal(map.delete(8), map);
  assert.equal(map.get(-1), undefined);
  assert.equal(map.get(10 ** 6), undefined);
});
