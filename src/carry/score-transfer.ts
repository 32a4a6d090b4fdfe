import { confidenceFacts } from '../adapters/confidence/confidence-facts.js';
import { constraintFacts } from '../adapters/constraints/constraint-facts.js';
import { heldFacts } from '../adapters/established/established-facts.js';
import { dischargeView, NO_READINGS, type TransferScene } from '../adapters/scene.js';
import { scoresOf } from '../adapters/scores.js';
import { ANY_DETAILS } from '../adapters/side-effects/details-faults.js';
import { stopConditionFacts } from '../adapters/stop-conditions/stop-condition-facts.js';
import { toolResultFacts } from '../adapters/tool-results/tool-result-facts.js';
import type { ConstraintMatcher } from '../constraint/matcher.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { ConstraintScore, Decided, TransferScore } from '../model/carry.js';
import type { ConstraintPair, History } from '../model/facts.js';
import { readPayload } from '../model/read-payload.js';
import type { TransferRecord } from '../model/record.js';
import type { JsonPatchOperation } from '../model/verdict.js';
import type { HeldConstraint, TransferContext } from '../model/transfer-context.js';
import { payloadAsItCame } from './payload-as-it-came.js';
import { handoffFaults, type ScoredFacts } from './handoff-faults.js';
import type { ScoredEdge } from './score-terms.js';

export interface AttemptInput {
  /** What the run knows, before this attempt is folded in. */
  readonly context: TransferContext;
  readonly transfer: TransferRecord;
  readonly edge: ScoredEdge;
  readonly matcher: ConstraintMatcher;
  /** By id, `HopsSinceStated`. */
  readonly lengths: ReadonlyMap<string, number>;
  readonly history: History;
  readonly decided: Decided | null;
  /** What the gate made of it; null: it is as its sender sent it. */
  readonly composed: readonly JsonPatchOperation[] | null;
}

/** One attempt, scored against what its sender held. */
export function scoreTransfer(input: AttemptInput): TransferScore {
  const score = scoreRecorded(input);
  return input.composed === null ? score : withSent(score, input, input.composed);
}

/** Beside what got through, what the sender itself had sent; the faults are the sender's too. */
function withSent(
  score: TransferScore,
  input: AttemptInput,
  patch: readonly JsonPatchOperation[],
): TransferScore {
  const { payload, replaced } = payloadAsItCame(input.transfer.payload, patch);
  const came = scoreRecorded({ ...input, transfer: { ...input.transfer, payload } });
  const sentBy = new Map(came.constraints.map((constraint) => [constraint.id, constraint]));
  const constraints = score.constraints.map((constraint): ConstraintScore => {
    const { outcome, intact } = sentBy.get(constraint.id) ?? { outcome: 'dropped', intact: false };
    const unknown = replaced.has(constraint.id);
    return { ...constraint, sent: unknown ? { outcome: 'unresolved', intact: false } : { outcome, intact } };
  });
  const rewritten = constraints
    .filter(({ id }) => replaced.has(id))
    .map(({ id, modality, text }) => ({
      ...{ code: 'constraint.unresolved', constraint: id, modality, text, upstream: false },
    }));
  return { ...score, constraints, faults: [...came.faults, ...rewritten] };
}

function scoreRecorded(input: AttemptInput): TransferScore {
  const { transfer, edge, history, decided } = input;
  const scene = sceneOf(input);
  const facts: ScoredFacts = {
    pairs: constraintFacts(scene).pairs,
    stop_conditions: stopConditionFacts(scene),
    confidence: confidenceFacts(scene),
    established: heldFacts(scene),
    tool_results: toolResultFacts(scene),
  };
  const constraints = constraintScores(input, scene, facts.pairs);
  const counts = countsOf(constraints);
  const { faults, omitted } = handoffFaults(scene, facts, edge);
  const score: TransferScore = {
    run: transfer.run,
    hop: transfer.hop,
    attempt: transfer.attempt,
    edge: edge.terms.name,
    from: transfer.from,
    to: transfer.to,
    at: transfer.at,
    delivered: transfer.delivered,
    revision: transfer.sender.revision ?? null,
    history,
    scores: scoresOf({
      established: facts.established,
      tool_results: facts.tool_results,
      constraints: counts,
      confidence: facts.confidence,
      stop_conditions: facts.stop_conditions,
    }),
    intact: counts.intact,
    constraints,
    faults,
    decided,
  };
  return omitted > 0 ? { ...score, omitted_faults: omitted } : score;
}

