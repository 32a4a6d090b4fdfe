import fc from 'fast-check';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../src/canonical/json-value.js';

const NAMES = ['a', 'b', 'c'];
const PATTERNS = ['^a', 'b$', '^[ab]+$', '^a{1,2}$', 'a|b', '^[0-9]+$', '^[a-z]{2,}$', '^(a|bb)*$', '\\bfoo'];
const SMALL = [-1, 0, 1, 2, 3, 5];
const SIZES = [0, 1, 2, 3];
export const SCALARS: readonly JsonValue[] = [null, true, false, 0, 1, 2, 0.5, 'a', 'b', 'ab', ''];

const name = fc.constantFrom(...NAMES);
const small = fc.constantFrom(...SMALL);
const size = fc.constantFrom(...SIZES);
const scalar = fc.constantFrom(...SCALARS);

type Members = readonly (readonly [string, fc.Arbitrary<JsonValue>])[];

/** Objects with some of these members. */
function someOf(members: Members): fc.Arbitrary<JsonObject> {
  return fc.record(Object.fromEntries(members), {
    requiredKeys: [],
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonObject>;
}

const numbers: Members = [
  ['minimum', small],
  ['maximum', small],
  ['exclusiveMinimum', small],
  ['exclusiveMaximum', small],
  ['multipleOf', fc.constantFrom(1, 2, 3, 6, 0.5)],
];
const texts: Members = [
  ['minLength', size],
  ['maxLength', size],
  ['pattern', fc.constantFrom(...PATTERNS)],
  ['format', fc.constantFrom('date', 'uuid', 'ipv4')],
];

const lists = (inner: fc.Arbitrary<JsonValue>): Members => [
  ['minItems', size],
  ['maxItems', size],
  ['uniqueItems', fc.boolean()],
  ['prefixItems', fc.array(inner, { minLength: 1, maxLength: 2 })],
  ['items', inner],
  ['unevaluatedItems', inner],
];
const objects = (inner: fc.Arbitrary<JsonValue>): Members => [
  ['minProperties', size],
  ['maxProperties', size],
  ['required', fc.uniqueArray(name, { maxLength: 2 })],
  ['properties', fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true })],
  [
    'patternProperties',
    fc.dictionary(fc.constantFrom('^a', '^[ab]$', 'c'), inner, { maxKeys: 2, noNullPrototype: true }),
  ],
  ['additionalProperties', inner],
  ['unevaluatedProperties', inner],
  ['propertyNames', someOf(texts.slice(0, 3))],
  [
    'dependentRequired',
    fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1, noNullPrototype: true }),
  ],
  ['dependentSchemas', fc.dictionary(name, inner, { maxKeys: 1, noNullPrototype: true })],
];

const contains = (inner: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(inner, fc.option(fc.constantFrom(1, 2)), fc.option(fc.constantFrom(0, 1, 2)))
    .map(([schema, minContains, maxContains]) => ({
      contains: schema,
      ...(minContains === null ? {} : { minContains }),
      ...(maxContains === null ? {} : { maxContains: Math.max(maxContains, minContains ?? 1) }),
    }));

const conditional = (inner: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.tuple(inner, inner, inner).map(([condition, then, otherwise]) =>
    // Not a literal: one with a member `then` can be awaited.
    Object.fromEntries([
      ['if', condition],
      ['then', then],
      ['else', otherwise],
    ]),
  );

const typed = (type: string, members: Members): fc.Arbitrary<JsonValue> =>
  fc
    .tuple(someOf(members), fc.constantFrom(type, null))
    .map(([schema, word]) => (word === null ? schema : { type: word, ...schema }));

const types = fc.uniqueArray(
  fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object'),
  { minLength: 1, maxLength: 3 },
);

/** Schemas of few names, small numbers and short texts, so that they meet. */
export const schemas: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  const several = fc.array(inner, { minLength: 1, maxLength: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 2, arbitrary: types.map((type): JsonValue => ({ type })) },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 1, arbitrary: fc.constant<JsonValue>({ $ref: '#/$defs/r' }) },
      {
        weight: 2,
        arbitrary: fc
          .uniqueArray(scalar, { minLength: 1, maxLength: 4 })
          .map((list): JsonValue => ({ enum: list })),
      },
      { weight: 2, arbitrary: typed('number', numbers) },
      { weight: 1, arbitrary: typed('integer', numbers) },
      { weight: 3, arbitrary: typed('string', texts) },
      { weight: 3, arbitrary: typed('array', lists(inner)) },
      { weight: 4, arbitrary: typed('object', objects(inner)) },
      { weight: 1, arbitrary: contains(inner) },
      { weight: 1, arbitrary: conditional(inner) },
      { weight: 1, arbitrary: several.map((allOf): JsonValue => ({ allOf })) },
      { weight: 1, arbitrary: several.map((anyOf): JsonValue => ({ anyOf })) },
      { weight: 1, arbitrary: several.map((oneOf): JsonValue => ({ oneOf })) },
      { weight: 1, arbitrary: inner.map((not): JsonValue => ({ not })) },
      { weight: 1, arbitrary: fc.tuple(inner, inner).map(([a, b]): JsonValue => joined(a, b)) },
    ),
  };
}).schema as fc.Arbitrary<JsonSchema>;

