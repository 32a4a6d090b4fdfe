import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { pointer } from '../../src/canonical/pointer.js';
import { diffConfig } from '../../src/config/diff-config.js';
import { normaliseConfig } from '../../src/config/normalise-config.js';
import type { ConfigChange } from '../../src/model/config.js';
import { applied, canBeApplied, meaning } from './apply-changes.js';
import { anyConfig, anyScalar, nested, objectOf, objectsOf, shuffled } from './arbitrary-config.js';

function diff(before: JsonValue, after: JsonValue): readonly ConfigChange[] {
  const { changes, omitted } = diffConfig(before, after, { limit: Number.POSITIVE_INFINITY });
  assert.equal(omitted, 0);
  return changes;
}

interface Row {
  readonly says: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly changes: readonly ConfigChange[];
}

const FLAG = { enabled: true, rollout: 10, owner: 'checkout' };
const LONG = 'a text of twenty-two';

const ROWS: readonly Row[] = [
  {
    says: 'a member replaced, one added, one removed, by key',
    before: { b: 1, z: 1, a: 1 },
    after: { b: 2, c: 1, z: 1 },
    changes: [
      { op: 'remove', path: '/a', before: 1 },
      { op: 'replace', path: '/b', before: 1, after: 2 },
      { op: 'add', path: '/c', after: 1 },
    ],
  },
  {
    says: 'a whole document',
    before: [1],
    after: { a: 1 },
    changes: [{ op: 'replace', path: '', before: [1], after: { a: 1 } }],
  },
  {
    says: 'null is a value, undefined is none',
    before: { a: null, b: undefined, c: 1 },
    after: { a: undefined, b: null, c: 1, d: undefined },
    changes: [
      { op: 'remove', path: '/a', before: null },
      { op: 'add', path: '/b', after: null },
    ],
  },
  {
    says: 'one item put in is one add',
    before: { list: [1, 2, 3, 4] },
    after: { list: [1, 9, 2, 3, 4] },
    changes: [{ op: 'add', path: '/list/1', after: 9 }],
  },
  {
    says: 'one item taken out is one remove',
    before: { list: [{ a: 1 }, { a: 2 }, { a: 3 }] },
    after: { list: [{ a: 1 }, { a: 3 }] },
    changes: [{ op: 'remove', path: '/list/1', before: { a: 2 } }],
  },
  {
    says: 'several, each at its index by then',
    before: ['a', 'b', 'c', 'd', 'e'],
    after: ['x', 'a', 'd', 'e', 'y', 'z'],
    changes: [
      { op: 'add', path: '/0', after: 'x' },
      { op: 'remove', path: '/2', before: 'b' },
      { op: 'remove', path: '/2', before: 'c' },
      { op: 'add', path: '/4', after: 'y' },
      { op: 'add', path: '/5', after: 'z' },
    ],
  },
  {
    says: 'within an item, also behind one that was put in',
    before: [{ a: 1, b: 1 }, 'x', { a: 2, b: [1, 2] }],
    after: ['new', { a: 1, b: 1 }, 'x', { a: 2, b: [1, 3] }],
    changes: [
      { op: 'add', path: '/0', after: 'new' },
      { op: 'replace', path: '/3/b/1', before: 2, after: 3 },
    ],
  },
  {
    says: 'an object for an array',
    before: { a: [] },
    after: { a: {} },
    changes: [{ op: 'replace', path: '/a', before: [], after: {} }],
  },
  {
    says: 'a renamed member is one move',
    before: { flags: { checkout_v1: FLAG, other: 1 } },
    after: { flags: { checkout_v2: { owner: 'checkout', rollout: 10, enabled: true }, other: 1 } },
    changes: [{ op: 'move', path: '/flags/checkout_v2', from: '/flags/checkout_v1', after: FLAG }],
  },
  {
    says: 'moved to where an earlier key is',
    before: { a: {}, z: { x: LONG } },
    after: { a: { x: LONG }, z: {} },
    changes: [{ op: 'move', path: '/a/x', from: '/z/x', after: LONG }],
  },
  {
    says: 'a renaming before a move, a move under the same key before any other',
    before: { a: { x: LONG, y: LONG, z: LONG }, b: {} },
    after: { a: { w: LONG }, b: { y: LONG, q: LONG } },
    changes: [
      { op: 'move', path: '/a/w', from: '/a/x', after: LONG },
      { op: 'move', path: '/b/q', from: '/a/z', after: LONG },
      { op: 'move', path: '/b/y', from: '/a/y', after: LONG },
    ],
  },
  {
    says: 'moved out of an item of a list into one before it and one behind',
    before: [{}, { x: FLAG, y: LONG }, 1, {}],
    after: ['new', { x: FLAG }, {}, { y: LONG }],
    changes: [],
  },
  ...[true, 0, 123_456, '', 'info', [], {}, { enabled: true }, { enabled: false }, 'nineteen letters'].map(
    (value) => ({
      says: `${JSON.stringify(value)} elsewhere is no evidence of a move`,
      before: { a: value },
      after: { b: value },
      changes: [
        { op: 'remove', path: '/a', before: value } as const,
        { op: 'add', path: '/b', after: value } as const,
      ],
    }),
  ),
  {
    says: 'two of one: one moved, one added',
    before: { a: FLAG },
    after: { b: FLAG, c: FLAG },
    changes: [
      { op: 'move', path: '/b', from: '/a', after: FLAG },
      { op: 'add', path: '/c', after: FLAG },
    ],
  },
  {
    says: 'items of a list do not move',
    before: { a: [FLAG], b: [] },
    after: { a: [], b: [FLAG] },
    changes: [
      { op: 'remove', path: '/a/0', before: FLAG },
      { op: 'add', path: '/b/0', after: FLAG },
    ],
  },
  {
    says: 'keys as any other',
    before: JSON.parse('{"":1,"a/b":1,"m~n":1,"__proto__":{"x":1},"constructor":1}') as JsonValue,
    after: JSON.parse('{"":2,"a/b":2,"m~n":2,"__proto__":{"x":2},"toString":1}') as JsonValue,
    changes: [
      { op: 'replace', path: '/', before: 1, after: 2 },
      { op: 'replace', path: '/__proto__/x', before: 1, after: 2 },
      { op: 'replace', path: '/a~1b', before: 1, after: 2 },
      { op: 'remove', path: '/constructor', before: 1 },
      { op: 'replace', path: '/m~0n', before: 1, after: 2 },
      { op: 'add', path: '/toString', after: 1 },
    ],
  },
];

