import { isJsonArray, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { requireDepth } from './config-depth.js';
import { instantOf } from './instant.js';
import { ownMember } from './own-members.js';

type Scalar = null | boolean | number | string;

export function isScalar(value: JsonValue): value is Scalar {
  return value === null || typeof value !== 'object';
}

/**
 * Do two scalars mean the same: the same number however it was written, the same instant. Nothing else: `"1.10"` and
 * `"1.1"` may be versions, `"1"` and `1` are read differently.
 */
export function sameScalar(a: Scalar, b: Scalar): boolean {
  if (a === b) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const instant = instantOf(a);
  return instant !== null && instant === instantOf(b);
}

/** Do two values mean the same. Without a copy, and without a digest. */
export function sameMeaning(a: JsonValue, b: JsonValue, depth: number): boolean {
  if (a === b) return true;
  if (isScalar(a) || isScalar(b)) return isScalar(a) && isScalar(b) && sameScalar(a, b);
  requireDepth(depth);
  if (isJsonArray(a)) return isJsonArray(b) && sameItems(a, b, depth + 1);
  return !isJsonArray(b) && sameMembers(a, b, depth + 1);
}

function sameItems(a: readonly JsonValue[], b: readonly JsonValue[], depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) {
    if (!sameMeaning(a[index] as JsonValue, b[index] as JsonValue, depth)) return false;
  }
  return true;
}

function sameMembers(a: JsonObject, b: JsonObject, depth: number): boolean {
  let present = 0;
  for (const key of Object.keys(a)) {
    const one = a[key];
    if (one === undefined) continue;
    const other = ownMember(b, key);
    if (other === undefined || !sameMeaning(one, other, depth)) return false;
    present += 1;
  }
  const keys = Object.keys(b);
  return keys.length === present || keys.filter((key) => b[key] !== undefined).length === present;
}

/**
 * Numbers for values: the same number for the same meaning, another for another. Not a hash, so that nobody can make
 * two values collide. Each part is looked at once.
 */
export class Meanings {
  readonly #numbers = new Map<string, number>();

  of(value: JsonValue, depth = 0): number {
    const text = this.#text(value, depth);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Of containers by the numbers of what they hold, so that no text holds another value's text. */
  #text(value: JsonValue, depth: number): string {
    if (typeof value === 'string') {
      const instant = instantOf(value);
      return instant === null ? `"${value}` : `@${instant}`;
    }
    if (isScalar(value)) return String(value === 0 ? 0 : value);
    requireDepth(depth);
    if (isJsonArray(value)) return `[${value.map((item) => this.of(item, depth + 1)).join()}`;
    return `{${this.#members(value, depth + 1).join()}`;
  }

  #members(object: JsonObject, depth: number): string[] {
    const members: string[] = [];
    for (const key of Object.keys(object).sort()) {
      const member = object[key];
      if (member !== undefined) members.push(`${JSON.stringify(key)}${this.of(member, depth)}`);
    }
    return members;
  }
}

/** Is the JSON text of a value at least this long. Looks no further than it must. */
export function isAtLeast(value: JsonValue, length: number): boolean {
  return missing(value, length) <= 0;
}

/** What is left of a length when the value's text is taken off it; zero or less: nothing. */
function missing(value: JsonValue, length: number): number {
  if (isScalar(value)) return length - JSON.stringify(value).length;
  let left = length - 2;
  if (isJsonArray(value)) {
    for (const item of value) {
      if (left <= 0) return left;
      left = missing(item, left) - 1;
    }
    return left;
  }
  for (const key in value) {
    if (left <= 0) return left;
    const member = ownMember(value, key);
    if (member !== undefined) left = missing(member, left - key.length - 3) - 1;
  }
  return left;
}
