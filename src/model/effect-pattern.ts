import type { EffectPattern } from './constraint.js';
import { indexOfWithin } from './index-of-within.js';

/**
 * Does an effect match a pattern: kind against kind, target against target. In a kind, `*` stands for any text within
 * one segment between dots, also for none. A target has no segments (an address has dots of its own): there `*` stands
 * for any text at all. Everything else stands for itself.
 */
export function matchesPattern(pattern: EffectPattern, effect: EffectPattern): boolean {
  return matchesDotted(pattern.kind, effect.kind) && matchesSegment(pattern.target, effect.target);
}

function matchesDotted(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const patterns = pattern.split('.');
  const segments = text.split('.');
  return (
    patterns.length === segments.length &&
    patterns.every((segment, index) => matchesSegment(segment, segments[index] ?? ''))
  );
}

/** The pieces between the stars must follow each other; the leftmost place for each is as good as any. */
export function matchesSegment(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces[pieces.length - 1] ?? '';
  if (pieces.length === 1) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = indexOfWithin(text, piece, from, end);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
