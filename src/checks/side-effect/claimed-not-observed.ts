import type { Check } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { nameEffect } from '../effect-scene.js';

export const sideEffectClaimedNotObserved: Check = {
  code: 'side_effect.claimed_not_observed',
  title: 'every side effect that the payload claims was observed',
  why: 'A receiver that is told of a refund that never happened will confirm it.',
  fix: 'Claim what happened, with the evidence that the recorder has for it; or have the recorder record the effect.',
  default: 'warn',
  needs: ['side_effects'],
  proofs: {
    transfer: { each: 'input.side_effects.claimed', holds: 'effect.seen' },
  },
  reason(scene, item) {
    const claim = itemAt(scene.facts.side_effects.claimed, item);
    return {
      data: `/payload/side_effects/${claim.index}`,
      message: `the payload claims ${nameEffect(claim)}, and no record of the run shows it`,
      values: { kind: claim.kind, target: claim.target },
      fix: {
        patch: [{ op: 'remove', path: `/side_effects/${claim.index}` }],
        say: `Do not claim ${nameEffect(claim)}: it was not observed with that evidence.`,
      },
    };
  },
};
