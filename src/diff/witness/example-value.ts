import { canonicalJson } from '../../canonical/canonical-json.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../canonical/json-value.js';
import { pointerSegments } from '../../canonical/pointer.js';
import { compileSchema } from '../../adapters/payload/compile-schema.js';
import { textOfPattern } from './text-of-pattern.js';

type Validate = (value: JsonValue) => boolean;

/** A value that every one of these schemas accepts, small and plain; undefined where none was found. */
export function valueUnder(schemas: readonly JsonSchema[]): JsonValue | undefined {
  const key = canonicalJson(schemas);
  const known = values.get(key);
  if (known !== undefined) return known.value;
  const accepts = schemas.map(validatorOf);
  const value = candidatesOf(schemas).find((candidate) => accepts.every((validate) => validate(candidate)));
  if (values.size >= MOST_KEPT) values.clear();
  values.set(key, { value });
  return value;
}

/** Those of these values, and of what the schemas speak of, that every schema accepts. */
export function valuesUnder(
  schemas: readonly JsonSchema[],
  also: readonly JsonValue[],
): readonly JsonValue[] {
  const accepts = schemas.map(validatorOf);
  return [...also, ...candidatesOf(schemas)].filter((value) => accepts.every((validate) => validate(value)));
}

/** A value that one schema accepts and another refuses; undefined where none was found. */
export function valueBetween(accepting: JsonSchema, refusing: JsonSchema): JsonValue | undefined {
  const [accepts, refuses] = [validatorOf(accepting), validatorOf(refusing)];
  return candidatesOf([accepting, refusing]).find((value) => accepts(value) && !refuses(value));
}

/** Those of these values that one of the schemas accepts and the other refuses. */
export function valuesApart(
  one: JsonSchema,
  other: JsonSchema,
  values: readonly JsonValue[],
): readonly JsonValue[] {
  const [accepts, acceptsToo] = [validatorOf(one), validatorOf(other)];
  return values.filter((value) => accepts(value) !== acceptsToo(value));
}

/** A value that none of these schemas accepts. */
export function valueOutside(schemas: readonly JsonSchema[]): JsonValue | undefined {
  const accepts = schemas.map(validatorOf);
  return candidatesOf(schemas).find((value) => !accepts.some((validate) => validate(value)));
}

const MOST_KEPT = 2000;
/** What was found before: every run about an edge asks for the same. */
const values = new Map<string, { readonly value: JsonValue | undefined }>();
const validators = new Map<string, Validate>();

function validatorOf(schema: JsonSchema): Validate {
  const key = canonicalJson(schema);
  const known = validators.get(key);
  if (known !== undefined) return known;
  if (validators.size >= MOST_KEPT) validators.clear();
  const validate = compileSchema(schema, { allErrors: false });
  const made: Validate = (value) => validate(value) === true;
  validators.set(key, made);
  return made;
}

const MOST_CANDIDATES = 400;
const DEEPEST = 5;
/** Tried under every schema, valid or not. */
const ANY: readonly JsonValue[] = ['x', 'x y', 0, 1, 1.5, -1, true, false, null, {}, [], '', ['x'], { x: 1 }];