function joined(a: JsonValue, b: JsonValue): JsonValue {
  return isJsonObject(a) && isJsonObject(b) ? { ...a, ...b } : a;
}

/** A list or an object of itself, for references to lead to. */
const circles: readonly JsonSchema[] = [
  { type: ['array', 'string'], items: { $ref: '#/$defs/r' }, maxItems: 2 },
  { type: ['object', 'null'], properties: { a: { $ref: '#/$defs/r' } }, additionalProperties: false },
  { type: 'object', properties: { a: { $ref: '#/$defs/r' }, b: { type: 'number' } }, required: ['b'] },
];

/** Two schemas, the one mostly made from the other by a few changes. */
export const pairs: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc
  .tuple(
    schemas,
    schemas,
    fc.array(fc.nat(), { minLength: 2, maxLength: 9 }),
    fc.constantFrom(...circles),
    fc.nat(5),
  )
  .map(([base, other, picks, circle, way]) => {
    const changed = way === 0 ? other : changedBy(base, other, picks);
    return [withCircle(base, circle), withCircle(changed as JsonSchema, circle)] as const;
  });

export function withCircle(schema: JsonSchema, circle: JsonSchema = circles[0] as JsonSchema): JsonSchema {
  return { allOf: [countable(schema) as JsonSchema], $defs: { r: circle } };
}

/** The validator refuses to compile a schema that asks for more items than it allows. */
function countable(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(countable);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, countable(member ?? null)] as const);
  const made = Object.fromEntries(entries) as Record<string, JsonValue>;
  const [least, most] = [made['minContains'], made['maxContains']];
  if (typeof most === 'number') made['maxContains'] = Math.max(most, typeof least === 'number' ? least : 1);
  return made;
}

/** A schema with some of its parts changed; which, and how, the numbers say. */
function changedBy(schema: JsonValue, other: JsonValue, picks: readonly number[]): JsonValue {
  let [changed, rest] = [schema, picks];
  while (rest.length >= 2) {
    changed = changedAt(changed, other, rest[0] ?? 0, rest[1] ?? 0);
    rest = rest.slice(2);
  }
  return changed;
}

const DATA = [
  'enum',
  'required',
  'type',
  'const',
  'dependentRequired',
  'pattern',
  'format',
  '$ref',
  'uniqueItems',
];

function changedAt(schema: JsonValue, other: JsonValue, where: number, how: number): JsonValue {
  if (!isJsonObject(schema)) return how % 2 === 0 ? other : !schema;
  const keywords = Object.keys(schema);
  const keyword = keywords[where % (keywords.length + 1)];
  if (keyword === undefined) return wrapped(schema, other, how);
  const value = schema[keyword] ?? null;
  const rest = Math.floor(where / (keywords.length + 1));
  return { ...schema, [keyword]: changedValue(keyword, value, other, rest, how) };
}

function changedValue(
  keyword: string,
  value: JsonValue,
  other: JsonValue,
  where: number,
  how: number,
): JsonValue {
  if (typeof value === 'number') return changedNumber(keyword, value, how);
  if (DATA.includes(keyword))
    return isJsonArray(value) && value.length > 1
      ? value.slice(how % 2, value.length - ((how + 1) % 2))
      : value;
  if (isJsonArray(value))
    return value.map((one, index) =>
      index === where % value.length ? changedAt(one, other, Math.floor(where / value.length), how) : one,
    );
  const isMap = ['properties', 'patternProperties', 'dependentSchemas'].includes(keyword);
  if (!isMap || !isJsonObject(value)) return changedAt(value, other, where, how);
  const keys = Object.keys(value);
  const key = keys[where % Math.max(1, keys.length)];
  if (key === undefined) return { a: other };
  if (how % 5 === 0) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== key));
  return { ...value, [key]: changedAt(value[key] ?? null, other, Math.floor(where / keys.length), how) };
}

function changedNumber(keyword: string, value: number, how: number): number {
  if (keyword === 'multipleOf') return how % 2 === 0 ? value * 2 : value;
  if (keyword === 'minContains' || keyword === 'maxContains') return value;
  const most = /^(min|max)(imum)?$/i.test(keyword) || keyword.includes('clusive');
  return Math.max(most ? -5 : 0, value + (how % 2 === 0 ? 1 : -1));
}

/** The same in other words, or with something beside it. */
function wrapped(schema: JsonObject, other: JsonValue, how: number): JsonValue {
  const ways: readonly JsonValue[] = [
    { allOf: [schema] },
    { anyOf: [schema, other] },
    { not: { not: schema } },
    { anyOf: [schema, schema] },
    { allOf: [schema, other] },
    { oneOf: [schema, { not: true }] },
    { ...schema, description: 'another' },
    Object.fromEntries([
      ['if', other],
      ['then', schema],
      ['else', schema],
    ]),
    { allOf: Object.entries(schema).map(([keyword, value]) => ({ [keyword]: value })) },
  ];
  // Keywords that look at others must stay beside them.
  const asOne = [
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'items',
    'contains',
    'if',
  ];
  const isOne = asOne.some((keyword) => Object.hasOwn(schema, keyword)) || 'then' in schema;
  return ways[how % (isOne ? ways.length - 1 : ways.length)] ?? schema;
}
