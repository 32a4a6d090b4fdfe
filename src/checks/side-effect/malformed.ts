import type { Check, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { effectOf, nameEffect } from '../effect-scene.js';

export const sideEffectMalformed: Check = {
  code: 'side_effect.malformed',
  title: 'the details of a side effect are what its kind asks for',
  why: 'An effect whose details say something else than its kind does is not the effect that was reviewed.',
  fix: 'Give the details that the kind has in `effects` of the project file.',
  default: 'block',
  needs: [],
  proofs: {
    transfer: { each: 'input.side_effects.observed', holds: 'effect.well_formed' },
    effect: { each: 'input.effects', holds: 'effect.well_formed' },
  },
  reason(scene, item) {
    const effect = scene.handoff === null ? effectOf(scene) : observedAt(scene, item);
    const told = effect.faults.slice(0, MOST_TOLD).map(({ at, message }) => `${at} ${message}`);
    const more = effect.faults.length > told.length ? `; and ${effect.faults.length - told.length} more` : '';
    const [first] = effect.faults;
    return {
      data: scene.handoff === null ? (first?.at ?? '/effect') : '/from',
      message: `the details of ${nameEffect(effect)} are not what its kind asks for: ${told.join('; ')}${more}`,
      values: { kind: effect.kind, target: effect.target, at: effect.faults.map(({ at }) => at) },
      fix: {
        say: `Give the effect ${nameEffect(effect)} the details that the project's vocabulary asks for.`,
      },
    };
  },
};

const MOST_TOLD = 3;

function observedAt({ facts }: Scene, item: number): Scene['facts']['side_effects']['observed'][number] {
  return itemAt(facts.side_effects.observed, item);
}
