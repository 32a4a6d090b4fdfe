import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintReattributed: Check = {
  code: 'constraint.reattributed',
  title: 'a constraint is told as stated by the same speaker, in the same place',
  why: 'Who stated a constraint decides who may lift it.',
  fix: 'Carry `stated_by` and `stated_in` as they were stated.',
  default: 'warn',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.same_source' },
  },
  reason: (scene, item) =>
    restate(scene, item, ({ text }) => `${text} is told as stated elsewhere than where it was first stated`),
};
