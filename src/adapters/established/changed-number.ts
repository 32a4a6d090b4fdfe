import { UNIT_BEFORE, UNIT_BEHIND } from './amount.js';
import { DASHES } from './number-edges.js';

// What is said of a number beside it, and makes another of it.

const GAP = ' ?';
const WIDTH = 48;
const UNSEEN = /[\p{M}\p{C}\p{DI}]/gu;
const PLAIN = /^[ -~]*$/;

/** What can be seen of a part of a text. */
function seen(part: string): string {
  return PLAIN.test(part) ? part : part.replace(UNSEEN, '');
}

/** So much of a part cannot be seen that what is said may lie beyond it. */
function isVeiled(part: string, rest: string): boolean {
  return part.length - rest.length > WIDTH / 2;
}

const END = '(?![\\p{L}\\p{N}_])';

const BEGINS = new RegExp(`^(?:(?:${UNIT_BEFORE}) ?)?[${DASHES}]?\\p{N}`, 'u');
const ENDS = new RegExp(`\\p{N}(?: ?(?:${UNIT_BEHIND}))?$`, 'u');

/** Does what lies between begin with a number, or with the currency of one. */
export function beginsNumber(text: string, from: number, to: number): boolean {
  return BEGINS.test(seen(text.slice(from, Math.min(to, from + WIDTH))));
}

export function endsNumber(text: string, from: number, to: number): boolean {
  return ENDS.test(seen(text.slice(Math.max(from, to - WIDTH), to)));
}

const MINUS = `[${DASHES}±∓]`;
const NEGATIVE = new RegExp(
  `(?:${MINUS}|(?<!\\p{L})(?:[Mm]inus|[Nn]egative))${GAP}(?:(?:${UNIT_BEFORE})${GAP})?$`,
  'iu',
);
/** Accounts put a negative amount in brackets. */
const OPENED = new RegExp(`[(（]${GAP}(?:(?:${UNIT_BEFORE})${GAP})?$`, 'iu');
const CLOSED = new RegExp(`^${GAP}(?:(?:\\p{Sc}|[A-Z]{3})${GAP})?[)）]`, 'iu');

/** Is the number that begins at `from` said to be below nought, before its currency or behind it. */
export function isNegative(text: string, from: number, to: number): boolean {
  const part = text.slice(Math.max(0, from - WIDTH), from);
  const before = seen(part);
  if (isVeiled(part, before) || NEGATIVE.test(before) || MULTIPLIED.test(before)) return true;
  return OPENED.test(before) && CLOSED.test(seen(text.slice(to, to + WIDTH)));
}

/** Between two numbers; `**£5**` and `* £5` are no products. */
const OPERATOR = '[×✕✖*∗⋅·^÷]';
const MULTIPLIED = new RegExp(`\\p{N} ?${OPERATOR} ?$`, 'u');
const SYMBOLS = `[%‰‱％﹪٪؉؊°]|${OPERATOR} ?(?:${UNIT_BEFORE})?\\p{N}`;
const SCALES = [
  'hundred|thousand|million|billion|trillion|lakh|crore|dozen|grand|k|m|mn|mln|mio|mrd|bn|tn',
  'percent|per cent|per mille|pct|permille|percentage points?|basis points?|bps|bp|times|x',
  'pence|pennies|penny|cents?|p|c|cr|dr',
].join('|');
const SCALED = new RegExp(
  `^(?:${GAP}(?:(?:\\p{Sc}|[A-Z]{3})${GAP})?(?:${SYMBOLS}|[万萬億亿千百十兆천만억]|[-\\u2010-\\u2015]?(?:${SCALES})s?${END})|[${DASHES}](?! ))`,
  'iu',
);

/** Is the number that ends at `to` multiplied or divided by what stands behind it: `5 million`, `68.40 %`, `5×10`. */
export function isScaled(text: string, to: number): boolean {
  const part = text.slice(to, to + WIDTH);
  const behind = seen(part);
  return isVeiled(part, behind) || SCALED.test(behind);
}

const UNITS = [
  'kg|g|mg|lbs?|oz|t|tons?|tonnes?|km|cm|mm|mi|miles?|ft|feet|inch(?:es)?|l|ml|litres?|liters?|gal',
  '[kmgt]i?b|bytes?|ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?',
  'points?|pts|units?|items?|pieces?|pcs|shares?|coins?|tokens?',
].join('|');
const MEASURED = new RegExp(`^${GAP}(?:${UNITS})${END}`, 'iu');

/** Is the number that ends at `to` one of something that is not money. */
export function isMeasured(text: string, to: number): boolean {
  return MEASURED.test(seen(text.slice(to, to + WIDTH)));
}
