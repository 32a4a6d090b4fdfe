import type { KnownConstraint, Modality, Scope, StatedBy } from '../../../model/constraint.js';
import type { Payload } from '../../../model/payload.js';
import type { Witness, WitnessQuestion } from '../../../model/policy-diff.js';
import type { RunRecord } from '../../../model/record.js';
import { type EdgeView, speakersOf } from '../edge-view.js';
import { goodRun } from '../good-run.js';
import { type Draft, type RunDraft, recordBase } from '../run-draft.js';

/** A run in which one thing is wrong. */
export interface Scene {
  readonly draft: RunDraft;
  readonly asked: Witness['asked'];
  readonly question: WitnessQuestion | null;
  /** What happens in it, a sentence. */
  readonly says: string;
}

/** Runs in which exactly one check fails under an edge's contract, its variants in order of how plain they are. */
export type SceneMaker = (view: EdgeView) => Iterable<Scene>;

/** A good run with one thing changed; none where there is no good run, or the change cannot be made in it. */
export function* departing(
  view: EdgeView,
  says: string,
  change: (draft: RunDraft) => unknown,
): Generator<Scene> {
  const draft = goodRun(view);
  if (draft === null || change(draft) === false) return;
  yield { draft, asked: 'handoff', question: null, says };
}

/** The plainest of its variants. */
export function* firstOf(scenes: Iterable<Scene>): Generator<Scene> {
  for (const scene of scenes) {
    yield scene;
    return;
  }
}

const MODALITIES: readonly Modality[] = ['prohibition', 'requirement', 'preference'];
const SCOPES: readonly Scope[] = ['run', 'task'];

export interface ConstraintKind {
  readonly modality: Modality;
  readonly scope: Scope;
  readonly stated_by: StatedBy;
}

export interface ConstraintChoice {
  readonly modalities?: readonly Modality[];
  readonly scopes?: readonly Scope[];
  readonly speakers?: readonly StatedBy[];
}

/** Every kind of constraint that the edge accepts: modality, scope, speaker. */
export function constraintKinds(view: EdgeView, only: ConstraintChoice = {}): readonly ConstraintKind[] {
  const { modalities = MODALITIES, scopes = SCOPES, speakers = speakersOf(view) } = only;
  return modalities.flatMap((modality) =>
    scopes.flatMap((scope) => speakers.map((stated_by) => ({ modality, scope, stated_by }))),
  );
}

export function sayKind({ modality, scope, stated_by }: ConstraintKind): string {
  return `a ${modality} of the ${scope} that ${stated_by === 'agent' ? 'an agent' : `the ${stated_by}`} stated`;
}

/** What it forbids no contract declares and nobody does, so that it stands for itself alone. */
export const FORBIDDEN = { kind: 'never.of.this.kind', target: 'nobody' } as const;

/** A constraint of this kind; a prohibition says what it forbids. */
export function constraintOf(kind: ConstraintKind, id = 'c1'): KnownConstraint {
  return {
    id,
    text: 'mind the customer',
    ...kind,
    stated_in: kind.stated_by === 'customer' ? 'm1' : 's1',
    ...(kind.modality === 'prohibition' ? { forbids: [FORBIDDEN] } : {}),
  };
}

const AGENT = 'another agent';

/** States a constraint to an agent, by a message or a statement. */
export function state(draft: RunDraft, constraint: KnownConstraint, to: string): void {
  draft.earlier.push(statementOf(draft, constraint, to));
}

function statementOf(draft: RunDraft, constraint: KnownConstraint, to: string): RunRecord {
  const { stated_by, stated_in } = constraint;
  const base = { ...recordBase(draft, 60), id: stated_in, to };
  if (stated_by === 'customer')
    return { ...base, kind: 'message', text: constraint.text, constraints: [constraint] };
  return { ...base, kind: 'statement', by: stated_by === 'policy' ? 'policy' : AGENT, constraint };
}

/** Carries it in the payload, and in the sender's own list. */
export function carry(draft: RunDraft, constraint: KnownConstraint): Draft<KnownConstraint> {
  const sent = structuredClone(constraint) as Draft<KnownConstraint>;
  draft.payload.constraints.push(sent);
  return sent;
}

/** The agent that hands to the sender, where a run has to begin before it. */
export const ORIGIN = 'an agent before';

/**
 * Makes the handoff the second of its run: another agent handed to its sender before, and that is not judged.
 *
 * @param payload What it handed on, besides what is empty.
 */
export function relay(draft: RunDraft, view: EdgeView, payload: Partial<Payload> = {}): void {
  const standing =
    view.from === '*' ? [] : draft.payload.constraints.filter(({ stated_in }) => stated_in === 'contract');
  const empty: Payload = {
    ...{ objective: 'go on', remaining: [], constraints: standing, discharged: [], established: [] },
    ...{ confidence: null, stop_conditions: [], side_effects: [] },
  };
  draft.earlier.push({
    ...recordBase(draft, 30),
    ...{ kind: 'transfer', hop: 1, attempt: 1, after: [], from: ORIGIN, to: view.from, delivered: true },
    sender: {},
    payload: { ...empty, ...payload } as never,
  });
  draft.transfer.hop = 2;
  draft.transfer.after = [1];
}
