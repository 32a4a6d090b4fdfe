import { createRequire } from 'node:module';
import { isPlain } from './plain-pattern.js';

/** A pattern that is searched for in time that is linear in the text: `^(a+)+$` cannot hang the gate. */
export interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

function compilePattern(pattern: string): LinearPattern {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (isPlain(pattern)) {
    const plain = new RegExp(pattern, 'u');
    return { test: (text) => plain.test(text), toString: () => pattern };
  }
  return { test: (text) => compiled.test(text), toString: () => pattern };
}

/**
 * A regular expression of JSON Schema. RE2 runs it, whose time is linear whatever the pattern; one of a form that
 * is linear for the built-in engine too is left to that, which is up to thirty times as fast. Look-around and back
 * references are in neither.
 *
 * @throws for a pattern that RE2 does not know
 */
export const linearPattern: { (pattern: string): LinearPattern; readonly code: string } = Object.assign(
  (pattern: string) => compilePattern(pattern),
  // ajv writes this into standalone code, which we never ask it for; it refuses a function without it.
  { code: 'linearPattern' },
);
