import { UNIT_BEFORE, UNIT_BEHIND } from './amount.js';

// What is said of a number beside it, and makes another of it.

const UNSEEN = '[\\p{M}\\p{C}\\p{DI}]{0,8}';
const GAP = `${UNSEEN} ?${UNSEEN}`;
const END = '(?![\\p{L}\\p{N}_])';

const BEGINS = new RegExp(`^(?:(?:${UNIT_BEFORE}) ?)?[\\p{Pd}\\u2212]?\\p{N}`, 'u');
const ENDS = new RegExp(`\\p{N}${UNSEEN}(?: ?(?:${UNIT_BEHIND}))?$`, 'u');

/** Does what lies between begin with a number, or with the currency of one. */
export function beginsNumber(text: string, from: number, to: number): boolean {
  return BEGINS.test(text.slice(from, Math.min(to, from + WIDTH)));
}

export function endsNumber(text: string, from: number, to: number): boolean {
  return ENDS.test(text.slice(Math.max(from, to - WIDTH), to));
}

const MINUS = '[\\p{Pd}\\u2212\\u2796\\u207b\\u208b\\u02d7±∓]';
const NEGATIVE = new RegExp(
  `(?:${MINUS}|(?<!\\p{L})(?:[Mm]inus|[Nn]egative))${GAP}(?:(?:${UNIT_BEFORE})${GAP})?$`,
  'u',
);
/** Accounts put a negative amount in brackets. */
const OPENED = new RegExp(`[(（]${GAP}(?:(?:${UNIT_BEFORE})${GAP})?$`, 'u');
const CLOSED = new RegExp(`^${GAP}(?:(?:\\p{Sc}|[A-Z]{3})${GAP})?[)）]`, 'u');

/** Is the number that begins at `from` said to be below nought, before its currency or behind it. */
export function isNegative(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - WIDTH), from);
  if (NEGATIVE.test(before)) return true;
  return OPENED.test(before) && CLOSED.test(text.slice(to, to + WIDTH));
}

const WIDTH = 48;

const SYMBOLS = '[%‰‱％﹪٪؉؊×✕✖*∗⋅·^°]';
const SCALES = [
  'hundred|thousand|million|billion|trillion|lakh|crore|dozen|grand|k|m|mn|mln|mio|mrd|bn|tn',
  'percent|per cent|per mille|pct|permille|percentage points?|basis points?|bps|bp|times|x',
  'pence|pennies|penny|cents?|p|c|cr|dr',
].join('|');
const SCALED = new RegExp(
  `^(?:${GAP}(?:(?:\\p{Sc}|[A-Z]{3})${GAP})?(?:${SYMBOLS}|[万萬億亿千百十兆천만억]|[-\\u2010-\\u2015]?(?:${SCALES})s?${END})|${UNSEEN}[\\p{Pd}\\u2212](?! ))`,
  'iu',
);

/** Is the number that ends at `to` multiplied or divided by what stands behind it: `5 million`, `68.40 %`, `5×10`. */
export function isScaled(text: string, to: number): boolean {
  return SCALED.test(text.slice(to, to + WIDTH));
}

const UNITS = [
  'kg|g|mg|lbs?|oz|t|tons?|tonnes?|km|cm|mm|mi|miles?|ft|feet|in|inch(?:es)?|l|ml|litres?|liters?|gal',
  '[kmgt]i?b|bytes?|ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?',
  'points?|pts|miles|units?|items?|pieces?|pcs|shares?|coins?|tokens?',
].join('|');
const MEASURED = new RegExp(`^${GAP}(?:${UNITS})${END}`, 'iu');

/** Is the number that ends at `to` one of something that is not money. */
export function isMeasured(text: string, to: number): boolean {
  return MEASURED.test(text.slice(to, to + WIDTH));
}
