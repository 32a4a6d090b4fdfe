import type { EffectPattern } from './constraint.js';

/**
 * Does an effect fall under a pattern: both its kind and its target do. `*` stands for any text, also for none,
 * within one segment between dots; all else is compared exactly.
 */
export function matchesPattern(
  pattern: EffectPattern,
  effect: { readonly kind: string; readonly target: string },
): boolean {
  return matchesDotted(pattern.kind, effect.kind) && matchesDotted(pattern.target, effect.target);
}

function matchesDotted(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const patterns = pattern.split('.');
  const segments = text.split('.');
  return (
    patterns.length === segments.length &&
    patterns.every((segmentPattern, index) => matchesSegment(segmentPattern, segments[index] ?? ''))
  );
}

/** Each piece at its first place after the one before: no going back, so the time stays linear in the text. */
function matchesSegment(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return first === text;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
