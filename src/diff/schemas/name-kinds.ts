import { type Fact, fact } from './formula.js';

/** One name, or all that are not listed and match just these patterns. */
export type NameKind =
  | { readonly name: string }
  | { readonly name: null; readonly matching: readonly string[]; readonly others: readonly Fact[] };

/** The kinds that were worked out in one comparison. */
export class NameKinds {
  readonly #known: Map<string, readonly NameKind[]> = new Map();

  /** Names between which nothing differs, where some are listed and others match patterns. */
  of(listed: readonly string[], patterns: readonly string[]): readonly NameKind[] {
    const key = JSON.stringify([listed, patterns]);
    const kinds = this.#known.get(key) ?? kindsOf(listed, patterns);
    this.#known.set(key, kinds);
    return kinds;
  }
}

const MOST_PATTERNS = 6;

function kindsOf(listed: readonly string[], patterns: readonly string[]): readonly NameKind[] {
  const named = listed.map((name) => ({ name }));
  // Too many to combine: one kind each, and none that says which others it matches. Not proven is then the answer.
  const subsets = patterns.length > MOST_PATTERNS ? [] : subsetsOf(patterns);
  return [...named, ...subsets.map((matching) => unnamed(matching, patterns, listed))];
}

function unnamed(
  matching: readonly string[],
  patterns: readonly string[],
  listed: readonly string[],
): NameKind {
  const matched = patterns.map((pattern) => fact({ about: 'pattern', pattern }, matching.includes(pattern)));
  const others =
    listed.length === 0 ? matched : [...matched, fact({ about: 'values', values: listed }, false)];
  return { name: null, matching, others };
}

function subsetsOf(patterns: readonly string[]): readonly (readonly string[])[] {
  const subsets: (readonly string[])[] = [[]];
  for (const pattern of patterns) subsets.push(...subsets.map((subset) => [...subset, pattern]));
  return subsets;
}
