import type { Check } from '../check.js';
import { pairScene, sentAt } from '../constraint-scene.js';

export const constraintInvented: Check = {
  code: 'constraint.invented',
  title: 'every constraint in the payload was stated by somebody',
  why: "A constraint that is known only from a sender or a payload is that agent's word, whatever it claims of its origin.",
  fix: 'Leave it out, or have the recorder record the message or statement that states it.',
  default: 'warn',
  needs: ['constraints'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.stated' },
  },
  reason(scene, item) {
    const { pair, text, about } = pairScene(scene, item);
    const say = `Leave out the constraint ${text}: no message, statement or policy of this run states it.`;
    return {
      data: sentAt(pair),
      message: `nobody in this run stated ${text}`,
      ...about,
      fix: { patch: pair.sent.map(removal).reverse(), say },
    };
  },
};

function removal(index: number): { op: 'remove'; path: string } {
  return { op: 'remove', path: `/constraints/${index}` };
}
