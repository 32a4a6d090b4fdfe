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
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return scalar(value);
  // Joined with `+=`: half of the time that lists of parts take, and every record's digest waits for it.
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Nothing that JSON must escape: no control character, quote, backslash or surrogate. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function scalar(value: null | number | boolean | undefined): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InternalError('a number that JSON cannot hold reached the canonical form');
  }
  return JSON.stringify(value ?? null);
}
