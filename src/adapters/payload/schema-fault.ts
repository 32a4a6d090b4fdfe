import type { ErrorObject } from 'ajv';
import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { pointer } from '../../canonical/pointer.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { SchemaFault } from '../../model/facts.js';

/** What ajv says, in the words of somebody who has never read a JSON Schema. */
export function schemaFault(error: ErrorObject, payload: JsonValue): SchemaFault {
  const place = `/payload${error.instancePath}`;
  const message = `${factNamed(error, payload)}${wordsOf(error)}`;
  return { at: atOf(place, error), keyword: error.keyword, message };
}

/**
 * Is an error only the working of a keyword around it: why each entry is not the one that `contains` looks for,
 * why each branch of `anyOf` does not fit. The keyword's own error says it.
 */
export function isInner(error: ErrorObject): boolean {
  const segments = error.schemaPath.split('/').slice(1, -1);
  let isName = false;
  for (const segment of segments) {
    if (isName) isName = false;
    else if (HOLDS_NAMES.has(segment)) isName = true;
    else if (WORKS_INSIDE.has(segment)) return true;
  }
  // "must match then": what does not match is told beside it.
  return error.keyword === 'if' || error.keyword === 'propertyNames';
}

const HOLDS_NAMES = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const WORKS_INSIDE = new Set(['contains', 'anyOf', 'oneOf', 'not']);

const LONGEST_NAME = 200;

function atOf(place: string, error: ErrorObject): string {
  const name = param(error, 'additionalProperty') ?? param(error, 'unevaluatedProperty');
  // A pointer to a name of a megabyte would help nobody.
  return typeof name === 'string' ? place + pointer(name.slice(0, LONGEST_NAME)) : place;
}

const FACT_VALUE = /^\/established\/([0-9]+)\/value(?:\/|$)/;

function factNamed(error: ErrorObject, payload: JsonValue): string {
  const index = FACT_VALUE.exec(error.instancePath)?.[1];
  const established = isJsonObject(payload) ? payload['established'] : undefined;
  const entry = index !== undefined && isJsonArray(established) ? established[Number(index)] : undefined;
  return isJsonObject(entry) ? `the fact ${quote(entry['key'])}: ` : '';
}

function wordsOf(error: ErrorObject): string {
  const limit = param(error, 'limit');
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return `${quote(param(error, 'missingProperty'))} is missing${similar(error)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${quote(param(error, 'additionalProperty') ?? param(error, 'unevaluatedProperty'))} is not a known member`;
    case 'contains':
      return missingEntry(error);
    case 'type':
      return `expected ${typesInWords(param(error, 'type'))}, found ${found(error.data)}`;
    case 'const':
      return `expected ${found(param(error, 'allowedValue'))}, found ${found(error.data)}`;
    case 'enum':
      return `expected one of ${listed(param(error, 'allowedValues'))}, found ${found(error.data)}`;
    case 'pattern':
      return `expected a text that matches ${quote(param(error, 'pattern'))}, found ${found(error.data)}`;
    case 'format':
      return `expected a text of the form ${quote(param(error, 'format'))}, found ${found(error.data)}`;
    case 'minLength':
      return limit === 1
        ? 'expected a text that is not empty'
        : `expected at least ${String(limit)} characters, found ${found(error.data)}`;
    case 'maxLength':
      return `expected at most ${String(limit)} characters, found ${lengthOf(error.data)}`;
    case 'minItems':
      return `expected at least ${String(limit)} entries, found ${lengthOf(error.data)}`;
    case 'maxItems':
      return `expected at most ${String(limit)} entries, found ${lengthOf(error.data)}`;
    case 'minimum':
      return `expected a number of ${String(limit)} or more, found ${found(error.data)}`;
    case 'maximum':
      return `expected a number of ${String(limit)} or less, found ${found(error.data)}`;
    case 'exclusiveMinimum':
      return `expected a number above ${String(limit)}, found ${found(error.data)}`;
    case 'exclusiveMaximum':
      return `expected a number below ${String(limit)}, found ${found(error.data)}`;
    case 'multipleOf':
      return `expected a multiple of ${String(param(error, 'multipleOf'))}, found ${found(error.data)}`;
    case 'uniqueItems':
      return `expected no entry twice, found entries ${String(param(error, 'i'))} and ${String(param(error, 'j'))} equal`;
    case 'anyOf':
      return `fits none of the forms that are allowed here, found ${found(error.data)}`;
    case 'oneOf':
      return `must fit exactly one of the forms that are allowed here, found ${found(error.data)}`;
    case 'not':
      return `has a form that is not allowed here, found ${found(error.data)}`;
    case 'false schema':
      return 'nothing is allowed here';
    default:
      return error.message ?? 'does not fit the schema of this edge';
  }
}

/** A `contains` that asks for a key is how an edge says which facts it needs. */
function missingEntry(error: ErrorObject): string {
  const wanted = valueAt(error.schema, 'properties', 'key', 'const');
  if (typeof wanted !== 'string') return 'an entry that must be in the list is missing';
  return `the fact ${quote(wanted)} is missing from ${quote('established')}`;
}

function similar(error: ErrorObject): string {
  const wanted = param(error, 'missingProperty');
  if (typeof wanted !== 'string' || !isJsonObject(error.data)) return '';
  const meant = nearest(wanted, Object.keys(error.data).slice(0, 100));
  return meant === undefined ? '' : `; ${quote(meant)} is there: did you mean ${quote(wanted)}?`;
}

function param(error: ErrorObject, name: string): unknown {
  return valueAt(error.params, name);
}

function valueAt(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (!isJsonObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

const TYPES: Readonly<Record<string, string>> = {
  null: 'null',
  array: 'a list',
  object: 'an object',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
};

function typesInWords(types: unknown): string {
  const list = Array.isArray(types) ? types : [types];
  return list.map((type) => TYPES[String(type)] ?? String(type)).join(' or ');
}

function listed(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const shown = list.slice(0, 10).map((value) => (typeof value === 'string' ? quote(value) : found(value)));
  return shown.join(', ') + (list.length > shown.length ? ', …' : '');
}

function lengthOf(value: unknown): string {
  return typeof value === 'string' || Array.isArray(value) ? String(value.length) : found(value);
}

/** What was found, as a person would say it; texts are quoted and capped, because they may be anyone's. */
function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  return `the number ${String(value)}`;
}

function quote(value: unknown): string {
  const text = String(value);
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  // Control characters and back-ticks of foreign text must not reach a terminal or end the quotation.
  return `\`${short.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, '\ufffd')}\``;
}
