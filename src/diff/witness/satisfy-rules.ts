import { isJsonObject, type JsonSchema, type JsonValue } from '../../canonical/json-value.js';
import type { Gate } from '../../evaluate/gate.js';
import type { TransferRecord } from '../../model/record.js';
import type { EdgeView, Given } from './edge-view.js';
import { valuesUnder } from './example-value.js';
import { goodRun, schemasBy } from './good-run.js';
import { putToGate } from './put-to-gate.js';
import { type RunDraft, recordsOf } from './run-draft.js';
import { ruleWords } from './rule-words.js';
import { carry, constraintKinds, constraintOf, state } from './scenes/scene.js';

/** So many runs are tried for each rule. */
const MOST_TRIED = 300;
const MOST_PAIRED = 12;
const RULE = 'rule.not_proven:';
const NOTHING: Given = { facts: new Map(), fields: new Map(), shapes: [] };

/**
 * The view with what its custom rules ask of a good run, as far as it was found: a rule can say anything, so values that
 * its text speaks of are tried, and then those of recorded handoffs.
 *
 * @param gates Of the versions that the run has to be good under.
 */
export function satisfyRules(
  view: EdgeView,
  gates: readonly Gate[],
  seeds: readonly TransferRecord[],
): EdgeView {
  const rules = new Map(
    view.sides.flatMap(({ contract }) =>
      contract.edgeCheck.rules.map(({ name }) => [name, textOf(view, name)]),
    ),
  );
  let best = view;
  let left = blocking(best, gates);
  for (const [name, text] of rules) {
    for (const given of triedFor(best, text, seeds)) {
      if (left !== null && !left.includes(`${RULE}${name}`)) break;
      const next = { ...best, given };
      const now = blocking(next, gates);
      if (now === null || !isBetter(now, left)) continue;
      [best, left] = [next, now];
    }
  }
  return best;
}

function textOf({ sides }: EdgeView, name: string): string {
  const rules = sides.flatMap(({ contract }) => contract.edgeCheck.rules);
  return rules.flatMap((rule) => (rule.name === name ? [rule.text] : [])).join('\n');
}

/** Lines that block a good run under any of the gates, once for each; null where there is no such run. */
function blocking(view: EdgeView, gates: readonly Gate[]): readonly string[] | null {
  const draft = goodRun(view);
  if (draft === null) return null;
  const records = recordsOf(draft);
  return gates.flatMap((gate) => putToGate(gate, { records, asked: 'handoff', question: null }).checks);
}

/** Fewer rules block, and nothing else that did not. */
function isBetter(now: readonly string[], before: readonly string[] | null): boolean {
  if (before === null) return true;
  const rules = (lines: readonly string[]): number => lines.filter((line) => line.startsWith(RULE)).length;
  return rules(now) < rules(before) && now.length - rules(now) <= before.length - rules(before);
}

function* triedFor(view: EdgeView, text: string, seeds: readonly TransferRecord[]): Generator<Given> {
  let tried = 0;
  for (const given of madeUp(view, text)) {
    if (tried >= MOST_TRIED) break;
    tried += 1;
    yield given;
  }
  for (const seed of seeds) yield ofSeed(view, seed);
}

/** A fact or a field, and the values that are tried for it. */
interface Place {
  readonly part: 'facts' | 'fields';
  readonly key: string;
  readonly values: readonly JsonValue[];
}

function* madeUp(view: EdgeView, text: string): Generator<Given> {
  const given = view.given ?? NOTHING;
  const places = placesOf(view, text);
  for (const place of places) for (const value of place.values) yield put(given, place, value);
  for (const shape of shapesOf(view, text)) yield { ...given, shapes: [...given.shapes, shape] };
  yield* together(given, places);
}

/** What the contracts name, and the rule's text too; where it names none of it, all. */
function placesOf(view: EdgeView, text: string): readonly Place[] {
  const { values } = ruleWords(text);
  const all = [
    ...[...schemasBy(view, ({ established }) => established)].map(placeIn('facts', text, values)),
    ...[...schemasBy(view, ({ properties }) => properties)].map(placeIn('fields', text, values)),
  ];
  const named = all.filter(({ key }) => text.includes(key));
  return named.length > 0 ? named : all;
}

