import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintWidened: Check = {
  code: 'constraint.widened',
  title: 'what holds for one task is not sent as holding for the whole run',
  why: 'A constraint that was meant for one task then binds agents it was never meant for.',
  fix: 'Carry the scope of the first statement.',
  default: 'warn',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.not_widened' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ text }) => `${text} holds for one task, and is sent as holding for the whole run`,
    ),
};
