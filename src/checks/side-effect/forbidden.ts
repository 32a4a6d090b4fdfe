import type { Check, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { effectReason, nameEffect } from '../effect-scene.js';
import { quote } from '../quote.js';

export const sideEffectForbidden: Check = {
  code: 'side_effect.forbidden',
  title: 'no effect that is proposed or claimed is one that a live prohibition forbids',
  why: 'The run still owes it to whoever stated the prohibition, also where the payload lost it.',
  fix: 'Do not have the effect; ask whoever stated the prohibition to withdraw it.',
  default: 'block',
  needs: ['side_effects'],
  proofs: {
    transfer: { each: 'input.side_effects.claimed', holds: 'effect.permitted' },
    effect: { each: 'input.effects', holds: 'effect.permitted' },
  },
  reason(scene, item) {
    if (scene.handoff !== null) return claimed(scene, item);
    return effectReason(scene, (effect, rule) => `${effect} is what ${rule} forbids`);
  },
};

function claimed(scene: Scene, item: number): ReturnType<Check['reason']> {
  const claim = itemAt(scene.facts.side_effects.claimed, item);
  const match = claim.matches.find(({ modality }) => modality === 'prohibition');
  const held = scene.known.get(match?.constraint ?? '')?.constraint ?? null;
  return {
    data: `/payload/side_effects/${claim.index}`,
    message: `the payload claims ${nameEffect(claim)}, which ${quote(held?.text ?? match?.constraint ?? '')} forbids`,
    held,
    values: { kind: claim.kind, target: claim.target },
  };
}
