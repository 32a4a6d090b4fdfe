import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import { nearest } from '../diagnostics/nearest.js';
import type { SchemaFault } from './facts.js';
import { formats } from './formats.js';
import { longerThan } from './longer-than.js';

/** How many faults are told of one value. */
export const MAX_FAULTS = 50;

/**
 * What is wrong with a value, in words, by one of our own published schemas. It knows the keywords that those
 * use and no others (a test holds it to that, and to ajv's yes or no). It exists beside ajv because ajv's
 * `allErrors` has no bound: a hostile record of a few megabytes would give millions of errors.
 */
export function schemaFaults(root: JsonObject, value: unknown, limit: number = MAX_FAULTS): SchemaFault[] {
  return atMost(limit, faultsOf(root, root, value, ''));
}

type Faults = Generator<SchemaFault, void>;

/** Lazy, so that the bound on faults is one on work, too. */
function* faultsOf(root: JsonObject, schema: JsonValue | undefined, value: unknown, at: JsonPointer): Faults {
  if (!isJsonObject(schema)) return;
  const ref = schema['$ref'];
  if (typeof ref === 'string') yield* faultsOf(root, definition(root, ref), value, at);
  if (Array.isArray(schema['oneOf'])) return yield* faultsByKind(root, schema['oneOf'], value, at);
  if (Array.isArray(schema['anyOf'])) return yield* faultsOfNearest(root, schema['anyOf'], value, at);
  if ('const' in schema && value !== schema['const']) {
    yield fault(at, 'const', `expected ${quote(schema['const'])}, found ${found(value)}`);
    return;
  }
  const types = typeof schema['type'] === 'string' ? [schema['type']] : schema['type'];
  if (Array.isArray(types) && !types.some((type) => isOfType(value, type))) {
    yield fault(at, 'type', `expected ${types.map(typeInWords).join(' or ')}, found ${found(value)}`);
    return;
  }
  const known = schema['enum'];
  if (Array.isArray(known) && !known.includes(value)) yield unknownWord(at, known, value);
  else if (typeof value === 'string') yield* faultsOfText(schema, value, at);
  else if (typeof value === 'number') yield* faultsOfNumber(schema, value, at);
  else if (Array.isArray(value)) yield* faultsOfArray(root, schema, value, at);
  else if (isJsonObject(value)) yield* faultsOfObject(root, schema, value, at);
}

/** `oneOf` is used in one way only: alternatives that a `kind` tells apart. */
function* faultsByKind(
  root: JsonObject,
  alternatives: readonly JsonValue[],
  value: unknown,
  at: JsonPointer,
): Faults {
  if (!isJsonObject(value)) {
    yield fault(at, 'type', `expected an object, found ${found(value)}`);
    return;
  }
  const kinds = new Map<JsonValue | undefined, JsonObject>();
  for (const alternative of alternatives) {
    const schema = definition(root, String(member(alternative, '$ref')));
    if (schema !== undefined)
      kinds.set(member(member(member(schema, 'properties'), 'kind'), 'const'), schema);
  }
  const schema = kinds.get(member(value, 'kind'));
  if (schema !== undefined) yield* faultsOf(root, schema, value, at);
  else if (!Object.hasOwn(value, 'kind')) yield missing(at, 'kind', value, ['kind']);
  else yield unknownWord(at + pointer('kind'), [...kinds.keys()], value['kind']);
}

/** `anyOf`: what is wrong by the alternative that has the least against it. */
function* faultsOfNearest(
  root: JsonObject,
  alternatives: readonly JsonValue[],
  value: unknown,
  at: JsonPointer,
): Faults {
  const told = alternatives.map((alternative) => atMost(MAX_FAULTS, faultsOf(root, alternative, value, at)));
  yield* told.reduce((least, faults) => (faults.length < least.length ? faults : least));
}

function atMost(limit: number, faults: Faults): SchemaFault[] {
  const first: SchemaFault[] = [];
  for (const fault of faults) {
    first.push(fault);
    if (first.length >= limit) break;
  }
  return first;
}

function* faultsOfText(schema: JsonObject, value: string, at: JsonPointer): Faults {
  const { minLength, maxLength, format, pattern } = schema;
  if (minLength === 1 && value === '') {
    yield fault(at, 'minLength', 'expected a text that is not empty');
  } else if (typeof maxLength === 'number' && longerThan(value, maxLength)) {
    yield fault(at, 'maxLength', `expected at most ${maxLength} characters, found ${value.length}`);
  } else if (format === 'date-time' && !formats['date-time'](value)) {
    const wanted = 'a time such as `2026-11-30T09:14:00.000Z` (RFC 3339)';
    yield fault(at, 'format', `expected ${wanted}, found ${found(value)}`);
  } else if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    yield fault(at, 'pattern', `expected ${patternInWords(pattern)}, found ${found(value)}`);
  }
}

