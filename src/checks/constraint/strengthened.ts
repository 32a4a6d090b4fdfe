import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintStrengthened: Check = {
  code: 'constraint.strengthened',
  title: 'a preference stays a preference',
  why: 'A wish that arrives as a rule binds the receiver to what nobody asked for.',
  fix: 'Carry the modality of the first statement.',
  default: 'warn',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.not_strengthened' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ pair, text }) => `the preference ${text} is sent as a ${pair.differs.modality?.sent ?? 'rule'}`,
    ),
};
