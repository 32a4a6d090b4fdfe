import type { Check, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const constraintUnbound: Check = {
  code: 'constraint.unbound',
  title: 'before an irreversible effect, every live prohibition names what it forbids',
  why: 'A prohibition without `forbids` cannot be matched against an effect, so the guard would let through what it forbids, for good.',
  fix: 'Have the recorder give the constraint its `forbids` where it is stated.',
  default: 'block',
  needs: [],
  proofs: {
    transfer: {
      each: 'input.constraints.unbound',
      holds: 'constraint.guardable',
      with: ['irreversible_effects'],
    },
    effect: { each: 'input.constraints.unbound', holds: 'effect.guardable', with: ['irreversible_effects'] },
  },
  reason(scene, item) {
    const { constraint } = itemAt(scene.facts.constraints.unbound, item);
    const held = scene.known.get(constraint)?.constraint ?? null;
    return {
      data: scene.handoff === null ? '/effect' : '/payload/constraints',
      message: `the prohibition ${quote(held?.text ?? constraint)} names nothing that it forbids, and ${occasion(scene)} cannot be undone`,
      held,
    };
  },
};

function occasion(scene: Scene): string {
  return scene.handoff === null ? 'this effect' : 'an effect that this edge declares';
}
