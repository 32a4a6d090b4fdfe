import { diffWordsWithSpace } from 'diff';
import type { TextLine } from '../../model/policy-diff.js';

type Pieces = TextLine['pieces'];

/** Longer lines are marked as a whole: to find their words costs the square of their length. */
const LONGEST = 2_000;

/** One line in the place of another, with the words marked that differ. */
export function wordPieces(
  before: string,
  after: string,
): { readonly removed: Pieces; readonly added: Pieces } {
  const whole = { removed: wholeLine(before), added: wholeLine(after) };
  if (before.length > LONGEST || after.length > LONGEST) return whole;
  const parts = diffWordsWithSpace(before, after);
  if (!parts.some((part) => !part.added && !part.removed && /\w/.test(part.value))) return whole;
  return {
    removed: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, changed: removed })),
    added: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, changed: added })),
  };
}

/** A line that stands against no other. */
export function wholeLine(text: string): Pieces {
  return [{ text, changed: false }];
}
