import type { Check } from '../check.js';
import { pairScene, sentAt } from '../constraint-scene.js';

export const constraintDischargedAndCarried: Check = {
  code: 'constraint.discharged_and_carried',
  title: 'a constraint is carried or discharged, not both',
  why: 'The receiver cannot tell which of the two holds.',
  fix: 'Carry it, or discharge it.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.one_way' },
  },
  reason(scene, item) {
    const { pair, text, about } = pairScene(scene, item);
    const patch = pair.discharged
      .map((index) => ({ op: 'remove' as const, path: `/discharged/${index}` }))
      .reverse();
    return {
      data: sentAt(pair),
      message: `${text} is carried and discharged at once`,
      ...about,
      fix: { patch, say: `Either carry the constraint ${text} or discharge it, not both.` },
    };
  },
};