for (const { says, before, after, changes } of ROWS) {
  test(says, () => {
    if (changes.length > 0) assert.deepEqual(diff(before, after), changes);
    if (canBeApplied(before, after))
      assert.equal(meaning(applied(before, diff(before, after))), meaning(after));
  });
}

const SAME: readonly (readonly [JsonValue, JsonValue])[] = [
  [JSON.parse('[1, 100, 0.1]'), JSON.parse('[1.0, 1e2, 1E-1]')],
  [-0, 0],
  ['2026-11-30T09:00:00Z', '2026-11-30T10:00:00.000+01:00'],
  [{ a: undefined }, {}],
];

for (const [one, other] of SAME)
  test(`${JSON.stringify(one)} means ${JSON.stringify(other)}`, () => assert.deepEqual(diff(one, other), []));

const OTHER: readonly (readonly [JsonValue, JsonValue])[] = [
  ['1.10', '1.1'],
  ['1', 1],
  ['true', true],
  [null, 'null'],
  [null, false],
  [[], {}],
  [0, null],
  ['a', 'A'],
  ['\u00e9', 'e\u0301'],
  ['2026-11-30', '2026-11-30T00:00:00Z'],
  ['2026-11-30T09:00:00Z', '2026-11-30T09:00:00'],
  ['2026-11-30T09:00:00.1Z', '2026-11-30T09:00:00.10000000000000000001Z'],
  [
    [1, 2],
    [2, 1],
  ],
];

for (const [one, other] of OTHER) {
  test(`${JSON.stringify(one)} does not mean ${JSON.stringify(other)}`, () => {
    assert.deepEqual(diff(one, other).length > 0, true);
    assert.deepEqual(diff({ a: [one] }, { a: [other] }).length > 0, true);
  });
}

/** A document and one made of it: so that they have most in common. */
const anyPair: fc.Arbitrary<readonly [JsonValue, JsonValue]> = fc.oneof(
  fc.tuple(anyConfig, anyConfig),
  fc
    .tuple(anyConfig, fc.array(fc.tuple(fc.nat(), fc.nat(), anyConfig), { maxLength: 5 }))
    .map(([document, dice]) => {
      const changed = dice.reduce<JsonValue>((value, [a, b, put]) => mutated(value, a, b, put), document);
      return [document, changed] as const;
    }),
);

/** Somewhere below: one item or member put in, taken out, replaced, or moved. */
function mutated(value: JsonValue, a: number, b: number, put: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return put;
  const members = Object.entries(value) as [string, JsonValue][];
  const at = members.length === 0 ? 0 : a % members.length;
  const found = members[at];
  if (found !== undefined && b % 3 !== 0)
    members[at] = [found[0], mutated(found[1], b, Math.floor(a / 3), put)];
  else if (a % 4 === 0) members.splice(at, 0, [`new${b % 5}`, put]);
  else if (a % 4 === 1) members.splice(at, 1);
  else if (found !== undefined && a % 4 === 2) members[at] = [`moved${b % 3}`, found[1]];
  else if (found !== undefined) members.splice(0, 0, ...members.splice(at, 1));
  return Array.isArray(value) ? members.map(([, item]) => item) : objectOf([...new Map(members)]);
}

