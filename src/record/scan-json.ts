/** What one pass over a JSON text, before it is parsed, tells of it. */
export interface JsonScan {
  /** How many members its objects have, as written: more than the parsed value has where a key is there twice. */
  readonly members: number;
  /** Offset of the bracket that goes beyond the depth allowed, or -1. */
  readonly tooDeepAt: number;
  /** Offset of a number that reading changes, or -1. */
  readonly lossyAt: number;
  /** Offsets of the commas between the elements of the outermost array (or the members of the object). */
  readonly commas: readonly number[];
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * One pass, linear, without recursion, before `JSON.parse`: a text that is nested a million levels deep must not
 * be parsed at all. Strings are jumped over, so most of a text is not looked at. For a text that turns out not to
 * be JSON the answer means nothing but that it took linear time.
 */
export function scanJson(text: string, maxDepth: number, wantCommas = false): JsonScan {
  let depth = 0;
  let members = 0;
  let lossyAt = -1;
  const commas: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === COLON) {
      members++;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
      if (depth > maxDepth) return { members, tooDeepAt: i, lossyAt, commas };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
    } else if (code === COMMA) {
      if (wantCommas && depth === 1) commas.push(i);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, i);
      if (lossyAt === -1 && isLossy(text, i, end)) lossyAt = i;
      i = end - 1;
    }
  }
  return { members, tooDeepAt: -1, lossyAt, commas };
}

/** Offset of the closing quote of the string that opens at `start`; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slash = quote - 1;
    while (text.charCodeAt(slash) === BACKSLASH) slash--;
    // An even number of backslashes before it escape each other, and the quote is a quote.
    if ((quote - slash) % 2 === 1) return quote;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const inNumber =
      (code >= ZERO && code <= NINE) ||
      code === 46 ||
      code === 43 ||
      code === MINUS ||
      code === 69 ||
      code === 101;
    if (!inNumber) break;
  }
  return end;
}

/** A decimal of at most 15 digits survives a 64-bit float, where its exponent is ordinary. */
const SURE_LENGTH = 15;

function isLossy(text: string, start: number, end: number): boolean {
  if (
    end - start <= SURE_LENGTH &&
    !text.slice(start, end).includes('e') &&
    !text.slice(start, end).includes('E')
  ) {
    return false;
  }
  return isLossyNumber(text.slice(start, end));
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u;

/**
 * Does reading this number (as JSON writes numbers) change it: is the value that is read, written out, another
 * decimal than the one that is there. An integer written with all its digits beyond 2^53 - 1 always counts as
 * changed, because its neighbours would be read as the same.
 */
export function isLossyNumber(token: string): boolean {
  const written = decimal(token);
  if (written === undefined) return false; // not a number of JSON: the parser says so
  const value = Number(token);
  if (!Number.isFinite(value)) return true;
  if (/^-?\d+$/u.test(token) && !Number.isSafeInteger(value)) return true;
  return decimal(String(value)) !== written;
}

/** Sign, digits without zeros at either end, and the power of ten of the last digit: equal for equal decimals. */
function decimal(token: string): string | undefined {
  const match = NUMBER.exec(token);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === ZERO) first++;
  if (first === all.length) return '0';
  let last = all.length;
  while (all.charCodeAt(last - 1) === ZERO) last--;
  // A huge exponent loses its own digits here, but then the value is Infinity or 0, and differs all the same.
  const power = Number(exponent) - fraction.length + (all.length - last);
  return `${sign}${all.slice(first, last)}e${power}`;
}
