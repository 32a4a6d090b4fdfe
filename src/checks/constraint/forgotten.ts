import type { Check } from '../check.js';
import { pairScene } from '../constraint-scene.js';

export const constraintForgotten: Check = {
  code: 'constraint.forgotten',
  title: 'what the sender received is still in its own state',
  why: "Compaction, and stock handoff tools, lose constraints from an agent's state. The next payload that is written from that state will lose them too.",
  fix: "Merge the constraints that were received into the agent's state, and keep them there until they are discharged.",
  default: 'warn',
  needs: ['sender_constraints'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.remembered' },
  },
  reason(scene, item) {
    const { text, about } = pairScene(scene, item);
    return {
      data: '/sender/constraints',
      message: `the sender received ${text}, and its own state no longer has it`,
      ...about,
    };
  },
};
