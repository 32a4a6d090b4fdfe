import type { EffectPattern } from '../../model/constraint.js';
import type { EffectFact } from '../../model/facts.js';
import type { SideEffect } from '../../model/record.js';
import { mayBeOf } from '../../model/tool.js';
import type { StatedConstraint } from '../../model/transfer-context.js';
import { ANY_DETAILS, type DetailsCheck } from '../side-effects/details-faults.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';

export interface EffectScene {
  readonly effect: SideEffect & { readonly by: string };
  /** What a tool may do, where a tool is asked about: then what may match it is told. Not given: it is one effect. */
  readonly pattern?: EffectPattern;
  /** False: asked of the guard, before it happens. */
  readonly observed: boolean;
  /** The live constraints that bind the actor. */
  readonly binding: readonly StatedConstraint[];
  /** Not given: any details will do. */
  readonly detailsOf?: DetailsCheck;
}

/** One side effect, and the live constraints whose `forbids` it falls under. */
export function effectFact(scene: EffectScene): EffectFact {
  const { effect, observed, binding, detailsOf = ANY_DETAILS, pattern } = scene;
  return {
    by: effect.by,
    kind: effect.kind,
    target: effect.target,
    observed,
    matches:
      pattern === undefined ? forbidMatches(binding, effect) : forbidMatches(binding, pattern, mayBeOf),
    faults: detailsOf({ ...effect, ...pattern }),
  };
}
