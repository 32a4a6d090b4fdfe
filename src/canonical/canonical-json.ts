import { InternalError } from '../diagnostics/failures.js';
import { isJsonArray, type JsonObject, type JsonValue } from './json-value.js';

/**
 * The canonical text of a JSON value: RFC 8785 (JSON Canonicalization Scheme). Keys sorted by UTF-16 code
 * units, no white space, numbers as ECMAScript prints them. Equal values have equal text, whatever order
 * their keys were written in. Members that are `undefined` are left out, as `JSON.stringify` does.
 *
 * @param unescaped That no text in the value needs an escape, as where it was read from a JSON text that has none:
 *   then they are not looked at again.
 * @throws InternalError for a number that JSON cannot hold (NaN, Infinity).
 */
export function canonicalJson(value: JsonValue | undefined, unescaped = false): string {
  if (typeof value === 'string') return quoted(value, unescaped);
  if (value === null || typeof value !== 'object') return scalar(value);
  return isJsonArray(value) ? arrayText(value, unescaped) : objectText(value, unescaped);
}

function arrayText(items: readonly JsonValue[], unescaped: boolean): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    text += canonicalJson(items[index], unescaped);
  }
  return `${text}]`;
}

function objectText(value: JsonObject, unescaped: boolean): string {
  const written = Object.keys(value);
  if (written.length === 0) return '{}';
  const { keys, openings } = layoutOf(written);
  let text = '';
  for (let index = 0; index < keys.length; index += 1) {
    const member = value[keys[index] as string];
    if (member === undefined) return withoutUndefined(value, keys);
    text += openings[index];
    text += typeof member === 'string' ? quoted(member, unescaped) : canonicalJson(member, unescaped);
  }
  return `${text}}`;
}

function withoutUndefined(value: JsonObject, keys: readonly string[]): string {
  const present = keys.filter((key) => value[key] !== undefined);
  return `{${present.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}

/** How the objects of one list of keys are written. */
interface Layout {
  /** In the order in which they came. */
  readonly written: readonly string[];
  /** Sorted. */
  readonly keys: readonly string[];
  /** What stands before each value, in sorted order: `{"a":`, `,"b":`. */
  readonly openings: readonly string[];
}

/**
 * Layouts seen lately, by first key and number of keys. A run's records are made of a dozen kinds of objects: sorting
 * their keys and writing them out anew took longer than everything else about a digest. Bounded, because keys may be
 * anyone's; one that is overwritten is worked out again.
 */
const layouts = new Map<string, Layout[]>();
const MOST_FIRST_KEYS = 256;
const MOST_KEYS = 32;
const LONGEST_KEY = 64;

function layoutOf(written: readonly string[]): Layout {
  const [first = ''] = written;
  const ofFirst = layouts.get(first);
  const known = ofFirst?.[written.length];
  if (known !== undefined && isSame(known.written, written)) return known;
  const layout = newLayout(written);
  if (written.length <= MOST_KEYS && written.every((key) => key.length <= LONGEST_KEY))
    keep(first, ofFirst, layout);
  return layout;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

function newLayout(written: readonly string[]): Layout {
  const keys = [...written].sort();
  const openings = keys.map((key, index) => `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  return { written, keys, openings };
}

function keep(first: string, ofFirst: Layout[] | undefined, layout: Layout): void {
  if (ofFirst !== undefined) {
    ofFirst[layout.written.length] = layout;
    return;
  }
  if (layouts.size >= MOST_FIRST_KEYS) layouts.clear();
  const fresh: Layout[] = [];
  fresh[layout.written.length] = layout;
  layouts.set(first, fresh);
}

/**
 * Any character that JSON may write as an escape, so all but these: quotes, backslashes, control characters, and
 * halves of surrogate pairs.
 */
const MAYBE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function quoted(text: string, unescaped: boolean): string {
  return !unescaped && MAYBE_ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function scalar(value: null | number | boolean | undefined): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InternalError('a number that JSON cannot hold reached the canonical form');
  }
  return JSON.stringify(value ?? null);
}
