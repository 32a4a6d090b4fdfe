import { RE2JS } from 're2js';
import type { KnownText } from '../../model/redaction.js';

/** A part of a text that is to be replaced, and the value that its token is made of. */
export interface FoundText {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly name: string;
  readonly value: string;
}

export type FindTexts = (text: string) => readonly FoundText[];

/** Finds each kind of text that is known by its form. Linear in the text's length. */
export const FIND_KNOWN: Readonly<Record<KnownText, FindTexts>> = {
  email: findEmails,
  phone: findPhones,
  card: findCards,
  iban: findIbans,
};

/** Every match of a pattern of RE2; one that matches nothing at all is no match. */
export function findPattern(name: string, pattern: string): FindTexts {
  const compiled = RE2JS.compile(pattern);
  return (text) =>
    matches(compiled, text).map(([start, end]) => ({ start, end, name, value: text.slice(start, end) }));
}

function matches(pattern: RE2JS, text: string): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  const matcher = pattern.matcher(text);
  while (matcher.find()) if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
  return found;
}

const LETTER = '[\\p{L}\\p{N}]';
const EMAIL = RE2JS.compile(
  `[\\p{L}\\p{N}._%+'-]*[\\p{L}\\p{N}_%+-]@(?:${LETTER}(?:[\\p{L}\\p{N}-]*${LETTER})?\\.)+\\p{L}(?:[\\p{L}\\p{N}-]*${LETTER})`,
);

function findEmails(text: string): readonly FoundText[] {
  if (!text.includes('@')) return [];
  return matches(EMAIL, text).map(([start, end]) => ({
    start,
    end,
    name: 'email',
    value: text.slice(start, end),
  }));
}

/**
 * With a country code (`+44 …`, `0044 …`), with a leading zero (`020 7946 0018`), and in groups as in North America
 * (`555-013-4477`). A bare row of digits that begins otherwise is an order's number as likely as anything.
 */
const PHONE = RE2JS.compile(
  [
    '(?:\\+|\\b00)[1-9](?:[ ().\\x{a0}-]{0,2}[0-9]){6,14}\\b',
    '\\b0[1-9](?:[ ().\\x{a0}-]{0,2}[0-9]){7,10}\\b',
    '(?:\\([2-9][0-9]{2}\\)[ ]?|\\b[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-][0-9]{4}\\b',
  ].join('|'),
);
/** `01.12.2026 …`: a date, whatever follows. */
const DATE_FIRST = /^\d{1,2}[.-]\d{1,2}[.-]\d{4}/;

function findPhones(text: string): readonly FoundText[] {
  if (!hasDigits(text, 7)) return [];
  return matches(PHONE, text).flatMap(([start, end]) => {
    const found = text.slice(start, end);
    if (DATE_FIRST.test(found)) return [];
    return [{ start, end, name: 'phone', value: found.replace(/[^0-9+]/g, '') }];
  });
}

/** Groups of digits with single spaces or dashes between them. */
const DIGIT_GROUPS = RE2JS.compile('\\b[0-9]+(?:[ -][0-9]+)*\\b');
/** Thirteen are milliseconds since 1970 as likely as a card. */
const SHORTEST_CARD = 14;
const LONGEST_CARD = 19;

/** 14 to 19 digits whose check digit is right (ISO/IEC 7812), with nothing but whole groups of digits around them. */
function findCards(text: string): readonly FoundText[] {
  if (!hasDigits(text, SHORTEST_CARD)) return [];
  return matches(DIGIT_GROUPS, text).flatMap(([start, end]) => cardsIn(text.slice(start, end), start));
}

function cardsIn(row: string, offset: number): FoundText[] {
  const groups = [...row.matchAll(/[0-9]+/g)].map((group) => [group.index, group[0]] as const);
  const found: FoundText[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastOfCard(groups, first);
    if (last === null) continue;
    const start = groups[first]?.[0] ?? 0;
    const end = (groups[last]?.[0] ?? 0) + (groups[last]?.[1].length ?? 0);
    const value = row.slice(start, end).replace(/[^0-9]/g, '');
    found.push({ start: offset + start, end: offset + end, name: 'card', value });
    first = last;
  }
  return found;
}

/** The group with which a number that begins at this one is a card's; the longest. */
function lastOfCard(groups: readonly (readonly [number, string])[], first: number): number | null {
  let digits = '';
  let last: number | null = null;
  for (let index = first; index < groups.length && digits.length < LONGEST_CARD; index += 1) {
    digits += groups[index]?.[1] ?? '';
    if (digits.length >= SHORTEST_CARD && digits.length <= LONGEST_CARD && passesLuhn(digits)) last = index;
  }
  return last;
}

/** The check of ISO/IEC 7812-1: every second digit from the right doubled, the sum divisible by ten. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum > 0 && sum % 10 === 0;
}

const IBAN = RE2JS.compile('(?i)\\b[A-Z]{2}[0-9]{2}(?:[ ]?[A-Z0-9]){11,30}\\b');

/** Country, check digits and account, whose remainder by 97 is 1 (ISO 13616). What follows it may look like more of it. */
function findIbans(text: string): readonly FoundText[] {
  if (!hasDigits(text, 4)) return [];
  return matches(IBAN, text).flatMap(([start, end]) => {
    const value = ibanIn(text.slice(start, end));
    if (value === null) return [];
    const compact = value.replaceAll(' ', '').toUpperCase();
    return [{ start, end: start + value.length, name: 'iban', value: compact }];
  });
}

/** The longest beginning that ends where a group ends and passes. */
function ibanIn(row: string): string | null {
  for (let end = row.length; end > 0; end = row.lastIndexOf(' ', end - 1)) {
    const part = row.slice(0, end);
    const length = part.replaceAll(' ', '').length;
    if (length < 15) return null;
    if (passesMod97(part.replaceAll(' ', ''))) return part;
  }
  return null;
}

function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Most texts are told apart by this, and no pattern is tried on them. */
function hasDigits(text: string, least: number): boolean {
  let found = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57 && ++found === least) return true;
  }
  return false;
}