test('applied to the baseline, the diff gives the live document', () => {
  fc.assert(
    fc.property(anyPair, ([before, after]) => {
      fc.pre(canBeApplied(before, after));
      assert.equal(meaning(applied(before, diff(before, after))), meaning(after));
    }),
    { numRuns: 2_000 },
  );
});

test('with moves between objects in lists', () => {
  const texts = ['one text that is moved', 'another that is moved', 'a third that is moved'];
  const objects = objectsOf(fc.oneof(fc.constantFrom(...texts), objectsOf(fc.constantFrom(...texts))));
  const lists = fc.array(fc.oneof(objects, fc.constantFrom('x', 'y')), { maxLength: 6 });
  let moves = 0;
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      fc.pre(canBeApplied(before, after));
      const changes = diff(before, after);
      moves += changes.filter(({ op }) => op === 'move').length;
      assert.equal(meaning(applied(before, changes)), meaning(after));
    }),
    { numRuns: 2_000 },
  );
  assert.ok(moves > 100, `${moves} moves`);
});

test('long lists of few values', () => {
  const list = fc.array(fc.constantFrom<JsonValue>(1, 2, 3, 'a', { a: 1 }, { a: 2 }), { maxLength: 60 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const changes = diff(before, after);
      assert.equal(meaning(applied(before, changes)), meaning(after));
      assert.ok(
        changes.length <= before.length + after.length - 2 * common(before, after),
        'more than needed',
      );
    }),
  );
});

/** The length of a longest common subsequence, by the table that is in every textbook. */
function common(before: readonly JsonValue[], after: readonly JsonValue[]): number {
  let row = after.map(() => 0);
  for (const one of before) {
    const last = row;
    row = [];
    after.forEach((other, index) => {
      const same = canonicalJson(one) === canonicalJson(other);
      row.push(same ? (last[index - 1] ?? 0) + 1 : Math.max(last[index] ?? 0, row[index - 1] ?? 0));
    });
  }
  return row[row.length - 1] ?? 0;
}

test('nothing changed gives nothing: other order of keys, other spellings, a copy', () => {
  fc.assert(
    fc.property(anyConfig, (document) => {
      assert.deepEqual(diff(document, shuffled(respelled(document))), []);
    }),
  );
});

function respelled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(respelled);
  if (value === 0) return -0;
  if (value === '2026-11-30T09:00:00Z') return '2026-11-30T10:00:00.000+01:00';
  if (value === null || typeof value !== 'object') return value;
  return objectOf(Object.entries(value).map(([key, member]) => [key, respelled(member as JsonValue)]));
}

test('nothing changed gives nothing: other order of an array with identity', () => {
  const items = fc.uniqueArray(fc.tuple(fc.integer(), anyConfig), { selector: ([id]) => id, maxLength: 8 });
  fc.assert(
    fc.property(items, (entries) => {
      const list = entries.map(([id, value]) => ({ id, value }));
      const [one, other] = [list, [...list].reverse()].map((of) =>
        normaliseConfig({ list: of }, { identity: { '/list': 'id' } }),
      );
      assert.ok(one !== undefined && 'document' in one && other !== undefined && 'document' in other);
      assert.deepEqual(diff(one.document, other.document), []);
    }),
  );
});

test('the order of keys does not change the diff', () => {
  fc.assert(
    fc.property(anyPair, ([before, after]) => {
      assert.deepEqual(told(diff(shuffled(before), shuffled(after))), told(diff(before, after)));
    }),
  );
});

function told(changes: readonly ConfigChange[]): string {
  return canonicalJson(asJson(changes));
}

function asJson(changes: readonly ConfigChange[]): JsonValue {
  return changes as unknown as JsonValue;
}

test('a planted change is found, at its path', () => {
  const path = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('a', 'b/c', '~', '')), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(path, anyConfig, anyScalar, anyScalar, (segments, beside, was, is) => {
      fc.pre(meaning(was) !== meaning(is));
      const [before, after] = [planted(segments, beside, was), planted(segments, beside, is)];
      assert.deepEqual(diff(before, after), [
        { op: 'replace', path: pointer(...segments), before: was, after: is },
      ]);
    }),
  );
});

