import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileSchema } from '../../src/adapters/payload/compile-schema.js';
import type { JsonSchema, JsonValue } from '../../src/canonical/json-value.js';
import { FORMATS } from '../../src/contract/json-schema-words.js';
import { SCALARS, schemas, withCircle } from '../diff/schemas/arbitrary-schema.js';
import { values } from '../diff/schemas/arbitrary-value.js';
import { otherCheckOf } from '../diff/schemas/check-of.js';

test('a gate takes every format that a contract may use', () => {
  for (const format of FORMATS) assert.doesNotThrow(() => compileSchema({ format }, {}), format);
});

test('a gate takes a field that has a schema of its own and matches a pattern', () => {
  const schema = { properties: { ab: { type: 'string' } }, patternProperties: { '^a': { minLength: 2 } } };
  const validate = compileSchema(schema, {});
  assert.equal(validate({ ab: 'ab' }), true);
  assert.equal(validate({ ab: 'a' }), false);
});

const PREFIX = [{ type: 'string' }];
const MANAGER = { contains: { const: 'm' } };
const LAST = [true, true, { type: 'string' }];
/** Each refuses the value: first lists too short for `prefixItems`, then an empty one behind one that fits. */
const refused: readonly (readonly [JsonSchema, JsonValue])[] = [
  [{ prefixItems: PREFIX, ...MANAGER }, []],
  [{ prefixItems: PREFIX, ...MANAGER, minContains: 2, maxContains: 3 }, []],
  [{ prefixItems: LAST, ...MANAGER }, ['x']],
  [{ prefixItems: LAST, uniqueItems: true }, [1, 1]],
  [{ prefixItems: LAST, uniqueItems: true }, [{ a: 1 }, { a: 1 }]],
  [{ items: { prefixItems: PREFIX, ...MANAGER } }, [['m'], []]],
  [{ contains: { prefixItems: PREFIX, ...MANAGER } }, [[1], []]],
  [{ not: { not: { prefixItems: PREFIX, ...MANAGER } } }, []],
  [{ unevaluatedItems: false, prefixItems: PREFIX }, ['x', 1]],
  [{ items: MANAGER }, [['m'], []]],
  [{ items: { ...MANAGER, minContains: 2 } }, [['m', 'm'], []]],
  [{ additionalProperties: MANAGER }, { a: ['m'], b: [] }],
  [{ patternProperties: { '^[ab]$': MANAGER } }, { a: ['m'], b: [] }],
  [{ contains: MANAGER, minContains: 2 }, [['m'], []]],
  [{ items: { properties: { by: MANAGER } } }, [{ by: ['m'] }, { by: [] }]],
];

test('an empty or a short list is held to all that stands beside `prefixItems`, and to `contains`', () => {
  for (const [schema, value] of refused)
    for (const allErrors of [false, true])
      assert.equal(compileSchema(schema, { allErrors })(value), false, JSON.stringify([schema, value]));
});

test('the same payloads fit, by the first fault, by all faults, and by another validator', () => {
  const lists = fc.array(fc.constantFrom(...SCALARS), { maxLength: 3 });
  const nested = fc.array(fc.oneof(lists, fc.constantFrom(...SCALARS)), { maxLength: 3 });
  const listed = fc
    .tuple(schemas, schemas, schemas, fc.boolean())
    .map(([first, second, found, uniqueItems]) => ({
      prefixItems: [first, second],
      contains: found,
      uniqueItems,
    }));
  const inLoop = listed.map((items) => ({ items, additionalProperties: items }));
  const found = schemas.map(
    (contains): JsonSchema => ({ items: { contains }, additionalProperties: { contains } }),
  );
  const asked = fc.tuple(
    fc.oneof(schemas, listed, inLoop, found).map((schema) => withCircle(schema)),
    fc.array(fc.oneof(values, nested, fc.dictionary(fc.constantFrom('a', 'b'), lists)), { maxLength: 8 }),
  );
  fc.assert(
    fc.property(asked, ([schema, some]) => agree(schema, [...some, [], {}])),
    { numRuns: 200 },
  );
});

function agree(schema: JsonSchema, some: readonly JsonValue[]): void {
  const first = compileSchema(schema, { allErrors: false });
  const all = compileSchema(schema, { allErrors: true });
  const other = otherCheckOf(schema);
  for (const value of some) {
    const told = JSON.stringify({ schema, value });
    assert.equal(first(value), all(value), told);
    if (other !== null) assert.equal(first(value), other(value), told);
  }
}
