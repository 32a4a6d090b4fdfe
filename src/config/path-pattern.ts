import { type JsonPointer, pointerSegments } from '../canonical/pointer.js';
import { quoteForRegex } from '../model/quote-for-regex.js';

/**
 * Patterns of paths: a JSON Pointer in which the segment `*` stands for exactly one segment, whatever it holds, and a
 * last `**` for one or more. Nothing else is special: a `*` beside other characters is refused rather than taken for
 * itself, since a pattern for secrets that silently matches nothing would let them out.
 */

/** What is wrong with a pattern, as a clause; null where nothing is. For readers of contracts. */
export function pathPatternFault(pattern: string): string | null {
  if (pattern === '') return null;
  if (!pattern.startsWith('/')) return 'a path starts with `/`';
  if (/~(?![01])/.test(pattern)) return '`~` is written `~0`, and a `/` within a key `~1`';
  const segments = pattern.slice(1).split('/');
  if (segments.slice(0, -1).includes('**')) return '`**` stands only at the end; `*` is one segment';
  const mixed = segments.find((segment) => segment.includes('*') && segment !== '*' && segment !== '**');
  return mixed === undefined ? null : '`*` stands for a whole segment, not for a part of one';
}

/** Does a pointer match a pattern: the same answer as the regular expression of `pathPattern`. */
export function matchPath(pattern: string, at: JsonPointer): boolean {
  requirePattern(pattern);
  const wanted = pattern.split('/');
  const found = at.split('/');
  const rest = wanted[wanted.length - 1] === '**';
  if (rest ? found.length < wanted.length : found.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment === '**' || segment === '*' || segment === found[index]);
}

/**
 * The pattern as a regular expression, whole text against whole text; for RE2 (Rego's `regex.match`) and for
 * JavaScript without flags alike.
 *
 * @throws TypeError for a pattern that `pathPatternFault` finds fault with.
 */
export function pathPattern(pattern: string): string {
  requirePattern(pattern);
  return `^${pattern.split('/').slice(1).map(segmentPattern).join('')}$`;
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '/[^/]*';
  return segment === '**' ? '(?:/[^/]*)+' : `/${quoteForRegex(segment)}`;
}

function requirePattern(pattern: string): void {
  const fault = pathPatternFault(pattern);
  if (fault !== null) throw new TypeError(`no pattern of paths: ${JSON.stringify(pattern)}: ${fault}`);
}

/** Patterns in a tree, to be followed along a walk through a document: what cannot match costs nothing. */
interface PatternNode<Payload> {
  readonly children: Map<string, PatternNode<Payload>>;
  /** After a `*`. */
  any: PatternNode<Payload> | null;
  /** After a `**`: leads to itself. */
  rest: PatternNode<Payload> | null;
  /** Of the patterns that end here. */
  readonly here: Payload[];
}

/** Where a walk stands: null where no pattern can match any more. */
export type PatternState<Payload> = readonly PatternNode<Payload>[] | null;

/** The patterns' state at the root of a document, each with what it carries. */
export function patternTree<Payload>(patterns: Iterable<readonly [string, Payload]>): PatternState<Payload> {
  const root = emptyNode<Payload>();
  for (const [pattern, payload] of patterns) {
    requirePattern(pattern);
    pointerSegments(pattern).reduce(childOf, root).here.push(payload);
  }
  return root.children.size > 0 || root.any !== null || root.rest !== null || root.here.length > 0
    ? [root]
    : null;
}

function emptyNode<Payload>(): PatternNode<Payload> {
  return { children: new Map(), any: null, rest: null, here: [] };
}

function childOf<Payload>(node: PatternNode<Payload>, segment: string): PatternNode<Payload> {
  if (segment === '*') {
    node.any ??= emptyNode();
    return node.any;
  }
  if (segment === '**') {
    node.rest ??= restNode();
    return node.rest;
  }
  const known = node.children.get(segment);
  if (known !== undefined) return known;
  const fresh = emptyNode<Payload>();
  node.children.set(segment, fresh);
  return fresh;
}

function restNode<Payload>(): PatternNode<Payload> {
  const node = emptyNode<Payload>();
  node.rest = node;
  return node;
}

/** The state one segment further. */
export function stepInto<Payload>(state: PatternState<Payload>, segment: string): PatternState<Payload> {
  if (state === null) return null;
  const next: PatternNode<Payload>[] = [];
  for (const { children, any, rest } of state) {
    const exact = children.get(segment);
    if (exact !== undefined) next.push(exact);
    if (any !== null) next.push(any);
    if (rest !== null) next.push(rest);
  }
  return next.length === 0 ? null : next;
}

/** What the patterns that match here carry. */
export function matchedHere<Payload>(state: PatternState<Payload>): readonly Payload[] {
  return state === null ? [] : state.flatMap(({ here }) => here);
}