function candidatesOf(schemas: readonly JsonSchema[]): readonly JsonValue[] {
  const own = schemas.flatMap((schema) => samples(schema, schema, 0));
  const found = new Map<string, JsonValue>();
  for (const value of [...own, ...ANY, ...own.flatMap(near)]) {
    if (found.size >= MOST_CANDIDATES) break;
    const key = canonicalJson(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** Values just beside a value. */
function near(value: JsonValue): JsonValue[] {
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5, value * 2];
  if (typeof value === 'string') return [`${value}x`, value.slice(1), value.toUpperCase()];
  if (isJsonArray(value)) return [[...value, ...value.slice(0, 1)], value.slice(1)];
  if (!isJsonObject(value)) return [];
  const { x: _, ...without } = value;
  const less = Object.keys(value).map((key) =>
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
  );
  return [{ ...value, another: 1 }, without, ...less];
}

function samples(schema: JsonSchema | undefined, root: JsonSchema, depth: number): JsonValue[] {
  if (depth > DEEPEST) return [];
  if (!isJsonObject(schema)) return schema === false ? [] : ['x', 1];
  const said = [
    schema['const'],
    ...listOf(schema['enum']),
    schema['default'],
    ...listOf(schema['examples']),
  ].filter((value) => value !== undefined);
  return [
    ...said,
    ...branches(schema, root, depth),
    ...numbers(schema),
    ...texts(schema),
    ...(isAbout(schema, 'object') ? objects(schema, root, depth) : []),
    ...(isAbout(schema, 'array') ? arrays(schema, root, depth) : []),
  ];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

/** What the schema's own words and those of a branch together ask for. */
function branches(schema: JsonObject, root: JsonSchema, depth: number): JsonValue[] {
  const { allOf, anyOf, oneOf, not, if: when, then, else: otherwise, $ref, ...own } = schema;
  const merged = (part: JsonValue | undefined): JsonObject =>
    isJsonObject(part) ? mergedSchema(own, part) : own;
  const all = listOf(allOf);
  const parts = [
    ...(typeof $ref === 'string' ? [merged(referred($ref, root))] : []),
    ...(all.length > 0 ? [all.reduce<JsonObject>((sum, part) => mergedSchema(sum, part), own)] : []),
    ...[...listOf(anyOf), ...listOf(oneOf)].map(merged),
    ...(when === undefined ? [] : [mergedSchema(merged(when), then ?? true), merged(otherwise)]),
    ...(not === undefined ? [] : [own, merged(not)]),
  ];
  return parts.flatMap((part) => samples(part, root, depth + 1));
}

function referred($ref: string, root: JsonSchema): JsonValue | undefined {
  if (!$ref.startsWith('#')) return undefined;
  let at: JsonValue | undefined = root;
  for (const segment of pointerSegments(decodeURI($ref.slice(1)))) {
    at = isJsonArray(at) ? at[Number(segment)] : isJsonObject(at) ? at[segment] : undefined;
  }
  return at;
}

/** Properties and required members of both; of any other keyword the second one's. */
function mergedSchema(one: JsonObject, other: JsonValue): JsonObject {
  if (!isJsonObject(other)) return one;
  const properties = { ...asObject(one['properties']), ...asObject(other['properties']) };
  const required = [...new Set([...listOf(one['required']), ...listOf(other['required'])])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isAbout(schema: JsonObject, type: string): boolean {
  const { type: types } = schema;
  return types === undefined
    ? WORDS[type]?.test(Object.keys(schema).join(' ')) === true
    : [types].flat().includes(type);
}

const WORDS: Readonly<Record<string, RegExp>> = {
  object: /ropert|required|dependent/,
  array: /tems|contains/i,
};

const NUMBER_WORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

function numbers(schema: JsonObject): JsonValue[] {
  const bounds = NUMBER_WORDS.map((word) => schema[word]).filter((bound) => typeof bound === 'number');
  const { multipleOf } = schema;
  const multiples =
    typeof multipleOf === 'number' ? bounds.map((bound) => Math.ceil(bound / multipleOf) * multipleOf) : [];
  const whole = bounds.flatMap((bound) => [Math.ceil(bound), Math.floor(bound)]);
  const between = bounds.length < 2 ? [] : [(Math.min(...bounds) + Math.max(...bounds)) / 2];
  return [
    ...bounds,
    ...multiples,
    ...whole,
    ...between,
    ...bounds.flatMap((bound) => [bound + 1, bound - 1]),
  ];
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  time: '12:00:00Z',
  'date-time': '2026-01-05T12:00:00Z',
  duration: 'P1D',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.org',
  'json-pointer': '/x',
  email: 'a@example.org',
  uri: 'https://example.org/x',
  'uri-reference': '/x',
};

function texts(schema: JsonObject): JsonValue[] {
  const { pattern, format, minLength, maxLength } = schema;
  const made = typeof pattern === 'string' ? textOfPattern(pattern) : null;
  const lengths = [minLength, maxLength].filter((length) => typeof length === 'number');
  return [
    ...(made === null ? [] : [made]),
    ...(typeof format === 'string' ? [FORMATS[format] ?? 'x'] : []),
    ...lengths.flatMap((length) => textsAround(made ?? 'x', length)),
  ];
}

const LONGEST = 5000;

function textsAround(text: string, length: number): string[] {
  if (length > LONGEST) return [];
  const lengths = [length, length + 1, length - 1].filter((one) => one >= 0);
  return lengths.map((one) => text.padEnd(one, text.at(-1) ?? 'x').slice(0, one));
}

function objects(schema: JsonObject, root: JsonSchema, depth: number): JsonValue[] {
  const properties = asObject(schema['properties']);
  const required = listOf(schema['required']).filter((name) => typeof name === 'string');
  const least = Object.fromEntries(required.map((name) => [name, sampleOf(properties[name], root, depth)]));
  const most = { ...least };
  for (const name of Object.keys(properties)) most[name] ??= sampleOf(properties[name], root, depth);
  const others = Object.entries(properties).flatMap(([name, property]) =>
    samples(property as JsonSchema, root, depth + 1)
      .slice(0, 6)
      .map((value): JsonObject => ({ ...least, [name]: value })),
  );
  return [least, most, ...others];
}

function sampleOf(schema: JsonValue | undefined, root: JsonSchema, depth: number): JsonValue {
  const found = samples((schema ?? true) as JsonSchema, root, depth + 1);
  const typed = TYPED.get(isJsonObject(schema) ? String(schema['type']) : '');
  const fits = found.find((value) => typed === undefined || typeof value === typeof typed);
  return fits ?? typed ?? 'x';
}

const TYPED: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['string', 'x'],
  ['number', 1],
  ['integer', 1],
  ['boolean', true],
  ['null', null],
  ['object', {}],
  ['array', []],
]);

const MOST_ITEMS = 50;

function arrays(schema: JsonObject, root: JsonSchema, depth: number): JsonValue[] {
  const first = listOf(schema['prefixItems']).map((item) => sampleOf(item, root, depth));
  const item = sampleOf(schema['contains'] ?? schema['items'], root, depth);
  const { minItems, maxItems } = schema;
  const counts = [minItems, maxItems, first.length, first.length + 1].filter(
    (count) => typeof count === 'number',
  );
  return counts
    .flatMap((count) => [count, count + 1, count - 1])
    .filter((count) => count >= 0 && count <= MOST_ITEMS)
    .map((count) => {
      const more = Array.from({ length: Math.max(0, count - first.length) }, (_, at) =>
        schema['uniqueItems'] === true && typeof item === 'string' ? `${item}${at}` : item,
      );
      return [...first.slice(0, count), ...more];
    });
}
