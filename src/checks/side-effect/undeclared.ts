import type { Check, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { effectOf, nameEffect } from '../effect-scene.js';

export const sideEffectUndeclared: Check = {
  code: 'side_effect.undeclared',
  title: 'every observed side effect is one that the contract declares',
  why: 'The contract says what an agent may do on either side of this handoff; what it does not say, nobody reviewed.',
  fix: 'Declare the effect in `declared_side_effects`, or keep the agent from having it.',
  default: 'block',
  part: 'declared_side_effects',
  needs: [],
  proofs: {
    transfer: { each: 'input.side_effects.observed', holds: 'effect.declared', with: ['sender_effects'] },
    effect: { each: 'input.effects', holds: 'effect.declared', with: ['receiver_effects'] },
  },
  reason: (scene, item) => (scene.handoff === null ? received(scene) : sent(scene, item)),
};

function sent(scene: Scene, item: number): ReturnType<Check['reason']> {
  const effect = itemAt(scene.facts.side_effects.observed, item);
  return {
    data: '/from',
    message: `the sender had the effect ${nameEffect(effect)}, which the contract does not declare \`by: sender\``,
    values: { effect: effect.id, kind: effect.kind, target: effect.target },
  };
}

function received(scene: Scene): ReturnType<Check['reason']> {
  const effect = effectOf(scene);
  return {
    data: '/effect',
    message: `the contract does not declare ${nameEffect(effect)} \`by: receiver\``,
    values: { by: effect.by, kind: effect.kind, target: effect.target },
  };
}
