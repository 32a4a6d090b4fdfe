import type { EffectFact } from '../../model/facts.js';
import type { StatedConstraint } from '../../model/transfer-context.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';

export interface EffectScene {
  readonly effect: { readonly by: string; readonly kind: string; readonly target: string };
  /** False: asked of the guard, before it happens. */
  readonly observed: boolean;
  /** The live constraints that bind the actor. */
  readonly binding: readonly StatedConstraint[];
}

/** One side effect, and the live constraints whose `forbids` it falls under. */
export function effectFact({ effect, observed, binding }: EffectScene): EffectFact {
  return {
    by: effect.by,
    kind: effect.kind,
    target: effect.target,
    observed,
    matches: forbidMatches(binding, effect),
  };
}
