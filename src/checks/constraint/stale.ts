import type { Check } from '../check.js';
import { pairScene, sentAt } from '../constraint-scene.js';

export const constraintStale: Check = {
  code: 'constraint.stale',
  title: 'what was discharged is not carried on',
  why: 'A rule that was lifted still binds a receiver that gets it.',
  fix: 'Leave it out of `constraints`.',
  default: 'warn',
  needs: ['constraints'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.not_stale' },
  },
  reason(scene, item) {
    const { pair, text, about } = pairScene(scene, item);
    const patch = pair.sent
      .map((index) => ({ op: 'remove' as const, path: `/constraints/${index}` }))
      .reverse();
    return {
      data: sentAt(pair),
      message: `${text} was discharged earlier, and is carried on`,
      ...about,
      fix: { patch, say: `Leave out the constraint ${text}: it was discharged earlier in this run.` },
    };
  },
};
