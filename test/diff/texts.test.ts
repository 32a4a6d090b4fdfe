import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pointer } from '../../src/canonical/pointer.js';
import { lineHunks } from '../../src/diff/texts/line-hunks.js';
import { regoParts } from '../../src/diff/texts/rego-parts.js';
import { linePointers } from '../../src/diff/texts/schema-pointers.js';
import type { TextLine } from '../../src/model/policy-diff.js';

const line = fc.constantFrom('a', 'b := 1', 'b := 2', 'limit := 25', 'limit := 50', '', 'x y z', 'x y w');
const lines = fc.array(line, { maxLength: 12 });

function textOf({ pieces }: TextLine): string {
  return pieces.map(({ text }) => text).join('');
}

test('hunks say all that changed: what is not in them is the same in both', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const told = lineHunks(before, after).flatMap((hunk) => hunk.lines);
      const of = (kind: TextLine['kind']): string[] => told.filter((one) => one.kind === kind).map(textOf);
      // As many of each line are gone and came as there are fewer and more of it.
      for (const text of new Set([...before, ...after])) {
        const count = (list: readonly string[]): number => list.filter((one) => one === text).length;
        assert.equal(count(after) - count(before), count(of('added')) - count(of('removed')), text);
      }
      assert.equal(told.length === 0, JSON.stringify(before) === JSON.stringify(after));
    }),
    { numRuns: 500 },
  );
});

test('words are marked within a line that stands in the place of another', () => {
  const [hunk] = lineHunks(['limit := 25'], ['limit := 50']);
  assert.deepEqual(
    hunk?.lines.map(({ kind, pieces }) => [
      kind,
      pieces.filter(({ changed }) => changed).map(({ text }) => text),
    ]),
    [
      ['removed', ['25']],
      ['added', ['50']],
    ],
  );
});

test('a policy is in pieces by its rules, each under its head', () => {
  const text =
    'package x\n\nimport data.y\n\n# Why.\nlimit := 25\n\nproven contains code if {\n\tcode := 1\n}\n\nproven contains "b"\n';
  assert.deepEqual(
    regoParts(text).map(({ part }) => part),
    [null, 'limit', 'proven', 'proven (2)'],
  );
});

test('a line of a schema has the pointer of what stands in it', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify({ 'a/b': value, last: [1, { c: '": "' }] }, null, 2).split('\n');
      const pointers = linePointers(text);
      assert.equal(pointers.at(-1), '');
      assert.ok(pointers.includes(pointer('a/b')));
      assert.ok(pointers.includes(pointer('last', 1, 'c')));
      assert.equal(pointers.length, text.length);
    }),
  );
});
