import { InternalError } from '../diagnostics/failures.js';
import { isJsonArray, type JsonValue } from './json-value.js';

/**
 * The canonical text of a JSON value: RFC 8785 (JSON Canonicalization Scheme). Keys sorted by UTF-16 code
 * units, no white space, numbers as ECMAScript prints them. Equal values have equal text, whatever order
 * their keys were written in. Members that are `undefined` are left out, as `JSON.stringify` does.
 *
 * @throws InternalError for a number that JSON cannot hold (NaN, Infinity).
 */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  if (isJsonArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function scalar(value: null | string | number | boolean | undefined): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InternalError('a number that JSON cannot hold reached the canonical form');
  }
  return JSON.stringify(value ?? null);
}
