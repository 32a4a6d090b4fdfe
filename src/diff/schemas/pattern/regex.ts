/** A set of texts, as the terms that derivatives are taken of. Made by the functions below only, which keep it small. */
export type Regex = { readonly key: string } & (
  | { readonly kind: 'chars'; readonly ranges: readonly CharRange[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'cat'; readonly first: Regex; readonly rest: Regex }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Regex[] }
  | { readonly kind: 'not'; readonly of: Regex }
  | { readonly kind: 'repeat'; readonly of: Regex; readonly least: number; readonly most: number }
);

/** Code points, both ends included. */
export type CharRange = readonly [from: number, to: number];

export const LAST_CHAR = 0x10ffff;

/** No text at all. */
export const NONE: Regex = { kind: 'chars', ranges: [], key: '∅' };
/** The empty text. */
export const EMPTY: Regex = { kind: 'empty', key: 'ε' };
export const ANY_CHAR: Regex = chars([[0, LAST_CHAR]]);
export const ANYTHING: Regex = repeat(ANY_CHAR, 0, Number.POSITIVE_INFINITY);

export function chars(ranges: readonly CharRange[]): Regex {
  const merged = mergeRanges(ranges);
  if (merged.length === 0) return NONE;
  return { kind: 'chars', ranges: merged, key: `[${merged.map(([a, b]) => `${a}-${b}`).join(',')}]` };
}

export function mergeRanges(ranges: readonly CharRange[]): readonly CharRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function invertRanges(ranges: readonly CharRange[]): readonly CharRange[] {
  const inverted: CharRange[] = [];
  let next = 0;
  for (const [from, to] of mergeRanges(ranges)) {
    if (from > next) inverted.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_CHAR) inverted.push([next, LAST_CHAR]);
  return inverted;
}

export function cat(first: Regex, rest: Regex): Regex {
  if (first === NONE || rest === NONE) return NONE;
  if (first === EMPTY) return rest;
  if (rest === EMPTY) return first;
  if (first.kind === 'cat') return cat(first.first, cat(first.rest, rest));
  return { kind: 'cat', first, rest, key: `(${first.key}${rest.key})` };
}

export function catAll(parts: readonly Regex[]): Regex {
  return parts.reduceRight((rest, part) => cat(part, rest), EMPTY);
}

export function any(of: readonly Regex[]): Regex {
  const flat = distinct(of.flatMap((one) => (one.kind === 'any' ? one.of : [one])).filter((r) => r !== NONE));
  if (flat.some((one) => one.key === ANYTHING.key)) return ANYTHING;
  const [only, ...more] = flat;
  if (only === undefined) return NONE;
  if (more.length === 0) return only;
  return { kind: 'any', of: flat, key: `(${flat.map((one) => one.key).join('|')})` };
}

export function all(of: readonly Regex[]): Regex {
  const flat = distinct(of.flatMap((one) => (one.kind === 'all' ? one.of : [one])));
  if (flat.includes(NONE)) return NONE;
  const kept = flat.filter((one) => one.key !== ANYTHING.key);
  const [only, ...more] = kept;
  if (only === undefined) return ANYTHING;
  if (more.length === 0) return only;
  return { kind: 'all', of: kept, key: `(${kept.map((one) => one.key).join('&')})` };
}

export function not(of: Regex): Regex {
  if (of.kind === 'not') return of.of;
  if (of === NONE) return ANYTHING;
  if (of.key === ANYTHING.key) return NONE;
  return { kind: 'not', of, key: `!${of.key}` };
}

export function repeat(of: Regex, least: number, most: number): Regex {
  if (most === 0 || of === EMPTY) return EMPTY;
  if (of === NONE) return least === 0 ? EMPTY : NONE;
  if (least === 1 && most === 1) return of;
  if (of.kind === 'repeat' && of.least === 0 && of.most === Number.POSITIVE_INFINITY && least <= 1) return of;
  const end = most === Number.POSITIVE_INFINITY ? '' : most;
  return { kind: 'repeat', of, least, most, key: `${of.key}{${least},${end}}` };
}

