import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../canonical/json-value.js';
import { longerThan } from '../../model/longer-than.js';
import { isPlainPattern } from './plain-pattern.js';

/** Does a value fit. */
export type Fits = (value: JsonValue) => boolean;

/**
 * A schema of the common keywords, ready at once: to load ajv and have it compile one schema takes longer than to
 * judge a hundred handoffs. Null for a schema that holds anything else, which is ajv's alone. What it says is what
 * ajv says (a test compares the two); why a value does not fit, ajv tells.
 */
export function plainSchema(root: JsonSchema): Fits | null {
  try {
    return new Reader(root).read(root, true);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** A keyword, or a value of one, that is left to ajv. */
class NotPlain extends Error {}

type Rule = (value: unknown, schema: JsonObject, reader: Reader) => Fits;

const YES: Fits = () => true;
const NO: Fits = () => false;

class Reader {
  readonly #definitions: JsonObject;
  readonly #read = new Map<string, Fits>();

  constructor(root: JsonSchema) {
    const definitions = isJsonObject(root) ? root['$defs'] : undefined;
    this.#definitions = isJsonObject(definitions) ? definitions : {};
  }

  read(schema: unknown, isRoot = false): Fits {
    if (schema === true) return YES;
    if (schema === false) return NO;
    if (!isJsonObject(schema)) throw new NotPlain();
    const checks: Fits[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (SAID.has(keyword) || (isRoot && OF_THE_ROOT.has(keyword))) continue;
      const rule = RULES.get(keyword);
      if (rule === undefined) throw new NotPlain();
      checks.push(rule(value, schema, this));
    }
    return all(checks);
  }

  /** Read once, when the first value comes to it: a definition may refer to itself. */
  definition(reference: unknown): Fits {
    const name = /^#\/\$defs\/([A-Za-z0-9_-]+)$/.exec(text(reference))?.[1];
    if (name === undefined || !Object.hasOwn(this.#definitions, name)) throw new NotPlain();
    if (!this.#read.has(name)) {
      this.#read.set(name, (value) => fits(value));
      const fits = this.read(this.#definitions[name]);
      this.#read.set(name, fits);
    }
    return (value) => this.#read.get(name)?.(value) === true;
  }
}

/** Keywords that check nothing. */
const SAID = new Set(['title', 'description', 'default', 'examples', '$comment', 'deprecated']);
const OF_THE_ROOT = new Set(['$schema', '$id', '$defs']);

const TYPES: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['null', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => Number.isFinite(value)],
  ['integer', (value) => Number.isInteger(value)],
  ['array', (value) => isJsonArray(value)],
  ['object', (value) => isJsonObject(value)],
]);

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['type', (value) => any([value].flat().map(typeNamed))],
  ['const', (value) => sameAs(value)],
  ['enum', (value) => any(list(value).map(sameAs))],
  ['allOf', (value, _, reader) => all(list(value).map((one) => reader.read(one)))],
  ['anyOf', (value, _, reader) => any(list(value).map((one) => reader.read(one)))],
  ['not', (value, _, reader) => negated(reader.read(value))],
  ['$ref', (value, _, reader) => reader.definition(value)],
  ['if', (value, schema, reader) => conditional(value, schema, reader)],
  ['then', besideIf],
  ['else', besideIf],
  ['minLength', (value) => ofTexts(count(value), (one, bound) => bound === 0 || longerThan(one, bound - 1))],
  ['maxLength', (value) => ofTexts(count(value), (one, bound) => !longerThan(one, bound))],
  ['pattern', (value) => ofTexts(pattern(value), (one, expression) => expression.test(one))],
  ['minimum', (value) => ofNumbers(number(value), (one, bound) => one >= bound)],
  ['maximum', (value) => ofNumbers(number(value), (one, bound) => one <= bound)],
  ['exclusiveMinimum', (value) => ofNumbers(number(value), (one, bound) => one > bound)],
  ['exclusiveMaximum', (value) => ofNumbers(number(value), (one, bound) => one < bound)],
  ['minItems', (value) => ofLists(count(value), (one, bound) => one.length >= bound)],
  ['maxItems', (value) => ofLists(count(value), (one, bound) => one.length <= bound)],
  ['items', (value, schema, reader) => items(value, schema, reader)],
  ['contains', (value, _, reader) => ofLists(reader.read(value), (one, fits) => one.some(fits))],
  ['required', (value) => ofObjects(list(value).map(text), hasAll)],
  ['properties', (value, _, reader) => properties(value, reader)],
  ['additionalProperties', (value, schema, reader) => additional(value, schema, reader)],
]);

function all(checks: readonly Fits[]): Fits {
  const [only, second] = checks;
  if (only === undefined) return YES;
  return second === undefined ? only : (value) => checks.every((check) => check(value));
}

function any(checks: readonly Fits[]): Fits {
  if (checks.length === 0) throw new NotPlain();
  return (value) => checks.some((check) => check(value));
}

function negated(fits: Fits): Fits {
  return (value) => !fits(value);
}

function typeNamed(name: unknown): Fits {
  const fits = TYPES.get(text(name));
  if (fits === undefined) throw new NotPlain();
  return fits;
}

/** Only of scalars: how lists and objects are compared is ajv's. */
function sameAs(wanted: unknown): Fits {
  if (typeof wanted === 'object' && wanted !== null) throw new NotPlain();
  return (value) => value === wanted;
}

function conditional(condition: unknown, schema: JsonObject, reader: Reader): Fits {
  const when = reader.read(condition);
  const then = Object.hasOwn(schema, 'then') ? reader.read(schema['then']) : YES;
  const otherwise = Object.hasOwn(schema, 'else') ? reader.read(schema['else']) : YES;
  return (value) => (when(value) ? then(value) : otherwise(value));
}

/** `if` looks at them. */
function besideIf(_value: unknown, schema: JsonObject): Fits {
  if (!Object.hasOwn(schema, 'if')) throw new NotPlain();
  return YES;
}

function items(value: unknown, schema: JsonObject, reader: Reader): Fits {
  if (Object.hasOwn(schema, 'prefixItems')) throw new NotPlain();
  return ofLists(reader.read(value), (one, fits) => one.every(fits));
}

function properties(value: unknown, reader: Reader): Fits {
  if (!isJsonObject(value)) throw new NotPlain();
  const members = Object.entries(value).map(([name, schema]) => [name, reader.read(schema)] as const);
  return ofObjects(members, (one, checks) =>
    checks.every(([name, fits]) => {
      const member = Object.hasOwn(one, name) ? one[name] : undefined;
      return member === undefined || fits(member);
    }),
  );
}

function additional(value: unknown, schema: JsonObject, reader: Reader): Fits {
  const known = schema['properties'] ?? {};
  if (!isJsonObject(known) || Object.hasOwn(schema, 'patternProperties')) throw new NotPlain();
  const fits = reader.read(value);
  return ofObjects(new Set(Object.keys(known)), (one, names) =>
    // A member that is undefined is in memory only; ajv counts it, and so does this.
    Object.keys(one).every((name) => names.has(name) || fits(one[name] as JsonValue)),
  );
}

function hasAll(object: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(object, name) && object[name] !== undefined);
}

function ofTexts<T>(given: T, holds: (value: string, given: T) => boolean): Fits {
  return (value) => typeof value !== 'string' || holds(value, given);
}

function ofNumbers<T>(given: T, holds: (value: number, given: T) => boolean): Fits {
  return (value) => typeof value !== 'number' || (Number.isFinite(value) && holds(value, given));
}

function ofLists<T>(given: T, holds: (value: readonly JsonValue[], given: T) => boolean): Fits {
  return (value) => !isJsonArray(value) || holds(value, given);
}

function ofObjects<T>(given: T, holds: (value: JsonObject, given: T) => boolean): Fits {
  return (value) => !isJsonObject(value) || holds(value, given);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new NotPlain();
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotPlain();
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotPlain();
  return value;
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new NotPlain();
  return Number(value);
}

function pattern(value: unknown): RegExp {
  if (!isPlainPattern(text(value))) throw new NotPlain();
  return new RegExp(text(value), 'u');
}
