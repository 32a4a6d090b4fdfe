import { pointer } from '../canonical/pointer.js';
import type { SchemaFault } from './facts.js';

/** How deep a value may be nested. A handoff needs five; the bound keeps every later walk off the stack's end. */
export const MAX_DEPTH = 64;

/**
 * The first part of a value that JSON text cannot say: a function, NaN, a Date, a lone surrogate, a cycle (met
 * as too deep a nesting). Undefined where there is none.
 */
export function notJson(value: unknown): SchemaFault | undefined {
  return walk(value, 0)?.fault();
}

/** Built from the inside out, so that a value without fault pays for no pointers. */
class Found {
  readonly keyword: string;
  readonly message: string;
  readonly path: (string | number)[] = [];

  constructor(keyword: string, message: string) {
    this.keyword = keyword;
    this.message = message;
  }

  under(key: string | number): this {
    this.path.push(key);
    return this;
  }

  fault(): SchemaFault {
    return { at: pointer(...this.path.reverse()), keyword: this.keyword, message: this.message };
  }
}

function walk(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') {
    return isWellFormed(value)
      ? undefined
      : new Found('json', 'expected whole characters, found half of a surrogate pair');
  }
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? undefined
      : new Found('json', `expected a number that JSON can hold, found ${value}`);
  }
  if (typeof value !== 'object')
    return new Found(
      'json',
      `expected a JSON value, found ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`,
    );
  if (depth >= MAX_DEPTH)
    return new Found('depth', `expected at most ${MAX_DEPTH} levels of nesting, found more`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = walk(value[i], depth + 1);
      if (found !== undefined) return found.under(i);
    }
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isPlainElsewhere(prototype)) {
    return new Found('json', 'expected a plain object, found an instance of a class');
  }
  for (const [key, member] of Object.entries(value)) {
    // A member that is `undefined` is absent in the text.
    const found: Found | undefined = member === undefined ? undefined : walk(member, depth + 1);
    if (found !== undefined) return found.under(key);
  }
  return undefined;
}

/** Plain objects of another realm (a vm context, a test runner) have another `Object.prototype`. */
function isPlainElsewhere(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'hasOwnProperty')
  );
}

const LONE_SURROGATE = /\p{Cs}/u;
/** Of a pair or alone. Without the flag `u` this is found much faster, and most texts have none. */
const SURROGATE = /[\ud800-\udfff]/;

/** True where a text has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !SURROGATE.test(text) || !LONE_SURROGATE.test(text);
}
