import type { Check } from '../check.js';
import { effectReason } from '../effect-scene.js';

export const constraintViolated: Check = {
  code: 'constraint.violated',
  title: 'no observed effect is one that a live prohibition forbids',
  why: 'This is the customer who got the email. Its cause is transmission where the constraint had been lost on the way, and reasoning where it arrived whole.',
  fix: 'Repair the edge that lost it; where it arrived whole, look at the agent that did not honour it.',
  default: 'block',
  needs: [],
  proofs: {
    effect: { each: 'input.effects', holds: 'effect.honoured' },
  },
  reason: (scene) => effectReason(scene, (effect, rule) => `${effect} happened, which ${rule} forbids`),
};
