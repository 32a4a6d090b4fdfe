import { isJsonObject, type JsonSchema, type JsonValue } from '../../../canonical/json-value.js';
import type { EffectPattern } from '../../../model/constraint.js';
import type { SideEffect } from '../../../model/record.js';
import { about, type Area, type AreaScene, type Candidate } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { concreteEffect, effectOf } from '../effect-under.js';
import { valueBetween, valueOutside, valueUnder } from '../example-value.js';
import { claimOf } from '../run-draft.js';
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

/** A kind of effect: claimed, and asked about, with details that each version wants and does not want. */
export const EFFECT_KIND_AREA: Area = {
  *candidates({ change, views }: AreaScene): Generator<Candidate> {
    const around = detailsAround([change.before, change.after].map(detailsIn));
    const claimed = effectOf({ kind: change.subject ?? '', target: 'w' });
    for (const view of views)
      for (const details of around) {
        const more = details === null ? {} : { details };
        const says = `${claimed.kind} with the details ${JSON.stringify(details)}`;
        const claims = departing(view, `the sender claims ${says}`, (draft) => {
          draft.payload.side_effects.push(claimOf(claimed.kind, claimed.target, details ?? undefined));
        });
        yield* about(claims, ['payload.invalid']);
        for (const { kind, target } of ofKind(view, change.subject ?? ''))
          yield* about(askedFor(view, { kind, target, ...more }, `the receiver is to do ${says}`), MALFORMED);
      }
  },
};

const MALFORMED = ['side_effect.malformed'];

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
