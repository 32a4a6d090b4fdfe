import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';

/** Keys as anyone may write them. */
export const anyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'id', 'rollout', 'enabled', '0', '1', '17') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', '/', '~', 'a/b', '~1', 'm~n', '__proto__', 'constructor', 'toString', '*'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);

export const anyScalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 1.5, 1e21, '', '0', '1', '1.10', '1.1', 'true'),
  fc.constantFrom('2026-11-30T09:00:00Z', '2026-11-30T10:00:00.0+01:00', '2026-11-30T09:00:01Z'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.integer(),
);

/** Few keys and few values, so that documents have much in common, repeat themselves and change in kind. */
export const anyConfig: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 6 }),
    objectsOf(tie('value')),
    objectsOf(tie('value')),
  ),
})).value;

export function objectsOf(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc
    .uniqueArray(fc.tuple(anyKey, value), { maxLength: 6, selector: ([key]) => key })
    .map((entries) => objectOf(entries));
}

/** As `JSON.parse` makes it: `__proto__` is a key. */
export function objectOf(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  const object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** The same document with every object's keys in another order. */
export function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return objectOf(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member as JsonValue)] as const),
  );
}

/** Nested as deep as this, made without a stack. */
export function nested(depth: number, innermost: JsonValue = 1): JsonValue {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}
