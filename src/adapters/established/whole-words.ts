import { placesOf } from '../../model/index-of-within.js';

/** Does the text hold these words, and do they neither begin nor end within a word, a number or an id. */
export function holdsWords(text: string, words: string): boolean {
  for (const at of placesOf(text, words)) if (standsAlone(text, at, at + words.length)) return true;
  return false;
}

/** Is what lies between these places whole: `41182` in `order 41182.`, not in `41182-3`, `4118200` or `-41182`. */
export function standsAlone(text: string, from: number, to: number): boolean {
  return !joins(text, from - 1, -1) && !joins(text, to, 1);
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /\p{N}/u;
/** Joins what stands on both its sides: `RF-90412`, `bob@example.com`, `don't`. */
const JOINER = /[-.'’@\u2010-\u2015\u2212]/u;
/** Joins two digits: `12:30`, `1,068`, `3/4`. */
const DIGIT_JOINER = /[,:/]/;

/** Does the character at `at`, beside the edge of what is looked at, belong to the same word. */
function joins(text: string, at: number, step: 1 | -1): boolean {
  const beside = characterAt(text, at, step);
  if (beside === '') return false;
  const edge = characterAt(text, at - step, -step as 1 | -1);
  if (WORD.test(beside)) return WORD.test(edge);
  const beyond = characterAt(text, at + step * beside.length, step);
  if (JOINER.test(beside)) return isSign(beside, edge, step) || (WORD.test(beyond) && WORD.test(edge));
  if (DIGIT_JOINER.test(beside)) return DIGIT.test(beyond) && DIGIT.test(edge);
  return beside === '%' && step === 1 && DIGIT.test(edge);
}

/** A minus before a number makes it another number. */
function isSign(beside: string, edge: string, step: 1 | -1): boolean {
  return step === -1 && DIGIT.test(edge) && /[-\u2212]/.test(beside);
}

/** The character at a place, whole where it is two units long; empty outside the text. */
function characterAt(text: string, at: number, step: 1 | -1): string {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return '';
  if (step === -1 && (unit & 0xfc00) === 0xdc00 && at > 0) return text.slice(at - 1, at + 1);
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