function placeIn(part: Place['part'], text: string, values: readonly JsonValue[]) {
  return ([key, schemas]: readonly [string, readonly JsonSchema[]]): Place => {
    const plain = valuesUnder(schemas, values);
    const inside = plain.filter(isJsonObject).flatMap((object) => membersTried(object, text, values));
    return { part, key, values: [...plain, ...valuesUnder(schemas, inside).filter(isJsonObject)] };
  };
}

/** An object with each member that the rule names set to each value. */
function membersTried(object: JsonValue, text: string, values: readonly JsonValue[]): readonly JsonValue[] {
  if (!isJsonObject(object)) return [];
  const names = Object.keys(object).filter((name) => text.includes(name));
  return names.flatMap((name) => values.map((value) => ({ ...object, [name]: value })));
}

function put(given: Given, { part, key }: Place, value: JsonValue): Given {
  return { ...given, [part]: new Map([...given[part], [key, value]]) };
}

/** Values of all places at once: the first of each, then those in which one, two, three, … are further on. */
function* together(given: Given, places: readonly Place[]): Generator<Given> {
  if (places.length < 2) return;
  const most = places.reduce((sum, { values }) => sum + Math.min(MOST_PAIRED, values.length) - 1, 0);
  for (let steps = 0; steps <= most; steps += 1) yield* stepped(given, places, steps);
}

function* stepped(given: Given, [place, ...others]: readonly Place[], steps: number): Generator<Given> {
  if (place === undefined) {
    if (steps === 0) yield given;
    return;
  }
  const values = place.values.slice(0, MOST_PAIRED);
  for (let at = 0; at <= Math.min(steps, values.length - 1); at += 1)
    yield* stepped(put(given, place, values[at] as JsonValue), others, steps - at);
}

/** What else of a handoff a rule may ask for. */
function shapesOf(view: EdgeView, text: string): readonly ((draft: RunDraft) => void)[] {
  const texts = ruleWords(text).values.filter((value) => typeof value === 'string' && value !== '');
  return [
    ...[1, 2, 3].map((count) => (draft: RunDraft) => {
      for (let at = 0; at < count; at += 1) draft.payload.remaining.push(`step ${at + 1}`);
    }),
    ...[1, 0.5, 0].map((confidence) => (draft: RunDraft) => {
      draft.sender.confidence = confidence;
      draft.payload.confidence = confidence;
    }),
    ...texts.slice(0, MOST_PAIRED).flatMap((said) => saying(String(said))),
    ...constraintKinds(view).map((kind) => (draft: RunDraft) => {
      const constraint = { ...constraintOf(kind, 'c0'), stated_in: 'what was given' };
      state(draft, constraint, view.from);
      carry(draft, constraint);
    }),
  ];
}

function saying(text: string): ((draft: RunDraft) => void)[] {
  return [
    (draft) => {
      draft.payload.objective = text;
    },
    (draft) => {
      draft.sender.stop_conditions = [text];
      draft.payload.stop_conditions = [text];
    },
  ];
}

/** The facts and fields that the contracts name, as a recorded handoff had them. */
function ofSeed(view: EdgeView, { payload }: TransferRecord): Given {
  const given = view.given ?? NOTHING;
  if (!isJsonObject(payload)) return given;
  const fields = [...schemasBy(view, ({ properties }) => properties).keys()].flatMap((name) =>
    Object.hasOwn(payload, name) ? [[name, payload[name] as JsonValue] as const] : [],
  );
  const sent = [payload['established']].flat().filter(isJsonObject);
  const facts = [...schemasBy(view, ({ established }) => established).keys()].flatMap((key) => {
    const value = sent.find((fact) => fact['key'] === key)?.['value'];
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    ...given,
    facts: new Map([...given.facts, ...facts]),
    fields: new Map([...given.fields, ...fields]),
  };
}
