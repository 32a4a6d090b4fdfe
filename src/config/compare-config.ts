import { isJsonArray, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { commonRuns, type Run } from './array-runs.js';
import { requireDepth } from './config-depth.js';
import { isScalar, Meanings, sameMeaning, sameScalar } from './meaning.js';
import { ownMember } from './own-members.js';

/** What turns one value into another. */
export type Edit =
  | { readonly kind: 'add'; readonly after: JsonValue }
  | { readonly kind: 'remove'; readonly before: JsonValue }
  | { readonly kind: 'replace'; readonly before: JsonValue; readonly after: JsonValue }
  | Within;

/** Edits within an object, by key, sorted; or within an array. */
export interface Within {
  readonly kind: 'object' | 'array';
  /**
   * In an array, each index is that at which the edit is to be done after those before it: all items before it are
   * those of the new array by then.
   */
  readonly edits: readonly (readonly [segment: string | number, edit: Edit])[];
}

/**
 * How many items of an array may have to be taken out and put in for them to be told one by one. Where it is more, the
 * array is told as replaced: as many changes say less than one, and the time stays bounded.
 */
export const MOST_ITEMS = 1_000;

/**
 * The edits from one document to another, null where they mean the same.
 *
 * @throws TypeError for documents that are nested more deeply than `normaliseConfig` lets pass.
 */
export function compareConfig(before: JsonValue, after: JsonValue): Edit | null {
  return compare(before, after, 0);
}

function compare(before: JsonValue, after: JsonValue, depth: number): Edit | null {
  if (before === after) return null;
  if (isScalar(before) || isScalar(after)) {
    const same = isScalar(before) && isScalar(after) && sameScalar(before, after);
    return same ? null : { kind: 'replace', before, after };
  }
  requireDepth(depth);
  if (isJsonArray(before) !== isJsonArray(after)) return { kind: 'replace', before, after };
  return isJsonArray(before)
    ? compareArrays(before, after as readonly JsonValue[], depth)
    : compareObjects(before, after as JsonObject, depth);
}

type Edits = (readonly [string | number, Edit])[];

function compareObjects(before: JsonObject, after: JsonObject, depth: number): Edit | null {
  const edits: Edits = [];
  let kept = 0;
  for (const key of Object.keys(before)) {
    const was = before[key];
    if (was === undefined) continue;
    const is = ownMember(after, key);
    if (is !== undefined) kept += 1;
    const edit: Edit | null =
      is === undefined ? { kind: 'remove', before: was } : compare(was, is, depth + 1);
    if (edit !== null) edits.push([key, edit]);
  }
  const keys = Object.keys(after);
  if (kept < keys.length) addMembers(keys, before, after, edits);
  return edits.length === 0 ? null : { kind: 'object', edits: edits.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function addMembers(keys: readonly string[], before: JsonObject, after: JsonObject, edits: Edits): void {
  for (const key of keys) {
    const is = after[key];
    if (is !== undefined && ownMember(before, key) === undefined)
      edits.push([key, { kind: 'add', after: is }]);
  }
}

function compareArrays(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  depth: number,
): Edit | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before, start, after, start, depth)) start += 1;
  if (start === before.length && start === after.length) return null;
  let end = 0;
  while (end < shorter - start && same(before, before.length - 1 - end, after, after.length - 1 - end, depth))
    end += 1;
  const runs = runsBetween(before.slice(start, before.length - end), after.slice(start, after.length - end));
  if (runs === null) return { kind: 'replace', before, after };
  return { kind: 'array', edits: editsAround(runs, start, before, after, depth) };
}

function same(
  before: readonly JsonValue[],
  i: number,
  after: readonly JsonValue[],
  j: number,
  depth: number,
): boolean {
  return sameMeaning(before[i] as JsonValue, after[j] as JsonValue, depth + 1);
}

/** What the two have in common between their common beginning and end; a run without length says where they end. */
function runsBetween(before: readonly JsonValue[], after: readonly JsonValue[]): readonly Run[] | null {
  const end: Run = { before: before.length, after: after.length, length: 0 };
  if (Math.min(before.length, after.length) === 0 || (before.length === 1 && after.length === 1))
    return [end];
  const meanings = new Meanings();
  const numbers = (items: readonly JsonValue[]): Int32Array =>
    Int32Array.from(items, (item) => meanings.of(item));
  const runs = commonRuns(numbers(before), numbers(after), MOST_ITEMS);
  return runs === null ? null : [...runs, end];
}

/** Between two runs, items are compared in pairs; what is left over was taken out or put in. */
function editsAround(
  runs: readonly Run[],
  start: number,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  depth: number,
): Edits {
  const edits: Edits = [];
  let was = start;
  let is = start;
  for (const run of runs) {
    const wasEnd = start + run.before;
    const isEnd = start + run.after;
    for (; was < wasEnd && is < isEnd; was += 1, is += 1) {
      const edit = compare(before[was] as JsonValue, after[is] as JsonValue, depth + 1);
      if (edit !== null) edits.push([is, edit]);
    }
    for (; was < wasEnd; was += 1) edits.push([is, { kind: 'remove', before: before[was] as JsonValue }]);
    for (; is < isEnd; is += 1) edits.push([is, { kind: 'add', after: after[is] as JsonValue }]);
    was += run.length;
    is += run.length;
  }
  return edits;
}