/** A document with this value at the path: a number is an index, and there are as many items before and one behind. */
function planted(segments: readonly (string | number)[], beside: JsonValue, value: JsonValue): JsonValue {
  const [first, ...rest] = segments;
  if (first === undefined) return value;
  const inner = planted(rest, beside, value);
  if (typeof first === 'string')
    return objectOf([
      ['beside', beside],
      [first, inner],
    ]);
  return [...Array.from({ length: first }, () => beside), inner, beside];
}

test('from the live document back, the diff is the mirror image', () => {
  fc.assert(
    fc.property(anyPair, ([before, after]) => {
      const [there, back] = [diff(before, after), diff(after, before)];
      if (canBeApplied(before, after)) assert.equal(meaning(applied(after, back)), meaning(before));
      assert.equal(there.length === 0, back.length === 0);
    }),
  );
  fc.assert(
    fc.property(objects(), objects(), (before, after) => {
      const mirror = diff(after, before).map(mirrored);
      assert.equal(meaning(asJson(mirror)), meaning(asJson(diff(before, after))));
    }),
  );
});

/** Without arrays, whose indices are those of the time. */
function objects(): fc.Arbitrary<JsonValue> {
  const leaf = fc.oneof(anyScalar, fc.constantFrom<JsonValue>(FLAG, LONG));
  return objectsOf(fc.oneof(leaf, objectsOf(fc.oneof(leaf, objectsOf(leaf)))));
}

function mirrored(change: ConfigChange): ConfigChange {
  const { op, path, from, before, after } = change;
  if (op === 'move') return { op, path: from ?? '', from: path, after: after ?? null };
  if (op === 'add') return { op: 'remove', path, before: after ?? null };
  if (op === 'remove') return { op: 'add', path, after: before ?? null };
  return { op, path, before: after ?? null, after: before ?? null };
}

test('what is left out is told', () => {
  const before = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, index]));
  const after = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, index + 1]));
  const whole = diff(before, after);
  assert.equal(whole.length, 1_500);
  assert.deepEqual(diffConfig(before, after), { changes: whole.slice(0, 1_000), omitted: 500 });
  assert.deepEqual(diffConfig(before, after, { limit: 3 }), { changes: whole.slice(0, 3), omitted: 1_497 });
  assert.deepEqual(diffConfig(before, after, { limit: 0 }), { changes: [], omitted: 1_500 });
});

test('too deep a document is not compared', () => {
  const deep = nested(10_000, 1);
  assert.throws(() => diffConfig(deep, nested(10_000, 2)), TypeError);
  assert.throws(() => diffConfig([0, { a: 1, b: deep }, 2], [{ a: 2, b: deep }, 3, 4]), TypeError);
  assert.throws(() => diffConfig({ a: { a: 1, b: deep } }, { b: { a: 1, b: deep } }), TypeError);
});

function manyKeys(prefix: string, value: (index: number) => JsonValue): Record<string, JsonValue> {
  return Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [prefix + index, value(index)]));
}

test('100,000 keys', () => {
  const value = (index: number): JsonValue => ({ v: index % 1000, l: [1] });
  const before = { ...manyKeys('key-', value), planted: { v: 1, l: [1] } };
  const after = { ...manyKeys('key-', value), planted: { v: 2, l: [2] } };
  assert.deepEqual(diff(before, after), [
    { op: 'replace', path: '/planted/l/0', before: 1, after: 2 },
    { op: 'replace', path: '/planted/v', before: 1, after: 2 },
  ]);
  assert.equal(diffConfig(manyKeys('a', value), manyKeys('b', value)).omitted, 200_000 - 1_000);
  const moved = diff(
    manyKeys('a', (index) => LONG + (index % 7)),
    manyKeys('b', (index) => LONG + (index % 7)),
  );
  assert.deepEqual([moved.length, moved.every(({ op }) => op === 'move')], [100_000, true]);
});

test('100,000 items: one put in, one taken out, one changed; turned round; all alike', () => {
  const list = Array.from({ length: 100_000 }, (_, index) => ({ value: index }));
  const changed: JsonValue[] = [...list];
  changed.splice(99_000, 1);
  changed[50_000] = { value: -1 };
  changed.splice(10, 0, 'new');
  assert.deepEqual(diff({ list }, { list: changed }), [
    { op: 'add', path: '/list/10', after: 'new' },
    { op: 'replace', path: '/list/50001/value', before: 50_000, after: -1 },
    { op: 'remove', path: '/list/99001', before: { value: 99_000 } },
  ]);
  const turned = [...list].reverse();
  assert.deepEqual(diff({ list }, { list: turned }), [
    { op: 'replace', path: '/list', before: list, after: turned },
  ]);
  const few = list.map((_, index) => index % 2);
  const other = list.map((_, index) => index % 3);
  assert.deepEqual(
    diff(few, other).map(({ op, path }) => [op, path]),
    [['replace', '']],
  );
});
