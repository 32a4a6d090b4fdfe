import { isJsonObject, type JsonSchema, type JsonValue } from '../../../canonical/json-value.js';
import { about, type Area, type AreaScene } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { valueBetween, valueOutside, valuesApart } from '../example-value.js';
import { ruleWords } from '../rule-words.js';
import type { RunDraft } from '../run-draft.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { departing, type Scene } from '../scenes/scene.js';

const INVALID = ['payload.invalid'];

/** A fact that has to be sent: not sent, sent as each version wants it, sent as one of them does not. */
export const FACT_AREA: Area = {
  *candidates(scene) {
    for (const view of scene.views) {
      yield* about(asItShouldBe(view, 'the payload is as this version wants it'), INVALID);
      for (const value of valuesAround(scene))
        yield* about(factSent(view, scene.change.subject ?? '', value), INVALID);
    }
  },
};

/** The same of a further field. */
export const PROPERTY_AREA: Area = {
  *candidates(scene) {
    for (const view of scene.views) {
      yield* about(asItShouldBe(view, 'the payload is as this version wants it'), INVALID);
      for (const value of valuesAround(scene))
        yield* about(fieldSent(view, scene.change.subject ?? '', value), INVALID);
    }
  },
};

const MOST_APART = 8;

/** Also values that a custom rule speaks of: it may block any other. */
function valuesAround({ change, base, head, ports }: AreaScene): readonly JsonValue[] {
  const [before, after] = [schemaIn(change.before), schemaIn(change.after)];
  const given = before === null || after === null ? [] : (ports.examples?.(before, after) ?? []);
  const rules = [base, head].flatMap((side) => side?.contract.edgeCheck.rules ?? []);
  const { values } = ruleWords(rules.map(({ text }) => text).join('\n'));
  const found = [
    ...given,
    valueBetween(before ?? true, after ?? true),
    valueBetween(after ?? true, before ?? true),
    valueOutside([before ?? after ?? true]),
    ...(rules.length === 0 ? [] : valuesApart(before ?? true, after ?? true, values).slice(0, MOST_APART)),
  ];
  return found.filter((value) => value !== undefined);
}

/** `false` is a schema; a change tells what is not there as null. */
function schemaIn(value: JsonValue): JsonSchema | null {
  return isJsonObject(value) || typeof value === 'boolean' ? value : null;
}

function* factSent(view: EdgeView, key: string, value: JsonValue): Generator<Scene> {
  yield* departing(view, `the fact ${JSON.stringify(key)} is ${JSON.stringify(value)}`, (draft) =>
    setFact(draft, key, value),
  );
}

function setFact(draft: RunDraft, key: string, value: JsonValue): boolean {
  const fact = draft.payload.established.find((entry) => entry.key === key);
  if (fact === undefined) return false;
  fact.value = value as typeof fact.value;
  return true;
}

function* fieldSent(view: EdgeView, name: string, value: JsonValue): Generator<Scene> {
  yield* departing(view, `the field ${JSON.stringify(name)} is ${JSON.stringify(value)}`, (draft) => {
    if (!Object.hasOwn(draft.fields, name)) return false;
    draft.fields[name] = value;
    return true;
  });
}
