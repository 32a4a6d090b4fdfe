import { matchesPattern } from '../../model/effect-pattern.js';
import type { ForbidMatch } from '../../model/facts.js';
import type { StatedConstraint } from '../../model/transfer-context.js';

/** The constraints among these whose `forbids` an effect falls under. */
export function forbidMatches(
  live: readonly StatedConstraint[],
  effect: { readonly kind: string; readonly target: string },
): readonly ForbidMatch[] {
  const matches: ForbidMatch[] = [];
  for (const { constraint } of live) {
    if (constraint.forbids?.some((pattern) => matchesPattern(pattern, effect)) === true) {
      matches.push({ constraint: constraint.id, modality: constraint.modality });
    }
  }
  return matches;
}