function* faultsOfNumber(schema: JsonObject, value: number, at: JsonPointer): Faults {
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) {
    yield fault(at, 'minimum', `expected a number of ${minimum} or more, found ${value}`);
  } else if (typeof maximum === 'number' && value > maximum) {
    yield fault(at, 'maximum', `expected a number of ${maximum} or less, found ${value}`);
  }
}

function* faultsOfArray(
  root: JsonObject,
  schema: JsonObject,
  value: readonly unknown[],
  at: JsonPointer,
): Faults {
  const { maxItems, items } = schema;
  if (typeof maxItems === 'number' && value.length > maxItems) {
    yield fault(at, 'maxItems', `expected at most ${maxItems} entries, found ${value.length}`);
    return;
  }
  for (const [i, item] of value.entries()) yield* faultsOf(root, items, item, `${at}/${i}`);
}

function* faultsOfObject(root: JsonObject, schema: JsonObject, value: JsonObject, at: JsonPointer): Faults {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const name of required) {
    if (member(value, name) === undefined) yield missing(at, name, value, names);
  }
  const unused = names.filter((name) => !Object.hasOwn(value, name));
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) {
      if (schema['additionalProperties'] === false) yield unknownMember(at, name, names, unused);
    } else if (value[name] !== undefined) {
      yield* faultsOf(root, properties[name], value[name], at + pointer(name));
    }
  }
}

function unknownMember(
  at: JsonPointer,
  name: string,
  known: readonly string[],
  unused: readonly string[],
): SchemaFault {
  const meant = nearest(name, unused);
  const hint =
    meant === undefined ? `; known are ${known.map(quote).join(', ')}` : `; did you mean ${quote(meant)}?`;
  // A pointer to a name of a megabyte would help nobody.
  return fault(
    at + pointer(name.slice(0, 200)),
    'additionalProperties',
    `${quote(name)} is not a known member${hint}`,
  );
}

function missing(at: JsonPointer, name: string, value: JsonObject, known: readonly string[]): SchemaFault {
  const written = Object.keys(value)
    .slice(0, 100)
    .filter((key) => !known.includes(key));
  const meant = nearest(name, written);
  const hint = meant === undefined ? '' : `; ${quote(meant)} is there: did you mean ${quote(name)}?`;
  return fault(at, 'required', `${quote(name)} is missing${hint}`);
}

function unknownWord(at: JsonPointer, known: readonly unknown[], value: unknown): SchemaFault {
  const words = known.filter((word) => typeof word === 'string');
  const meant = typeof value === 'string' ? nearest(value, words) : undefined;
  const hint = meant === undefined ? '' : `; did you mean ${quote(meant)}?`;
  return fault(at, 'enum', `expected ${words.map(quote).join(', ')}, found ${found(value)}${hint}`);
}

function fault(at: JsonPointer, keyword: string, message: string): SchemaFault {
  return { at, keyword, message };
}

/** Only `#` and `#/$defs/name` are used. */
function definition(root: JsonObject, ref: string): JsonObject | undefined {
  const target = ref === '#' ? root : member(root['$defs'], ref.slice('#/$defs/'.length));
  return isJsonObject(target) ? target : undefined;
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function typeInWords(type: unknown): string {
  const words: Readonly<Record<string, string>> = {
    null: 'null',
    array: 'a list',
    object: 'an object',
    integer: 'a whole number',
    number: 'a number',
    string: 'a text',
    boolean: 'true or false',
  };
  return words[String(type)] ?? String(type);
}

function patternInWords(pattern: string): string {
  if (pattern.startsWith('^sha256')) return '`sha256:` and 64 hexadecimal digits';
  if (pattern.includes('*-')) return 'dotted lower-case words such as `message.email` or `message.*`';
  if (pattern.startsWith('^[a-z0-9_-]')) return 'dotted lower-case words such as `message.email`';
  return `a text like ${quote(pattern)}`;
}

/** What was found, as a person would say it; texts are quoted and capped, because they may be anyone's. */
function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return `a ${typeof value}`;
}

function quote(value: unknown): string {
  const text = String(value);
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  // Control characters and back-ticks of foreign text must not reach a terminal or end the quotation.
  return `\`${short.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, '\ufffd')}\``;
}
