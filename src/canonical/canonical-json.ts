import { InternalError } from '../diagnostics/failures.js';
import { JsonBytes } from './json-bytes.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';

/**
 * The canonical text of a JSON value: RFC 8785 (JSON Canonicalization Scheme). Keys sorted by UTF-16 code
 * units, no white space, numbers as ECMAScript prints them. Equal values have equal text, whatever order
 * their keys were written in. Members that are `undefined` are left out, as `JSON.stringify` does.
 *
 * @throws InternalError for a number that JSON cannot hold (NaN, Infinity).
 */
export function canonicalJson(value: JsonValue | undefined): string {
  return withCanonicalBytes(value, decoded);
}

/**
 * The same as UTF-8, for as long as `use` runs: the bytes lie in a buffer that is written anew by the next call.
 * A text grown piece by piece would take as long to lay out for a digest as to write.
 *
 * @param use Gets the bytes, and how many members the value's objects have.
 * @param omitted A member of the value itself that is left out; it counts.
 */
export function withCanonicalBytes<T>(
  value: JsonValue | undefined,
  use: (bytes: Uint8Array, members: number) => T,
  omitted?: string,
): T {
  // Taken while it is in use, so that a call within a call (from a getter, say) has another one.
  const out = spare ?? new JsonBytes();
  spare = null;
  if (omitted !== undefined && isJsonObject(value)) writeObject(out, value, omitted);
  else write(out, value);
  const used = use(out.written(), out.members);
  if (out.reset()) spare = out;
  return used;
}

let spare: JsonBytes | null = null;
const decoder = new TextDecoder();

function decoded(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

function write(out: JsonBytes, value: JsonValue | undefined): void {
  if (typeof value === 'string') out.text(value);
  else if (value === null || typeof value !== 'object') out.ascii(scalar(value));
  else if (isJsonArray(value)) writeArray(out, value);
  else writeObject(out, value);
}

function writeArray(out: JsonBytes, items: readonly JsonValue[]): void {
  out.byte(OPEN_BRACKET);
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) out.byte(COMMA);
    write(out, items[index]);
  }
  out.byte(CLOSE_BRACKET);
}

const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function writeObject(out: JsonBytes, value: JsonObject, omitted?: string): void {
  const written = Object.keys(value);
  const { keys, openings } = layoutOf(written);
  out.members += keys.length;
  let first = true;
  out.byte(OPEN_BRACE);
  for (let index = 0; index < keys.length; index += 1) {
    const member = value[keys[index] as string];
    if (member === undefined) continue;
    if (omitted !== undefined && keys[index] === omitted) {
      // Only for what it counts.
      const before = out.length;
      write(out, member);
      out.cut(before);
      continue;
    }
    if (!first) out.byte(COMMA);
    first = false;
    out.bytes(openings[index] as Uint8Array);
    if (typeof member === 'string') out.text(member);
    else write(out, member);
  }
  out.byte(CLOSE_BRACE);
}

/** How the objects of one list of keys are written. */
interface Layout {
  /** In the order in which they came. */
  readonly written: readonly string[];
  /** Sorted. */
  readonly keys: readonly string[];
  /** What stands before each value, in sorted order: `"a":`, `"b":`. */
  readonly openings: readonly Uint8Array[];
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

const NO_KEYS: Layout = { written: [], keys: [], openings: [] };

function layoutOf(written: readonly string[]): Layout {
  const [first] = written;
  if (first === undefined) return NO_KEYS;
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
  const encoder = new TextEncoder();
  return { written, keys, openings: keys.map((key) => encoder.encode(`${JSON.stringify(key)}:`)) };
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

function scalar(value: null | number | boolean | undefined): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InternalError('a number that JSON cannot hold reached the canonical form');
  }
  return JSON.stringify(value ?? null);
}
