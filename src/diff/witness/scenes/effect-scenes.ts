import { isJsonObject } from '../../../canonical/json-value.js';
import type { EffectPattern } from '../../../model/constraint.js';
import type { SideEffect } from '../../../model/record.js';
import type { EdgeView } from '../edge-view.js';
import { concreteEffect, undeclaredEffect } from '../effect-under.js';
import { valueOutside } from '../example-value.js';
import { claimOf, type RunDraft, recordBase } from '../run-draft.js';
import {
  carry,
  constraintKinds,
  constraintOf,
  departing,
  type Scene,
  type SceneMaker,
  sayKind,
  state,
} from './scene.js';

export const EFFECT_SCENES: Readonly<Record<string, SceneMaker>> = {
  'side_effect.undeclared': function* (view) {
    const own = undeclaredEffect(view, 'sender');
    if (own !== null) yield* seenDoing(view, own, 'the sender was seen doing what it did not declare');
    const asked = undeclaredEffect(view, 'receiver');
    if (asked !== null) yield* askedFor(view, asked, 'the receiver is to do what is not declared');
  },
  'side_effect.malformed': function* (view) {
    const effect = malformedEffect(view);
    if (effect !== null)
      yield* askedFor(view, effect, 'the receiver is to do it with details of another shape');
  },
  'side_effect.forbidden': function* (view) {
    const effect = concreteEffect(view, 'receiver');
    if (effect === null) return;
    for (const kind of constraintKinds(view, { modalities: ['prohibition'] })) {
      const says = `the receiver is to do what ${sayKind(kind)} forbids`;
      const scenes = departing(view, says, (draft) => {
        const constraint = { ...constraintOf(kind), forbids: [patternOf(effect)] };
        state(draft, constraint, view.from);
        carry(draft, constraint);
      });
      for (const scene of scenes) yield asking(scene, view, effect);
    }
  },
  'side_effect.claimed_not_observed': (view) =>
    departing(view, 'the sender claims an effect that nobody saw', (draft) => {
      draft.payload.side_effects.push(claimOf('of.some.kind', 'nobody'));
    }),
  'side_effect.observed_not_claimed': function* (view) {
    const effect = concreteEffect(view, 'sender');
    if (effect !== null)
      yield* seenDoing(view, effect, 'the sender was seen doing what it does not tell of', false);
  },
};

function patternOf({ kind, target }: SideEffect): EffectPattern {
  return { kind, target };
}

/** The sender was seen doing it, before the handoff. */
export function* seenDoing(
  view: EdgeView,
  effect: SideEffect,
  says: string,
  claimed = true,
): Generator<Scene> {
  yield* departing(view, says, (draft) => {
    observe(draft, view.from, effect);
    if (claimed) draft.payload.side_effects.push(claimOf(effect.kind, effect.target, effect.details));
  });
}

function observe(draft: RunDraft, by: string, effect: SideEffect): void {
  draft.earlier.push({ ...recordBase(draft, 30), kind: 'effect', id: 'e1', by, effect, evidence: 't1' });
}

/** The guard is asked whether the receiver may. */
export function* askedFor(view: EdgeView, effect: SideEffect, says: string): Generator<Scene> {
  for (const scene of departing(view, says, () => true)) yield asking(scene, view, effect);
}

export function asking(scene: Scene, { to }: EdgeView, effect: SideEffect): Scene {
  return { ...scene, asked: 'guard', question: { effect: { by: to, ...effect } } };
}

/** An effect that the receiver may have, but for its details. */
function malformedEffect(view: EdgeView): SideEffect | null {
  const free = view.sides.every(({ manifest }) => manifest.side_effects === null);
  for (const { kind, details } of view.sides.flatMap(({ kinds }) => kinds)) {
    if (details === null || details === true) continue;
    const wrong = valueOutside([details, { not: { type: 'object' } }]);
    if (!isJsonObject(wrong)) continue;
    const pattern = { kind: kind.replaceAll('*', 'w'), target: 'w' };
    const declared = view.sides.flatMap(({ manifest }) => manifest.side_effects ?? []);
    const effect = free ? pattern : concreteOf(view, declared, kind);
    if (effect !== null) return { ...patternOf(effect), details: wrong };
  }
  return null;
}

function concreteOf(
  view: EdgeView,
  declared: EdgeView['sides'][number]['manifest']['side_effects'] & object,
  kind: string,
): SideEffect | null {
  const among = declared.filter((effect) => effect.by === 'receiver' && effect.kind === kind);
  return among.length === 0 ? null : concreteEffect(view, 'receiver', among);
}
