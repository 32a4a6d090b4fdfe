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
export function isPlain(pattern: string): boolean {
  if (!ONE_QUANTIFIER.test(pattern) && !DOTTED.test(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
