import type { Direction } from '../model/policy-diff.js';

/** `both`, as a word alone, would not say that something passes that was blocked, and the other way round. */
const WORDS: Readonly<Record<Direction, string>> = {
  loosened: 'loosened',
  tightened: 'tightened',
  both: 'both ways',
  neutral: 'neutral',
};

export function directionWords(direction: Direction): string {
  return WORDS[direction];
}
