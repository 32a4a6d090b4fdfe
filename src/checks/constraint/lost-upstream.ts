import type { Check } from '../check.js';
import { carryPatch, pairScene } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const constraintLostUpstream: Check = {
  code: 'constraint.lost_upstream',
  title: 'what an ancestor lost is not still missing',
  why: 'The run still owes it to whoever stated it. The loss counts against the edge where it happened, not against this one.',
  fix: 'Restore the constraint as it was stated, and repair the edge that lost it first.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: {
      each: 'input.constraints.pairs',
      holds: 'constraint.not_lost_upstream',
      with: ['accepted_speakers'],
    },
  },
  reason(scene, item) {
    const { pair, held, text, about } = pairScene(scene, item);
    const message = `the ${pair.modality} ${text} was lost at hop ${pair.lost_at ?? '?'} and is still missing`;
    const draft = { data: '/payload/constraints', message, values: { lost_at_hop: pair.lost_at }, ...about };
    if (held === null) return draft;
    const say = `Carry the constraint ${quote(held.id)}, which an earlier handoff lost, as it was stated.`;
    return { ...draft, fix: { patch: carryPatch(held, pair), say } };
  },
};
