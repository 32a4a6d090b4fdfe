import type { JsonValue } from '../../../canonical/json-value.js';
import { type EdgeView, severityOf } from '../edge-view.js';
import { addFact, goodRun } from '../good-run.js';
import { type RunDraft, recordBase } from '../run-draft.js';
import { departing, ORIGIN, relay, type Scene, type SceneMaker } from './scene.js';

/** A fact that no contract asks for. */
const KEY = 'further fact';

export const PAYLOAD_SCENES: Readonly<Record<string, SceneMaker>> = {
  'payload.invalid': (view) =>
    departing(view, 'the objective is a number', (draft) => {
      draft.fields['objective'] = 7;
    }),
  'stop_condition.missing': (view) =>
    departing(view, 'a stop condition is left out', (draft) => {
      draft.sender.stop_conditions = ['it is settled'];
    }),
  'stop_condition.overwritten': (view) =>
    departing(view, 'a stop condition is replaced by another', (draft) => {
      draft.sender.stop_conditions = ['it is settled'];
      draft.payload.stop_conditions = ['my own task is done'];
    }),
  'confidence.missing': (view) =>
    departing(view, 'the confidence is left out', (draft) => {
      draft.sender.confidence = 0.5;
    }),
  'confidence.raised': (view) =>
    departing(view, 'the confidence is raised on the way', (draft) => {
      draft.sender.confidence = 0.5;
      draft.payload.confidence = 0.9;
    }),
  'tool_result.missing': (view) =>
    departing(view, 'the result of a tool is left out', (draft) => {
      draft.sender.tool_calls = [{ id: 't9', tool: 'look_up', succeeded: true }];
    }),
  'established.missing': (view) =>
    departing(view, 'a fact that the sender holds is left out', (draft) => {
      draft.sender.facts = [{ key: KEY, value: 'x', source: 'tool_result', evidence: 't1' }];
    }),
  'established.altered': (view) =>
    departing(view, 'a fact is sent with another value than its sender holds', (draft) => {
      const fact = addFact(draft, view, KEY, 'x');
      draft.sender.facts = [{ ...fact, value: 'y' }];
    }),
  'established.unsupported': function* (view) {
    yield* departing(view, 'a fact is sent whose evidence is nowhere in the run', (draft) => {
      addFact(draft, view, KEY, 'x');
      const fact = draft.payload.established.at(-1);
      if (fact !== undefined) fact.evidence = 'nothing of this name';
    });
    yield* sentFrom(view, 'a source of another name');
  },
  'established.expired': (view) => {
    const limits = view.sides.map((side) =>
      severityOf(side, 'established.expired') === null ? 0 : (side.manifest.max_age_seconds ?? 0),
    );
    return aged(view, Math.max(0, ...limits) + 1);
  },
  'run.context_missing': (view) =>
    departing(view, 'nobody looked what the message before states', (draft) => {
      const message = { kind: 'message', id: 'm0', to: ORIGIN, text: 'hello' } as const;
      draft.earlier.push({ ...recordBase(draft, 60), ...message });
      relay(draft, view);
    }),
  'run.out_of_order': (view) =>
    departing(view, 'it is the second attempt, and there is no first', (draft) => {
      draft.transfer.attempt = 2;
    }),
  'edge.mismatch': function* (view) {
    const [name, ...others] = new Set(view.sides.map(({ manifest }) => manifest.name));
    if (name === undefined || others.length > 0 || view.from === '*') return;
    yield* departing(view, 'it names this edge, and comes from another agent', (draft) => {
      draft.transfer.edge = name;
      draft.transfer.from = 'a stranger';
      draft.earlier.length = 0;
    });
  },
};

/** A fact whose evidence is so many seconds old. */
export function* aged(
  view: EdgeView,
  seconds: number,
  says = `a fact is ${seconds} seconds old`,
): Generator<Scene> {
  yield* departing(view, says, (draft) => {
    // What the contract asks for stays fresh: the old one has evidence of its own.
    const at = draft.earlier.length;
    const fact = addFact(draft, view, KEY, 'x');
    const record = draft.earlier.slice(at).find((each) => 'id' in each && each.id === fact.evidence);
    if (record === undefined) return addOldCall(draft, view, seconds);
    draft.earlier.splice(draft.earlier.indexOf(record), 1, { ...record, ...recordBase(draft, seconds) });
    return true;
  });
}

function addOldCall(draft: RunDraft, { from }: EdgeView, seconds: number): boolean {
  const fact = draft.payload.established.at(-1);
  const shared = draft.earlier.find((record) => 'id' in record && record.id === fact?.evidence);
  if (fact === undefined || shared?.kind !== 'tool_call') return false;
  draft.earlier.push({ ...shared, ...recordBase(draft, seconds), id: 't8', by: from });
  fact.evidence = 't8';
  return true;
}

/** A fact from this source, with evidence as good as it can be; also the facts that the contract asks for. */
export function* sentFrom(view: EdgeView, source: string, value: JsonValue = 'x'): Generator<Scene> {
  yield* departing(view, `a fact comes from ${JSON.stringify(source)}`, (draft) => {
    addFact(draft, view, KEY, value, source);
  });
}

/** The good run itself. */
export function* asItShouldBe(view: EdgeView, says: string): Generator<Scene> {
  const draft = goodRun(view);
  if (draft !== null) yield { draft, asked: 'handoff', question: null, says };
}
