// STAND-IN, to be overwritten on merge: another part writes the real normal form.

/** Do two texts say the same by their normal form. */
export function sameText(a: string, b: string): boolean {
  return a === b || normaliseText(a) === normaliseText(b);
}

/** The normal form of a text. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
