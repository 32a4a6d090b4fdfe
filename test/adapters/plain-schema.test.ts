import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileSchema } from '../../src/adapters/payload/compile-schema.js';
import { plainSchema } from '../../src/adapters/payload/plain-schema.js';
import type { JsonSchema, JsonValue } from '../../src/canonical/json-value.js';
import { packageRoot } from '../../src/model/package-root.js';

const NAMES = ['a', 'b', 'toString', '__proto__', 'constructor', 'length'];
const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -0, 1.5, -2, 1e300, '', 'a', 'ab', 'aab', '😀', '😀a', '\ud83d'),
  fc.string({ maxLength: 4, unit: 'binary' }),
);

/** Values of the shapes that the schemas speak of. */
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    // As JSON.parse makes them, so that `__proto__` is a member of its own.
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 4 })
      .map((members) => JSON.parse(objectText(members)) as JsonValue),
  ),
})).value;

function objectText(members: readonly (readonly [string, unknown])[]): string {
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`);
  return `{${texts.join(',')}}`;
}

/** An object with a member `then` looks like a promise to a linter. */
const THEN = 'then';

const TYPES = ['null', 'boolean', 'string', 'number', 'integer', 'array', 'object'];

/** One keyword with a value of its own; some are not plain, and then only ajv is asked. */
const keyword = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.oneof(
    fc.record({
      type: fc.oneof(
        fc.constantFrom(...TYPES),
        fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
      ),
    }),
    fc.record({ const: scalar }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ minLength: small }),
    fc.record({ maxLength: small }),
    fc.record({ pattern: fc.constantFrom('^a', '^a+$', '^[a-z]{1,2}$', '^(a|b)$', 'b', '^.$') }),
    fc.record({ minimum: small }),
    fc.record({ maximum: small }),
    fc.record({ exclusiveMinimum: small }),
    fc.record({ exclusiveMaximum: small }),
    fc.record({ minItems: small }),
    fc.record({ maxItems: small }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ minProperties: small }),
    fc.record({ items: schema }),
    fc.record({ contains: schema }),
    fc.record({ required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }) }),
    fc.record({ properties: properties(schema), additionalProperties: schema }),
    fc.record({ properties: properties(schema) }),
    fc.record({ allOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: schema }),
    fc.record({ if: schema, [THEN]: schema, else: schema }),
    fc.record({ if: schema, [THEN]: schema }),
    fc.constant({ $ref: '#/$defs/one' }),
    fc.constant({ description: 'says nothing', title: 'nothing' }),
  );

/** `__proto__` as the name of a property is refused in contracts. */
function properties(schema: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.dictionary(fc.constantFrom('a', 'b', 'toString', 'constructor', 'length'), schema, {
    maxKeys: 3,
  });
}

const schemas = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.boolean(),
    fc
      .array(keyword(tie('schema')), { minLength: 1, maxLength: 3 })
      .map((parts) => Object.assign({}, ...parts) as JsonSchema),
  ),
})).schema;

/** A definition that does not refer to itself: that would never end, in either. */
const definition = fc.constantFrom<JsonSchema>(
  true,
  { type: 'string', maxLength: 2 },
  { type: 'object', required: ['a'] },
);

describe('a schema that is read without ajv', () => {
  it('says what ajv says', () => {
    const counts = { plain: 0, left: 0, fits: 0 };
    fc.assert(
      fc.property(
        schemas,
        definition,
        fc.array(value, { minLength: 5, maxLength: 5 }),
        (schema, one, values) => {
          const root: JsonSchema = typeof schema === 'boolean' ? schema : { ...schema, $defs: { one } };
          const plain = plainSchema(root);
          if (plain === null) {
            counts.left += 1;
            return;
          }
          counts.plain += 1;
          const check = compileSchema(root, { messages: false });
          for (const each of values) {
            assert.equal(plain(each), check(each), `${JSON.stringify(root)} of ${JSON.stringify(each)}`);
            if (plain(each)) counts.fits += 1;
          }
        },
      ),
      { numRuns: 3000 },
    );
    assert.ok(counts.plain > 1000 && counts.left > 100, JSON.stringify(counts));
    const share = counts.fits / (counts.plain * 5);
    assert.ok(share > 0.1 && share < 0.9, JSON.stringify(counts));
  });

  it('every schema that the example compiles to is one', () => {
    const folder = join(packageRoot(), 'policies', 'edges');
    for (const edge of readdirSync(folder)) {
      const schema = JSON.parse(
        readFileSync(join(folder, edge, 'payload.schema.json'), 'utf8'),
      ) as JsonSchema;
      assert.notEqual(plainSchema(schema), null, edge);
    }
  });

  for (const schema of [
    { patternProperties: { a: false } },
    { properties: { a: { format: 'date' } } },
    { prefixItems: [true], items: false },
    { contains: true, minContains: 2 },
    { const: [1] },
    { enum: [{}] },
    { unevaluatedProperties: false },
    { pattern: '(a+)+b' },
    { minimun: 3 },
    { [THEN]: false },
    { $ref: 'https://example.test/other' },
    { items: { $defs: { a: true }, $ref: '#/$defs/a' } },
  ]) {
    it(`is not ${JSON.stringify(schema)}`, () => assert.equal(plainSchema(schema), null));
  }
});
