import type { EffectFact } from '../../model/facts.js';
import type { SideEffect } from '../../model/record.js';
import { mayBeOf } from '../../model/tool.js';
import type { StatedConstraint } from '../../model/transfer-context.js';
import { ANY_DETAILS, type DetailsCheck } from '../side-effects/details-faults.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';

export interface EffectScene {
  readonly effect: SideEffect & { readonly by: string };
  /** True: kind and target are patterns, what a tool may do; then what may match is told. Not given: one effect. */
  readonly pattern?: boolean;
  /** False: asked of the guard, before it happens. */
  readonly observed: boolean;
  /** The live constraints that bind the actor. */
  readonly binding: readonly StatedConstraint[];
  /** Not given: any details will do. */
  readonly detailsOf?: DetailsCheck;
}

/** One side effect, and the live constraints whose `forbids` it falls under. */
export function effectFact(scene: EffectScene): EffectFact {
  const { effect, observed, binding, detailsOf = ANY_DETAILS, pattern = false } = scene;
  return {
    by: effect.by,
    kind: effect.kind,
    target: effect.target,
    observed,
    matches: pattern ? forbidMatches(binding, effect, mayBeOf) : forbidMatches(binding, effect),
    faults: detailsOf(effect),
  };
}
