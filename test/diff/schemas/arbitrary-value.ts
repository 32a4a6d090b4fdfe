import fc from 'fast-check';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../src/canonical/json-value.js';
import { SCALARS } from './arbitrary-schema.js';

const NAMES = ['a', 'b', 'c', 'd', 'ab'];
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'aa',
  'aab',
  'bb',
  'abc',
  '1',
  '12',
  'foo',
  'foo b',
  '2020-01-01',
  '127.0.0.1',
];
const NUMBERS = [-2, -1, 0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 12];

/** Small values of any kind. */
export const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 2, arbitrary: fc.constantFrom<JsonValue[]>(...SCALARS, ...TEXTS, ...NUMBERS) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
  ),
})).value;

/** What a value is made of, as numbers. */
export interface Dice {
  next: (sides: number) => number;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return {
    // A linear congruential generator: enough to choose by.
    next: (sides) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    },
  };
}

/**
 * A value that is likely to be valid under a schema. Knows nothing of the code under test: takes keywords one by one,
 * the first of several that speak of the same.
 */
export function valueFor(schema: JsonSchema, root: JsonSchema, dice: Dice, depth = 0): JsonValue {
  const flat = flattened(schema, root, dice, depth);
  if (depth > 5 || dice.next(20) === 0) return pick(SCALARS, dice);
  const list = isJsonArray(flat['enum']) ? flat['enum'] : null;
  if (list !== null) return pick(list, dice);
  const type = typeFor(flat, dice);
  if (type === 'object') return objectFor(flat, root, dice, depth);
  if (type === 'array') return listFor(flat, root, dice, depth);
  if (type === 'string') return textFor(flat, dice);
  if (type === 'number' || type === 'integer') return numberFor(flat, dice, type === 'integer');
  return type === 'boolean' ? dice.next(2) === 0 : null;
}

function pick<T>(list: readonly T[], dice: Dice): T {
  return list[dice.next(list.length)] as T;
}

/** References followed, `allOf` laid together, one branch of each choice taken. */
function flattened(schema: JsonSchema, root: JsonSchema, dice: Dice, depth: number): JsonObject {
  if (!isJsonObject(schema) || depth > 8) return {};
  const own = Object.entries(schema);
  const parts: JsonSchema[] = [];
  const ref = schema['$ref'];
  const defs = isJsonObject(root) ? root['$defs'] : undefined;
  if (ref === '#/$defs/r' && isJsonObject(defs)) parts.push(defs['r'] as JsonSchema);
  if (isJsonArray(schema['allOf'])) parts.push(...(schema['allOf'] as JsonSchema[]));
  for (const choice of ['anyOf', 'oneOf']) {
    const branches = schema[choice];
    if (isJsonArray(branches)) parts.push(pick(branches, dice) as JsonSchema);
  }
  const branch = schema[dice.next(2) === 0 ? 'then' : 'else'];
  if (branch !== undefined) parts.push(branch as JsonSchema);
  return parts
    .map((part) => flattened(part, root, dice, depth + 1))
    .reduce((all, part) => merged(all, part), Object.fromEntries(own) as JsonObject);
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const both: Record<string, JsonValue | undefined> = { ...b, ...a };
  for (const keyword of ['properties', 'patternProperties']) {
    const [mine, other] = [a[keyword], b[keyword]];
    if (isJsonObject(mine) && isJsonObject(other)) both[keyword] = { ...other, ...mine };
  }
  const required = [a['required'], b['required']].flatMap((list) => (isJsonArray(list) ? list : []));
  return required.length > 0 ? { ...both, required } : both;
}

function typeFor(schema: JsonObject, dice: Dice): JsonValue {
  const types = schema['type'];
  if (isJsonArray(types)) return pick(types, dice);
  if (types !== undefined) return types;
  const words: readonly (readonly [string, RegExp])[] = [
    ['object', /propert|required|names|dependent/i],
    ['array', /items|contains/i],
    ['string', /length|pattern|format/i],
    ['number', /^(min|max)imum|clusive|multiple/],
  ];
  const meant = words.filter(([, word]) => Object.keys(schema).some((keyword) => word.test(keyword)));
  if (meant.length > 0 && dice.next(4) > 0) return pick(meant, dice)[0];
  return pick(['object', 'array', 'string', 'number', 'boolean', 'null'], dice);
}

function objectFor(schema: JsonObject, root: JsonSchema, dice: Dice, depth: number): JsonValue {
  const required = isJsonArray(schema['required']) ? schema['required'].map(String) : [];
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const some = [...Object.keys(properties), ...NAMES].filter(() => dice.next(3) === 0);
  const names = [...new Set([...required, ...some])];
  const entries = names.map((name): [string, JsonValue] => [
    name,
    valueFor(memberSchema(schema, properties, name), root, dice, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function memberSchema(schema: JsonObject, properties: JsonObject, name: string): JsonSchema {
  const patterns = isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {};
  const matching = Object.entries(patterns).find(([pattern]) => new RegExp(pattern, 'u').test(name));
  const found =
    properties[name] ?? matching?.[1] ?? schema['additionalProperties'] ?? schema['unevaluatedProperties'];
  return (found ?? true) as JsonSchema;
}

function listFor(schema: JsonObject, root: JsonSchema, dice: Dice, depth: number): JsonValue {
  const [least, most] = [Number(schema['minItems'] ?? 0), Number(schema['maxItems'] ?? 4)];
  const length = Math.max(least, Math.min(most, least + dice.next(3)));
  const prefix = isJsonArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  return Array.from({ length }, (_, index) => {
    const item =
      prefix[index] ?? (dice.next(3) === 0 ? schema['contains'] : undefined) ?? schema['items'] ?? true;
    return valueFor(item as JsonSchema, root, dice, depth + 1);
  });
}

function textFor(schema: JsonObject, dice: Dice): string {
  const [least, most] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 99)];
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  const fitting = TEXTS.filter(
    (text) => text.length >= least && text.length <= most && (pattern?.test(text) ?? true),
  );
  return fitting.length > 0 ? pick(fitting, dice) : pick(TEXTS, dice);
}

function numberFor(schema: JsonObject, dice: Dice, integer: boolean): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -3);
  const fitting = NUMBERS.filter((number) => number >= least && (!integer || Number.isInteger(number)));
  return fitting.length > 0 ? pick(fitting, dice) : least + dice.next(4);
}