function distinct(of: readonly Regex[]): readonly Regex[] {
  const byKey = new Map(of.map((one) => [one.key, one]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Is the empty text in it. */
export function isNullable(regex: Regex): boolean {
  switch (regex.kind) {
    case 'empty':
      return true;
    case 'chars':
      return false;
    case 'cat':
      return isNullable(regex.first) && isNullable(regex.rest);
    case 'any':
      return regex.of.some(isNullable);
    case 'all':
      return regex.of.every(isNullable);
    case 'not':
      return !isNullable(regex.of);
    case 'repeat':
      return regex.least === 0 || isNullable(regex.of);
  }
}

/** What may follow a character (Brzozowski's derivative). */
export function after(regex: Regex, char: number): Regex {
  switch (regex.kind) {
    case 'empty':
      return NONE;
    case 'chars':
      return regex.ranges.some(([from, to]) => char >= from && char <= to) ? EMPTY : NONE;
    case 'cat':
      return afterCat(regex.first, regex.rest, char);
    case 'any':
      return any(regex.of.map((one) => after(one, char)));
    case 'all':
      return all(regex.of.map((one) => after(one, char)));
    case 'not':
      return not(after(regex.of, char));
    case 'repeat':
      return afterRepeat(regex.of, regex.least, regex.most, char);
  }
}

function afterCat(first: Regex, rest: Regex, char: number): Regex {
  const within = cat(after(first, char), rest);
  return isNullable(first) ? any([within, after(rest, char)]) : within;
}

function afterRepeat(of: Regex, least: number, most: number, char: number): Regex {
  // A part that may be empty need not be repeated at all.
  const fewest = isNullable(of) ? 0 : Math.max(0, least - 1);
  return cat(after(of, char), repeat(of, fewest, most - 1));
}

/** One character for each set of characters that no part of it tells apart; letters and digits where there are any. */
export function representatives(regex: Regex): readonly number[] {
  const sets = new Map<string, readonly CharRange[]>();
  collectSets(regex, sets, new Set());
  const starts = [...new Set([0, ...[...sets.values()].flat().flatMap(([from, to]) => [from, to + 1])])];
  const blocks = starts.filter((start) => start <= LAST_CHAR).sort((a, b) => a - b);
  const chosen = new Map<string, number>();
  for (const [index, from] of blocks.entries()) {
    const to = (blocks[index + 1] ?? LAST_CHAR + 1) - 1;
    const name = [...sets.values()].map((ranges) => Number(isIn(ranges, from))).join('');
    const best = nicest(from, to);
    const before = chosen.get(name);
    if (before === undefined || niceness(best) > niceness(before)) chosen.set(name, best);
  }
  return [...chosen.values()].sort((a, b) => niceness(b) - niceness(a) || a - b);
}

function collectSets(regex: Regex, into: Map<string, readonly CharRange[]>, seen: Set<string>): void {
  if (seen.has(regex.key)) return;
  seen.add(regex.key);
  if (regex.kind === 'chars') into.set(regex.key, regex.ranges);
  else if (regex.kind === 'cat') for (const one of [regex.first, regex.rest]) collectSets(one, into, seen);
  else if (regex.kind === 'any' || regex.kind === 'all')
    for (const one of regex.of) collectSets(one, into, seen);
  else if (regex.kind === 'not' || regex.kind === 'repeat') collectSets(regex.of, into, seen);
}

function isIn(ranges: readonly CharRange[], char: number): boolean {
  return ranges.some(([from, to]) => char >= from && char <= to);
}

/** Best first: `a`, other letters, `0`, and so on; a half of a surrogate pair is no character by itself. */
const NICE: readonly CharRange[] = [
  [97, 122],
  [48, 57],
  [65, 90],
  [33, 126],
  [32, 32],
  [0xa1, 0xd7ff],
  [0xe000, 0xfffd],
  [0x10000, LAST_CHAR],
  [0, 0xd7ff],
  [0xd800, 0xdfff],
];

function nicest(from: number, to: number): number {
  for (const [least, most] of NICE) {
    if (from <= most && to >= least) return Math.max(from, least);
  }
  return from;
}

function niceness(char: number): number {
  return NICE.length - NICE.findIndex(([from, to]) => char >= from && char <= to);
}
