import { RE2JS } from 're2js';

/** A pattern that is searched for in time that is linear in the text: `^(a+)+$` cannot hang the gate. */
export interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

function compilePattern(pattern: string): LinearPattern {
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

const ATOM = '(?:\\[\\^?(?:[A-Za-z0-9 _:@/,#%=.*+$-]|\\\\[dws.])+\\]|\\\\[dws.+*?]|[A-Za-z0-9 _:@/,#%=-])';
const EXACTLY = `(?:${ATOM}(?:\\{[0-9]{1,3}\\})?)*`;
const ONE_QUANTIFIER = new RegExp(
  `^\\^${EXACTLY}(?:${ATOM}(?:[+*?]|\\{[0-9]{1,3},[0-9]{0,3}\\})${EXACTLY})?\\$?$`,
);
const DOTTED = /^\^(\[[a-z0-9_*-]+\])\+\(\\\.\1\+\)\*\$$/;

/**
 * Anchored, with at most one quantifier that is not an exact count; or words of one class between dots. Neither
 * gives the built-in engine more than one way to go for each place in the text.
 */
function isPlain(pattern: string): boolean {
  if (!ONE_QUANTIFIER.test(pattern) && !DOTTED.test(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
