import type { EffectPattern } from '../../model/constraint.js';
import { matchesPattern } from '../../model/effect-pattern.js';
import type { ForbidMatch } from '../../model/facts.js';
import type { StatedConstraint } from '../../model/transfer-context.js';

/** The constraints among these whose `forbids` an effect falls under. */
export function forbidMatches(
  live: readonly StatedConstraint[],
  effect: EffectPattern,
  /** `mayBeOf` where the effect is a pattern itself: what a tool may do. */
  matches: (pattern: EffectPattern, effect: EffectPattern) => boolean = matchesPattern,
): readonly ForbidMatch[] {
  const found: ForbidMatch[] = [];
  for (const { constraint } of live) {
    if (constraint.forbids?.some((pattern) => matches(pattern, effect)) === true) {
      found.push({ constraint: constraint.id, modality: constraint.modality });
    }
  }
  return found;
}
