import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';

export const constraintUnresolved: Check = {
  code: 'constraint.unresolved',
  title: 'the text of a constraint still says the same',
  why: 'A reworded constraint can mean less than it did, and similar words do not show that it does not. What is not decided is not carried.',
  fix: 'Carry the words of the first statement.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.resolved' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ text }) => `${text} is sent in other words, and nothing decided whether they say the same`,
    ),
};
