import type { Check } from '../check.js';
import { type PairScene, restate } from '../constraint-scene.js';

export const constraintWeakened: Check = {
  code: 'constraint.weakened',
  title: 'a prohibition or requirement is not sent as a preference',
  why: 'An agent weighs a preference against its instructions. "The customer prefers app notifications" was weighed, and the email that was forbidden was sent.',
  fix: 'Carry the modality and the words of the first statement.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.not_weakened' },
  },
  reason: (scene, item) => restate(scene, item, message),
};

function message({ pair, text }: PairScene): string {
  const change = pair.differs.modality;
  if (change !== undefined) return `the ${change.held} ${text} is sent as a ${change.sent}`;
  return `the ${pair.modality} ${text} is sent in words that read as a wish`;
}
