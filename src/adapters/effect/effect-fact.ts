import type { EffectFact } from '../../model/facts.js';
import type { SideEffect } from '../../model/record.js';
import type { StatedConstraint } from '../../model/transfer-context.js';
import { ANY_DETAILS, type DetailsCheck } from '../side-effects/details-faults.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';

export interface EffectScene {
  readonly effect: SideEffect & { readonly by: string };
  /** False: asked of the guard, before it happens. */
  readonly observed: boolean;
  /** The live constraints that bind the actor. */
  readonly binding: readonly StatedConstraint[];
  /** Not given: any details will do. */
  readonly detailsOf?: DetailsCheck;
}

/** One side effect, and the live constraints whose `forbids` it falls under. */
export function effectFact({ effect, observed, binding, detailsOf = ANY_DETAILS }: EffectScene): EffectFact {
  return {
    by: effect.by,
    kind: effect.kind,
    target: effect.target,
    observed,
    matches: forbidMatches(binding, effect),
    faults: detailsOf(effect),
  };
}
