import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../canonical/json-value.js';
import { digestValue } from '../../canonical/digest.js';
import type { ConfigPlan } from '../../model/bundle.js';
import { CONFIG_CHANGE, type ConfigOperation, type ConfigReading } from '../../model/config.js';
import type { KnownConstraint } from '../../model/constraint.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { ConfigRecord } from '../../model/record.js';
import { changeUnder } from './declared-change.js';
import {
  blocksSomewhere,
  declaredBy,
  type EdgeView,
  policiesOf,
  sourcesOf,
  speakersOf,
} from './edge-view.js';
import { valueUnder } from './example-value.js';
import { claimOf, type Draft, type RunDraft, RUN, recordBase, timeOf } from './run-draft.js';

/**
 * A run in which nothing is wrong under the contracts of a view: the smallest that they ask for. Null where no value
 * satisfies their schemas.
 */
export function goodRun(view: EdgeView): RunDraft | null {
  const draft = bareRun(view);
  carryStanding(draft, view);
  if (!addFields(draft, view) || !addFacts(draft, view)) return null;
  readConfig(draft, view);
  if (blocksSomewhere(view, 'config.declared_but_absent')) makeDeclaredChanges(draft, view);
  for (const shape of view.given?.shapes ?? []) shape(draft);
  return draft;
}

/** The fact or field that no value was found for; null where each has one. */
export function unmadeOf(view: EdgeView): string | null {
  for (const part of ['established', 'properties'] as const)
    for (const [key, schemas] of schemasBy(view, (schema) => schema[part]))
      if (valueUnder(schemas) === undefined)
        return `the ${part === 'established' ? 'fact' : 'field'} ${JSON.stringify(key)}`;
  return null;
}

function bareRun({ from, to, edge, at }: EdgeView): RunDraft {
  const empty = { constraints: [], discharged: [], established: [], side_effects: [] };
  return {
    at,
    earlier: [],
    transfer: {
      ...{ schema: 'edge-contracts/record/v1', run: RUN, kind: 'transfer' },
      ...{ hop: 1, attempt: 1, after: [], from, to, delivered: true },
      ...(edge === undefined ? {} : { edge }),
    },
    sender: { facts: [], tool_calls: [], constraints: [], confidence: null, stop_conditions: [] },
    payload: { objective: 'go on', remaining: [], ...empty, confidence: null, stop_conditions: [] },
    fields: {},
    documents: new Map(),
    later: [],
  };
}

/** What the edge holds on every transfer, where its speaker is accepted. */
function carryStanding(draft: RunDraft, view: EdgeView): void {
  const accepted = speakersOf(view);
  const known = new Set<string>();
  for (const { manifest } of view.sides) {
    for (const constraint of manifest.standing) {
      if (known.has(constraint.id) || !accepted.includes(constraint.stated_by)) continue;
      known.add(constraint.id);
      draft.payload.constraints.push(
        structuredClone(constraint) as (typeof draft.payload.constraints)[number],
      );
    }
  }
}

function addFields(draft: RunDraft, view: EdgeView): boolean {
  for (const [name, schemas] of schemasBy(view, ({ properties }) => properties)) {
    const value = view.given?.fields.get(name) ?? valueUnder(schemas);
    if (value === undefined) return false;
    draft.fields[name] = value;
  }
  return true;
}

function addFacts(draft: RunDraft, view: EdgeView): boolean {
  for (const [key, schemas] of schemasBy(view, ({ established }) => established)) {
    const value = view.given?.facts.get(key) ?? valueUnder(schemas);
    if (value === undefined) return false;
    addFact(draft, view, key, value);
  }
  return true;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The schemas that the sides have for each key, one side's or all sides'. */
export function schemasBy(
  view: EdgeView,
  of: (schema: EdgeView['sides'][number]['contract']['schema']) => Schemas,
): Map<string, JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>();
  for (const { contract } of view.sides) {
    for (const [key, schema] of Object.entries(of(contract.schema)))
      found.set(key, [...(found.get(key) ?? []), schema]);
  }
  return found;
}

/** A fact with its evidence, from a source that is accepted; where none is, from one that is not. */
export function addFact(
  draft: RunDraft,
  view: EdgeView,
  key: string,
  value: JsonValue,
  source: string = sourceFor(view),
): EstablishedFact {
  const evidence = evidenceFor(draft, view, source, value);
  const fact = { key, value, source, evidence };
  draft.payload.established.push(fact as (typeof draft.payload.established)[number]);
  return fact;
}

/** One that asks for little: a tool's result before a customer's words. */
function sourceFor(view: EdgeView): string {
  const accepted = sourcesOf(view);
  if (accepted === null || accepted.includes('tool_result')) return 'tool_result';
  const own = accepted.find((source) => source !== 'customer' && source !== 'policy');
  if (own !== undefined) return own;
  const byPolicy = accepted.includes('policy') && policiesOf(view).length > 0;
  return byPolicy || !accepted.includes('customer') ? 'policy' : 'customer';
}