/**
 * What the collectors look at. Nothing of it needs what binds, readings of config or the payload's schema. Written
 * member by member: one is made for every transfer, and a spread costs ten times as much.
 */
function sceneOf({ context, transfer, edge, matcher }: AttemptInput): TransferScene {
  const payload = readPayload(transfer.payload);
  return {
    context,
    transfer,
    payload,
    edge: edge.manifest ?? NO_MANIFEST,
    matcher,
    payloadErrors: NO_ERRORS,
    detailsOf: ANY_DETAILS,
    discharges: dischargeView(context, transfer, payload, edge.terms),
    live: NOTHING_LIVE,
    readings: NO_READINGS,
  };
}

const NO_ERRORS: TransferScene['payloadErrors'] = Object.freeze([]);
const NOTHING_LIVE: TransferScene['live'] = Object.freeze([]);

const UNUSED_DIGEST = 'sha256:' as const;

/** For an edge without a contract: it asks for nothing. */
const NO_MANIFEST: EdgeManifest = Object.freeze({
  ...{ name: '', owner: '', runbook: null, from: '*', to: '*', default: false, digest: UNUSED_DIGEST },
  ...{ mode: 'observe', checks: {}, entrypoint: '', file: '', line: 0, payload_schema: true },
  ...{ established: [], properties: [], standing: [], stated_by: null, sources: null },
  ...{ max_age_seconds: null, policies: [], discharge: { satisfied: [], withdrawn: [], superseded: [] } },
  ...{ side_effects: null, config: [], exceptions: [], monitor: null, rules: [] },
} as const);

/** Run scope, carried by this edge's contract, and not closed by this very handoff. */
function constraintScores(
  { context, edge, lengths }: AttemptInput,
  scene: TransferScene,
  pairs: readonly ConstraintPair[],
): readonly ConstraintScore[] {
  if (context.held.length === 0) return NO_SCORES;
  const told = pairsOfHeld(pairs);
  const scores: ConstraintScore[] = [];
  for (const held of context.held) {
    const pair = told?.get(held.constraint.id);
    if (isCharged(held, pair, scene, edge)) {
      scores.push(scoreOf(held, pair, lengths.get(held.constraint.id) ?? 1));
    }
  }
  return scores;
}

const NO_SCORES: readonly ConstraintScore[] = Object.freeze([]);

function pairsOfHeld(pairs: readonly ConstraintPair[]): ReadonlyMap<string, ConstraintPair> | undefined {
  if (pairs.length === 0) return undefined;
  const told = new Map<string, ConstraintPair>();
  for (const pair of pairs) {
    if (pair.standing === 'held' && pair.constraint !== null) told.set(pair.constraint, pair);
  }
  return told;
}

/** Carried and discharged at once is a fault: then it stays counted. */
function isCharged(
  { constraint: { id, scope, stated_by } }: HeldConstraint,
  pair: ConstraintPair | undefined,
  { discharges }: TransferScene,
  { terms }: ScoredEdge,
): boolean {
  if (scope !== 'run') return false;
  if (terms.accepts !== undefined && !terms.accepts.includes(stated_by)) return false;
  return !(discharges.accepted.has(id) && pair?.sent.length === 0);
}

function scoreOf(
  { constraint: { id, text, modality, scope, stated_by } }: HeldConstraint,
  pair: ConstraintPair | undefined,
  hops_since_stated: number,
): ConstraintScore {
  const outcome = pair === undefined ? 'carried' : outcomeOf(pair);
  const intact = pair === undefined || isWhole(pair);
  return { id, text, modality, scope, stated_by, hops_since_stated, outcome, intact };
}

function outcomeOf({ sent, differs }: ConstraintPair): ConstraintScore['outcome'] {
  if (sent.length === 0) return 'dropped';
  return differs.text === 'unresolved' ? 'unresolved' : 'carried';
}

/** There is a pair also for one that is sent whole and that the sender's own state forgot. */
function isWhole({ sent, discharged, differs }: ConstraintPair): boolean {
  return sent.length === 1 && discharged.length === 0 && Object.keys(differs).length === 0;
}

function countsOf(
  scores: readonly ConstraintScore[],
): Record<'held' | 'carried' | 'intact' | 'unresolved', number> {
  const counts = { held: scores.length, carried: 0, intact: 0, unresolved: 0 };
  for (const { outcome, intact } of scores) {
    if (outcome === 'carried') counts.carried += 1;
    if (outcome === 'unresolved') counts.unresolved += 1;
    if (intact) counts.intact += 1;
  }
  return counts;
}
