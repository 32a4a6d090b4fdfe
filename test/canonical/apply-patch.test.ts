import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPatch as byTheLibrary } from 'rfc6902';
import { applyPatch, MOST_ADDED } from '../../src/canonical/apply-patch.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { sameJson } from '../../src/canonical/same-json.js';

const doubling = (times: number): JsonValue[] =>
  Array.from({ length: times }, (_, index) => ({ op: 'copy', from: '', path: `/0/x${index}` }));

test('a document that is copied into itself again and again ends with an error, before it is large', () => {
  const document: JsonValue = [{ text: 'x'.repeat(100) }];
  const [values, characters] = [1_000, 10_000];
  assert.throws(() => applyPatch(document, doubling(40), { values, characters }), {
    name: 'TypeError',
    message: /^operation 6, copy \/0\/x6: a patch adds 1000 values and 10000 characters at most/,
  });
  assert.ok(JSON.stringify(document).length < 2 * characters);
  assert.throws(() => applyPatch([{}], doubling(40)), new RegExp(`${MOST_ADDED.values} values`));
});

test('what is added by value counts as well', () => {
  const add = { op: 'add', path: '/0', value: 'x'.repeat(600) };
  assert.throws(() => applyPatch([], [add, add], { values: 9, characters: 1_000 }), /operation 1, add/);
});

const WRONG: readonly (readonly [operation: JsonValue, words: RegExp])[] = [
  [null, /an operation is a map/],
  [3, /an operation is a map/],
  [{ op: 'ad', path: '/0', value: 1 }, /Invalid operation/],
  [{ op: 'add', path: '/0' }, /Invalid operation/],
  [{ op: 'add', path: 'a', value: 1 }, /Invalid JSON Pointer/],
  [{ op: 'add', path: 3, value: 1 }, /./],
  [{ op: 'copy', from: 'a', path: '/0' }, /Invalid JSON Pointer/],
  [{ op: 'move', from: '', path: '/0' }, /./],
  [{ op: 'remove', path: '/9' }, /required at path/],
  [{ op: 'test', path: '/0', value: 2 }, /another value/],
  [{ op: 'test', value: 2 }, /`path`/],
];

for (const [operation, words] of WRONG)
  test(`an operation that does not apply is told: ${JSON.stringify(operation)}`, () => {
    assert.throws(() => applyPatch([1], [operation]), { name: 'TypeError', message: words });
  });

test('it is what the library does, for any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const operations = [
        { op: 'add', path: '/a', value },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'test', path: '/b', value },
        { op: 'move', from: '/b', path: '/c' },
      ] as never[];
      const [mine, theirs] = [{}, {}];
      applyPatch(mine, operations);
      assert.deepEqual(byTheLibrary(theirs, operations), [null, null, null, null]);
      assert.deepEqual(mine, theirs);
      assert.ok(sameJson(mine, theirs));
    }),
  );
});
