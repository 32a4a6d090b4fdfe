import { isJsonObject, type JsonSchema, type JsonValue } from '../../../canonical/json-value.js';
import type { EffectPattern } from '../../../model/constraint.js';
import type { SideEffect } from '../../../model/record.js';
import { about, type Area, type AreaScene, type Candidate } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { concreteEffect, effectOf } from '../effect-under.js';
import { valueBetween, valueOutside, valueUnder } from '../example-value.js';
import { askedFor } from '../scenes/effect-scenes.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { departing, type Scene } from '../scenes/scene.js';

/** What is done with a handoff that no contract covers. */
export const UNCOVERED_AREA: Area = {
  finite: true,
  about: 'action',
  *candidates({ views }) {
    for (const view of views)
      yield* about(asItShouldBe(view, 'the record names an edge that has no contract'), null);
  },
};

/** A tool: each receiver is to call it, with and without a target. */
export const TOOL_AREA: Area = {
  *candidates({ change, views }) {
    const targets = [change.before, change.after]
      .flatMap(effectsIn)
      .map(({ target }) => effectOf({ kind: 'w', target }).target);
    for (const view of views)
      for (const target of new Set([undefined, ...targets]))
        for (const scene of departing(view, `the receiver is to call the tool ${change.subject}`, () => true))
          yield { scene: calling(scene, view, change.subject ?? '', target), checks: null };
  },
};

function effectsIn(tool: JsonValue): readonly EffectPattern[] {
  const effects = isJsonObject(tool) ? tool['effects'] : null;
  return Array.isArray(effects) ? (effects as EffectPattern[]) : [];
}

function calling(scene: Scene, { to }: EdgeView, tool: string, target: string | undefined): Scene {
  const call = { by: to, tool, ...(target === undefined ? {} : { target }) };
  return { ...scene, asked: 'guard', question: { call } };
}

const DETAILS = ['side_effect.malformed', 'side_effect.undeclared', 'constraint.unbound'];

/** A kind of effect: the receiver is to have one, with details that each version wants and does not want. */
export const EFFECT_KIND_AREA: Area = {
  *candidates({ change, views }: AreaScene): Generator<Candidate> {
    const schemas = [change.before, change.after].map(detailsIn);
    for (const view of views)
      for (const effect of ofKind(view, change.subject ?? ''))
        for (const details of detailsAround(schemas)) {
          const says = `the receiver is to do ${effect.kind} with the details ${JSON.stringify(details)}`;
          const whole: SideEffect = {
            kind: effect.kind,
            target: effect.target,
            ...(details === null ? {} : { details }),
          };
          yield* about(askedFor(view, whole, says), DETAILS);
        }
  },
};

function ofKind(view: EdgeView, kind: string): readonly EffectPattern[] {
  const among = view.sides
    .flatMap(({ manifest }) => manifest.side_effects ?? [])
    .filter((effect) => effect.kind === kind);
  const declared = among.length === 0 ? null : concreteEffect(view, 'receiver', among);
  const free = view.sides.some(({ manifest }) => manifest.side_effects === null);
  return [...(declared === null ? [] : [declared]), ...(free ? [effectOf({ kind, target: 'w' })] : [])];
}

function detailsIn(kind: JsonValue): JsonSchema {
  const details = isJsonObject(kind) ? kind['details'] : null;
  return isJsonObject(details) || typeof details === 'boolean' ? details : true;
}

function detailsAround(
  schemas: readonly JsonSchema[],
): readonly (NonNullable<SideEffect['details']> | null)[] {
  const [one = true, other = true] = schemas.map(
    (schema): JsonSchema => ({ type: 'object', allOf: [schema] }),
  );
  const found = [
    valueBetween(one, other),
    valueBetween(other, one),
    valueUnder([one, other]),
    valueOutside([one, other]),
  ];
  return [null, ...found.filter(isJsonObject)];
}
