import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintNarrowed: Check = {
  code: 'constraint.narrowed',
  title: 'what holds for the whole run is not sent as holding for one task',
  why: 'A constraint with task scope evaporates at the next handoff, so narrowing drops it one hop later.',
  fix: 'Carry the scope of the first statement.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.not_narrowed' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ text }) => `${text} holds for the whole run, and is sent as holding for one task`,
    ),
};
