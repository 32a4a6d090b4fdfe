import type { Check } from '../check.js';
import { handoffOf, itemAt } from '../constraint-scene.js';
import { nameEffect } from '../effect-scene.js';

export const sideEffectObservedNotClaimed: Check = {
  code: 'side_effect.observed_not_claimed',
  title: 'every side effect that the sender had is told to the receiver',
  why: 'A receiver that does not know of a refund may issue it again.',
  fix: 'Tell the effect in `side_effects`, with its evidence.',
  default: 'warn',
  needs: ['side_effects'],
  proofs: {
    transfer: { each: 'input.side_effects.observed', holds: 'effect.told' },
  },
  reason(scene, item) {
    const effect = itemAt(scene.facts.side_effects.observed, item);
    const record = handoffOf(scene).context.senderEffects.find(({ id }) => id === effect.id);
    const value = {
      ...{ kind: effect.kind, target: effect.target, ...record?.effect },
      evidence: record?.evidence ?? effect.id,
    };
    return {
      data: '/payload/side_effects',
      message: `the sender had the effect ${nameEffect(effect)}, and the payload does not tell it`,
      values: { effect: effect.id, kind: effect.kind, target: effect.target },
      fix: {
        patch: [{ op: 'add', path: '/side_effects/-', value }],
        say: `Tell the effect ${nameEffect(effect)}.`,
      },
    };
  },
};
