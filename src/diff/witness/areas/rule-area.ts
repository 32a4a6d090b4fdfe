import { isJsonObject, type JsonValue } from '../../../canonical/json-value.js';
import { about, type Area, type AreaScene, type Candidate } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { addFact } from '../good-run.js';
import { claimOf, type RunDraft } from '../run-draft.js';
import { type RuleWords, ruleWords } from '../rule-words.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { carry, constraintKinds, constraintOf, departing, relay, sayKind, state } from '../scenes/scene.js';

/**
 * A rule can say anything. So runs of many simple kinds are tried, with the names and values that its text speaks of;
 * what none of them shows stays unknown.
 */
export const RULE_AREA: Area = {
  *candidates(scene) {
    const checks = [`rule.not_proven:${scene.change.subject}`];
    const words = ruleWords(textsOf(scene));
    for (const view of scene.views)
      for (const scenes of varied(view, words)) yield* about(scenes, checks) as Generator<Candidate>;
  },
};

function textsOf({ change, base, head }: AreaScene): string {
  const rules = [base, head].flatMap((side) => side?.contract.edgeCheck.rules ?? []);
  return rules.flatMap(({ name, text }) => (name === change.subject ? [text] : [])).join('\n');
}

const MOST_CLAIMS = 8;

function* varied(view: EdgeView, { names, values }: RuleWords): Generator<ReturnType<typeof departing>> {
  yield asItShouldBe(view, 'nothing else is wrong');
  for (const value of values) yield* withValues(view, names, value);
  for (const count of Array.from({ length: MOST_CLAIMS }, (_, index) => index + 1)) {
    yield departing(view, `the sender claims ${count} effects`, (draft) =>
      repeat(count, (at) => claim(draft, at)),
    );
    yield departing(view, `${count} facts are sent`, (draft) =>
      repeat(count, (at) => addFact(draft, view, `further fact ${at}`, 'x')),
    );
    yield departing(view, `${count} things remain`, (draft) =>
      repeat(count, (at) => draft.payload.remaining.push(`${at}`)),
    );
  }
  for (const kind of constraintKinds(view))
    yield departing(view, `${sayKind(kind)} is carried`, (draft) => {
      state(draft, constraintOf(kind), view.from);
      carry(draft, constraintOf(kind));
    });
  yield departing(view, 'it is the second hop of its run', (draft) => relay(draft, view));
  for (const confidence of [0, 0.5, 1])
    yield departing(view, `the confidence is ${confidence}`, (draft) => {
      draft.sender.confidence = confidence;
      draft.payload.confidence = confidence;
    });
}

/** Every name that the rule speaks of has this value, as a field or as a fact, all at once and one by one. */
function* withValues(
  view: EdgeView,
  names: readonly string[],
  value: JsonValue,
): Generator<ReturnType<typeof departing>> {
  const says = `all that it looks at is ${JSON.stringify(value)}`;
  yield departing(view, says, (draft) => {
    for (const name of Object.keys(draft.fields)) draft.fields[name] = value;
    for (const fact of draft.payload.established) fact.value = value as typeof fact.value;
  });
  for (const name of names) {
    yield departing(view, `${JSON.stringify(name)} is ${JSON.stringify(value)}`, (draft) =>
      put(draft, view, name, value),
    );
  }
}

function put(draft: RunDraft, view: EdgeView, name: string, value: JsonValue): void {
  if (Object.hasOwn(draft.fields, name)) draft.fields[name] = value;
  const fact = draft.payload.established.find(({ key }) => key === name);
  if (fact !== undefined) fact.value = value as typeof fact.value;
  else if (!isJsonObject(value)) addFact(draft, view, name, value);
}

function claim(draft: RunDraft, at: number): void {
  const effect = { kind: 'of.some.kind', target: `nobody ${at}` };
  draft.payload.side_effects.push(claimOf(effect.kind, effect.target));
}

function repeat(count: number, make: (at: number) => unknown): void {
  for (let at = 0; at < count; at += 1) make(at);
}
