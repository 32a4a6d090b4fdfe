import { placesOf } from '../../model/index-of-within.js';
import { beginsNumber, endsNumber, isNegative, isScaled } from './changed-number.js';
import type { Effort } from './effort.js';
import { cutsNumber, DASHES, insideOf, outsideOf } from './number-edges.js';

/** Does the text hold these words, and do they neither begin nor end within a word, a number or an id. */
export function holdsWords(text: string, words: string, effort?: Effort): boolean {
  if (!VISIBLE.test(words)) return false;
  for (const at of placesOf(text, words)) {
    if (effort !== undefined && !effort.spend(COST)) return false;
    if (standsAlone(text, at, at + words.length)) return true;
  }
  return false;
}

/** What one place costs beside that of a character that is looked at. */
export const COST = 40;

const VISIBLE = /[^\p{M}\p{C}\p{DI}]/u;

/**
 * Is what lies between these places whole: `41182` in `order 41182.`, not in `41182-3`, `41182 3` or `-41182`; and is a
 * number that begins or ends it the number that is said, and not `-41182`, `(41182)` or `41182 million`.
 */
export function standsAlone(text: string, from: number, to: number): boolean {
  if (joins(text, from, -1) || joins(text, to, 1)) return false;
  if (beginsNumber(text, from, to) && isNegative(text, from, to)) return false;
  return !(endsNumber(text, from, to) && isScaled(text, to));
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /\p{N}/u;
const CURRENCY = /\p{Sc}/u;
const SIGN = new RegExp(`[${DASHES}]`, 'u');
/** Joins what stands on both its sides: `RF-90412`, `bob@example.com`, `don't`. */
const JOINER = /[-.'’@\u2010-\u2015\u2212]/u;
/** Before a number, it leaves out a nought. */
const POINT = /[.,\u066b]/u;

/** Does what is beside the edge at `at` belong to the same word or number. */
function joins(text: string, at: number, step: 1 | -1): boolean {
  if (cutsNumber(text, at)) return true;
  const { character: beside, next } = outsideOf(text, at, step);
  if (beside === '') return false;
  const edge = insideOf(text, at, step);
  if (WORD.test(beside)) return WORD.test(edge) || CURRENCY.test(edge) || (step === -1 && SIGN.test(edge));
  if (DIGIT.test(edge) && step === -1 && POINT.test(beside)) return true;
  if (DIGIT.test(edge) && step === 1 && SIGN.test(beside)) return true;
  if (!JOINER.test(beside)) return false;
  return WORD.test(edge) && WORD.test(outsideOf(text, next, step).character);
}
