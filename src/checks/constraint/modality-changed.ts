import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintModalityChanged: Check = {
  code: 'constraint.modality_changed',
  title: 'a prohibition stays a prohibition, and a requirement a requirement',
  why: 'A rule that forbids and a rule that requires ask for opposite things of the same subject.',
  fix: 'Carry the modality of the first statement.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.same_duty' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ pair, text }) =>
        `the ${pair.differs.modality?.held ?? 'rule'} ${text} is sent as a ${pair.differs.modality?.sent ?? 'different rule'}`,
    ),
};
