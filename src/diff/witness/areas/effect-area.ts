import type { JsonValue } from '../../../canonical/json-value.js';
import { pointer } from '../../../canonical/pointer.js';
import type { DeclaredChange, DeclaredEffect } from '../../../model/bundle.js';
import { about, type Area, type AreaScene, type Candidate } from '../area.js';
import { asSchema, segmentsUnder } from '../declared-change.js';
import type { EdgeSide, EdgeView } from '../edge-view.js';
import { detailed, effectOf } from '../effect-under.js';
import { valueBetween, valueOutside, valueUnder } from '../example-value.js';
import { changeConfig } from '../good-run.js';
import { commonSources, undeclaredEdit } from '../scenes/config-scenes.js';
import { askedFor, seenDoing } from '../scenes/effect-scenes.js';
import { SCENES } from '../scenes/index.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { departing, type Scene } from '../scenes/scene.js';

const UNDECLARED = ['side_effect.undeclared'];
const CONFIG = ['config.undeclared_change', 'config.out_of_bounds', 'config.declared_but_absent'];
const NOTHING_ELSE = 'nothing is done but what this version wants done';
const UNBOUND = ['constraint.unbound'];

/** The part as a whole: each effect that is declared, one that is not, and what cannot be undone. */
export const SIDE_EFFECTS_AREA: Area = {
  finite: true,
  *candidates(scene) {
    for (const view of scene.views) {
      yield* about(asItShouldBe(view, NOTHING_ELSE), CONFIG);
      yield* about(SCENES.get('side_effect.undeclared')?.(view) ?? [], UNDECLARED);
      for (const effect of declaredIn(scene)) yield* having(view, effect);
      yield* irreversible(view);
      for (const source of commonSources(view)) yield* about(undeclared(view, source), CONFIG);
    }
  },
};

function declaredIn({ base, head }: AreaScene): readonly DeclaredEffect[] {
  return [base, head].flatMap((side) => side?.manifest.side_effects ?? []);
}

function* undeclared(view: EdgeView, source: string): Generator<Scene> {
  const edit = undeclaredEdit(view, source);
  if (edit !== null)
    yield* departing(view, `${edit.path} of ${source} was changed`, (draft) => changeConfig(draft, edit));
}

/** One declaration: the effect is had, and what cannot be undone asks of prohibitions to say what they forbid. */
export const EFFECT_AREA: Area = {
  finite: true,
  *candidates({ change, views }) {
    const effect = (change.after ?? change.before) as unknown as DeclaredEffect;
    for (const view of views) {
      yield* about(asItShouldBe(view, NOTHING_ELSE), CONFIG);
      yield* having(view, effect);
      yield* irreversible(view, effect);
    }
  },
};

function* having(view: EdgeView, effect: DeclaredEffect): Generator<Candidate> {
  const one = detailed(view, effectOf(effect));
  const says = `the ${effect.by} does ${one?.kind} to ${one?.target}`;
  if (one !== null && effect.by === 'receiver') yield* about(askedFor(view, one, says), UNDECLARED);
  if (one !== null && effect.by === 'sender') yield* about(seenDoing(view, one, says), UNDECLARED);
  if (effect.by === 'sender' && effect.change !== undefined)
    yield* changing(view, effect.change, [effect.change]);
}

function* irreversible(view: EdgeView, effect?: DeclaredEffect): Generator<Candidate> {
  yield* about(SCENES.get('constraint.unbound')?.(view) ?? [], UNBOUND);
  if (effect === undefined) return;
  const one = detailed(view, effectOf(effect));
  if (one === null) return;
  for (const scene of SCENES.get('constraint.unbound')?.(view) ?? [])
    if (scene.asked === 'handoff')
      yield {
        scene: { ...scene, asked: 'guard', question: { effect: { by: view.to, ...one } } },
        checks: UNBOUND,
      };
}

/** Whether it can be undone. */
export const REVERSIBILITY_AREA: Area = {
  finite: true,
  *candidates(scene) {
    for (const view of scene.views) {
      yield* irreversible(view, effectAt(scene, scene.head) ?? effectAt(scene, scene.base));
      yield* about(SCENES.get('constraint.unbound')?.(view) ?? [], UNBOUND);
    }
  },
};

function effectAt({ change }: AreaScene, side: EdgeSide | null): DeclaredEffect | undefined {
  return side?.manifest.side_effects?.find(
    ({ by, kind, target }) => `${kind} to ${target} by the ${by}` === change.subject,
  );
}

/** Operations and bounds of a declared change: each operation, with values within, between and beyond the bounds. */
export const DECLARED_CHANGE_AREA: Area = {
  finite: true,
  *candidates(scene) {
    const declared = [scene.base, scene.head].flatMap((side) => effectAt(scene, side)?.change ?? []);
    const [first] = declared;
    if (first === undefined) return;
    for (const view of scene.views) yield* changing(view, first, declared);
  },
};

/** The declared path changed in every way that one of these declarations speaks of. */
function* changing(
  view: EdgeView,
  { source, path: pattern }: DeclaredChange,
  declared: readonly DeclaredChange[],
): Generator<Candidate> {
  const segments = segmentsUnder(pattern, 'w');
  if (segments.length === 0) return;
  const path = pointer(...segments);
  for (const operation of ['replace', 'add', 'remove'] as const)
    for (const value of operation === 'remove' ? ['there'] : valuesAround(declared)) {
      const says = `${path} of ${source}: ${operation} ${JSON.stringify(value)}`;
      yield* about(
        departing(view, says, (draft) => changeConfig(draft, { source, segments, path, operation, value })),
        CONFIG,
      );
    }
}

function valuesAround(declared: readonly DeclaredChange[]): readonly JsonValue[] {
  const bounds = declared.map(({ value }) => asSchema(value));
  const [one = {}, other = one] = bounds;
  const values = [
    valueUnder(bounds),
    valueBetween(one, other),
    valueBetween(other, one),
    valueOutside(bounds),
    valueUnder([one]),
    valueUnder([other]),
  ];
  const found = values.filter((value) => value !== undefined);
  return [...new Map(found.map((value) => [JSON.stringify(value), value])).values()];
}