function evidenceFor(draft: RunDraft, view: EdgeView, source: string, value: JsonValue): string {
  const { from } = view;
  if (source === 'policy') return policiesOf(view)[0] ?? statedByPolicy(draft, view);
  if (source === 'customer') {
    const id = `m${draft.earlier.length + 1}`;
    const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
    draft.earlier.push({ ...recordBase(draft, 0), kind: 'message', id, to: from, text, constraints: [] });
    return id;
  }
  const made = draft.earlier.find((record) => record.kind === 'tool_call' && record.succeeded);
  if (made?.kind === 'tool_call') return made.id;
  draft.earlier.push({
    ...recordBase(draft, 0),
    ...{ kind: 'tool_call', id: 't1', by: from, tool: 'look_up', succeeded: true },
  });
  return 't1';
}

/** What a policy says stands for a fact where no policy is listed; it is a constraint, and carried as one. */
function statedByPolicy(draft: RunDraft, view: EdgeView): string {
  const id = `s${draft.earlier.length}`;
  const constraint: KnownConstraint = {
    ...{ id: `c${id}`, text: 'as it is written', modality: 'preference', scope: 'run' },
    ...{ stated_by: 'policy', stated_in: id },
  };
  const base = recordBase(draft, 0);
  draft.earlier.push({ ...base, kind: 'statement', id, by: 'policy', to: view.from, constraint });
  if (speakersOf(view).includes('policy'))
    draft.payload.constraints.push(constraint as Draft<KnownConstraint>);
  return id;
}

function readConfig(draft: RunDraft, view: EdgeView): void {
  for (const { manifest } of view.sides) {
    for (const plan of manifest.config) {
      const { before, after } = draft.documents.get(plan.source) ?? { before: {}, after: {} };
      draft.documents.set(plan.source, {
        before,
        after,
        records: (run) => readings(plan, before, after, run),
      });
    }
  }
}

function readings(
  plan: ConfigPlan,
  before: JsonObject,
  after: JsonObject,
  draft: RunDraft,
): readonly [ConfigRecord, ConfigRecord] {
  const { hop, attempt, after: tasks } = draft.transfer;
  const first = readingOf(plan, before, timeOf(draft, 0));
  const base = { ...recordBase(draft, 0), kind: 'config', source: plan.source } as const;
  return [
    { ...base, hop: tasks[0] ?? 0, moment: 'received', reading: first },
    {
      ...{ ...base, hop, ...(attempt === 1 ? {} : { attempt }), moment: 'sent' },
      reading: readingOf(plan, after, timeOf(draft, 0)),
      ...(plan.baseline === 'previous' ? {} : { baseline: first }),
    },
  ];
}

/** What a source held. */
export function readingOf(
  { adapter, location }: Pick<ConfigPlan, 'adapter' | 'location'>,
  document: JsonObject,
  at: string,
): ConfigReading {
  // What is told of a URL in a reading is only what stands before its query.
  return {
    adapter,
    location,
    at,
    digest: digestValue(document),
    document: structuredClone(document) as JsonObject,
  };
}

function makeDeclaredChanges(draft: RunDraft, view: EdgeView): void {
  const changes = declaredBy(view, 'sender').flatMap(({ change }) => (change === undefined ? [] : [change]));
  for (const change of changes) {
    const made = changeUnder(change, changes, draft.documents.size);
    if (made !== null) changeConfig(draft, made);
  }
}

/** One change of one source, claimed as it is. */
export interface ConfigEdit {
  readonly source: string;
  readonly segments: readonly string[];
  readonly path: string;
  readonly operation: Exclude<ConfigOperation, 'move'>;
  readonly value: JsonValue;
  readonly claimed?: boolean;
}

/** Makes it in the documents, and claims it; false where the source is not read. */
export function changeConfig(draft: RunDraft, { claimed = true, ...edit }: ConfigEdit): boolean {
  const documents = draft.documents.get(edit.source);
  const last = edit.segments.at(-1);
  if (documents === undefined || last === undefined) return false;
  const before = containerAt(documents.before, edit.segments);
  const after = containerAt(documents.after, edit.segments);
  if (edit.operation !== 'add')
    before[last] = edit.operation === 'remove' ? edit.value : otherThan(edit.value);
  if (edit.operation !== 'remove') after[last] = edit.value;
  const target = `${edit.source}${edit.path}`;
  if (claimed) draft.payload.side_effects.push(claimOf(CONFIG_CHANGE, target, { operation: edit.operation }));
  return true;
}

function otherThan(value: JsonValue): JsonValue {
  return value === 'before' ? 'before that' : 'before';
}

/** The object that holds the last segment; what is on the way is made, in both documents alike. */
function containerAt(document: JsonObject, segments: readonly string[]): Record<string, JsonValue> {
  let at = document as Record<string, JsonValue>;
  for (const segment of segments.slice(0, -1)) {
    const next = Object.hasOwn(at, segment) ? at[segment] : undefined;
    if (!isJsonObject(next)) at[segment] = {};
    at = at[segment] as Record<string, JsonValue>;
  }
  return at;
}
