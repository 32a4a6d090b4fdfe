import type { Check } from '../check.js';
import { pairScene } from '../constraint-scene.js';

export const constraintDuplicated: Check = {
  code: 'constraint.duplicated',
  title: 'one entry for one constraint',
  why: 'Of two entries for one constraint the receiver may honour the weaker one.',
  fix: 'Keep the entry that says what was stated.',
  default: 'block',
  needs: ['constraints'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.sent_once' },
  },
  reason(scene, item) {
    const { pair, text, about } = pairScene(scene, item);
    const [first, ...rest] = pair.sent;
    const patch = rest.map((index) => ({ op: 'remove' as const, path: `/constraints/${index}` })).reverse();
    return {
      data: `/payload/constraints/${rest[0] ?? first ?? 0}`,
      message: `${text} is carried ${pair.sent.length} times`,
      ...about,
      values: { entries: pair.sent },
      fix: { patch, say: `Carry the constraint ${text} once.` },
    };
  },
};
