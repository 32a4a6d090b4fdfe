import type { Check, ReasonDraft, Scene } from '../check.js';
import { changeScene } from '../config-scene.js';
import { effectReason } from '../effect-scene.js';
import { quote } from '../quote.js';

export const constraintViolated: Check = {
  code: 'constraint.violated',
  title: 'no observed effect is one that a live prohibition forbids',
  why: 'This is the customer who got the email. Its cause is transmission where the constraint had been lost on the way, and reasoning where it arrived whole.',
  fix: 'Repair the edge that lost it; where it arrived whole, look at the agent that did not honour it.',
  default: 'block',
  needs: [],
  proofs: {
    transfer: { each: 'input.config.changes', holds: 'config.honoured' },
    effect: { each: 'input.effects', holds: 'effect.honoured' },
  },
  reason: (scene, item) => (scene.handoff === null ? byEffect(scene) : byChange(scene, item)),
};

function byEffect(scene: Scene): ReasonDraft {
  return effectReason(scene, (effect, rule) => `${effect} happened, which ${rule} forbids`);
}

/** Live config shows what the sender did, whether or not anybody recorded it as an effect. */
function byChange(scene: Scene, item: number): ReasonDraft {
  const { change, what, draft } = changeScene(scene, item);
  const match = change.matches.find(({ modality }) => modality === 'prohibition');
  const held = match === undefined ? null : (scene.known.get(match.constraint)?.constraint ?? null);
  const rule = quote(held?.text ?? match?.constraint ?? 'a live prohibition');
  const say = `Undo the change: ${what}. It is forbidden, whatever the contract declares.`;
  return { ...draft, held, message: `${what}, which ${rule} forbids`, fix: { say } };
}
