import type { Check } from '../check.js';
import { carryPatch, dischargeWay, pairScene } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const constraintDropped: Check = {
  code: 'constraint.dropped',
  title: 'every constraint that the sender held is carried, or discharged',
  why: "A goal survives a handoff because the sender is writing it; a constraint about somebody else's action is not part of what is being written. A receiver cannot honour what it never received.",
  fix: 'Carry the constraint as it was stated, or discharge it with evidence.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: {
      each: 'input.constraints.pairs',
      holds: 'constraint.not_dropped',
      with: ['accepted_speakers'],
    },
  },
  reason(scene, item) {
    const { pair, held, text, about } = pairScene(scene, item);
    const message = `the sender held the ${pair.modality} ${text}, and the payload neither carries nor discharges it`;
    const draft = { data: '/payload/constraints', message, ...about };
    if (held === null) return draft;
    const say = `Carry the constraint ${quote(held.id)} as it was stated${alternative(held.stated_by)}.`;
    return { ...draft, fix: { patch: carryPatch(held, pair), say, ...dischargeWay(scene, held) } };
  },
};

function alternative(statedBy: string): string {
  return statedBy === 'customer' ? ", or show the customer's later message that withdraws it" : '';
}
