import type { EffectPattern } from './constraint.js';
import { matchesSegment } from './effect-pattern.js';

/** Is there an effect that both patterns match. Exact: it says no only where there is none. */
export function patternsMeet(a: EffectPattern, b: EffectPattern): boolean {
  return kindsMeet(a.kind, b.kind) && starsMeet(a.target, b.target);
}

/** The same of kinds alone: `*` stays within a segment. */
export function kindsMeet(a: string, b: string): boolean {
  const [ours, theirs] = [a.split('.'), b.split('.')];
  return (
    ours.length === theirs.length && ours.every((segment, index) => starsMeet(segment, theirs[index] ?? ''))
  );
}

/**
 * Is there a text that two patterns match, in which `*` is any text. Where one of them has no star, it is that text; else
 * what stands before the first stars has to agree, and what stands after the last ones: between them lies a star of each,
 * so that whatever one of them wants there, the other allows.
 */
export function starsMeet(a: string, b: string): boolean {
  if (!a.includes('*')) return matchesSegment(b, a);
  if (!b.includes('*')) return matchesSegment(a, b);
  return agree(startOf(a), startOf(b)) && agree(endOf(a), endOf(b));
}

function startOf(pattern: string): string {
  return pattern.slice(0, pattern.indexOf('*'));
}

/** Backwards, so that it is compared as a start is. */
function endOf(pattern: string): string {
  return [...pattern.slice(pattern.lastIndexOf('*') + 1)].reverse().join('');
}

function agree(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
