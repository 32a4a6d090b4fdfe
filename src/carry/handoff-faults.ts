import { dischargeFacts } from '../adapters/discharges/discharge-facts.js';
import type { TransferScene } from '../adapters/scene.js';
import type { TransferFault } from '../model/carry.js';
import type {
  ConfidenceFacts,
  ConstraintPair,
  EstablishedFacts,
  StopConditionFacts,
  ToolResultFacts,
} from '../model/facts.js';
import { isAccepted, pairCodes } from './pair-codes.js';
import type { ScoredEdge } from './score-terms.js';

/** What is of one handoff, as far as it is scored. */
export interface ScoredFacts {
  readonly pairs: readonly ConstraintPair[];
  readonly stop_conditions: StopConditionFacts;
  readonly confidence: ConfidenceFacts;
  readonly established: Omit<EstablishedFacts, 'entries'>;
  readonly tool_results: ToolResultFacts;
}

/** The faults that are scored, in the order in which they are told: what was handed over, and its place in the run. */
export const SCORED_FAULTS = [
  'constraint.dropped',
  'constraint.lost_upstream',
  'constraint.weakened',
  'constraint.strengthened',
  'constraint.modality_changed',
  'constraint.narrowed',
  'constraint.widened',
  'constraint.unresolved',
  'constraint.retargeted',
  'constraint.reattributed',
  'constraint.discharged_and_carried',
  'constraint.duplicated',
  'constraint.stale',
  'constraint.invented',
  'constraint.forgotten',
  'constraint.discharge_refused',
  'stop_condition.missing',
  'stop_condition.overwritten',
  'confidence.missing',
  'confidence.raised',
  'established.missing',
  'established.altered',
  'tool_result.missing',
  'run.context_missing',
  'run.out_of_order',
] as const;

/** So that a hostile handoff cannot make a score without end; what is left out is counted. */
const MOST_FAULTS = 100;

export interface HandoffFaults {
  readonly faults: readonly TransferFault[];
  readonly omitted: number;
}

const NONE: HandoffFaults = Object.freeze({ faults: Object.freeze([]), omitted: 0 });

/** Everything that is wrong with a handoff, constraint by constraint, and then what is about none. */
export function handoffFaults(scene: TransferScene, facts: ScoredFacts, edge: ScoredEdge): HandoffFaults {
  const list = new FaultList();
  constraintFaults(scene, facts.pairs, edge, list);
  if (scene.discharges.entries.length > 0) dischargeFaults(scene, edge, list);
  otherFaults(scene, facts, list);
  return list.end();
}

class FaultList {
  readonly #faults: TransferFault[] = [];
  #count = 0;

  add(code: string, about: Partial<Omit<TransferFault, 'code'>> = {}): void {
    this.#count += 1;
    if (this.#count > MOST_FAULTS) return;
    const { constraint = null, modality = null, text = null, upstream = false } = about;
    this.#faults.push({ code, constraint, modality, text, upstream });
  }

  end(): HandoffFaults {
    if (this.#count === 0) return NONE;
    return { faults: this.#faults, omitted: this.#count - this.#faults.length };
  }
}

function constraintFaults(
  scene: TransferScene,
  pairs: readonly ConstraintPair[],
  { terms }: ScoredEdge,
  list: FaultList,
): void {
  for (const pair of pairs) {
    const codes = pairCodes(pair, terms.accepts);
    if (codes.length === 0) continue;
    const { constraint, modality } = pair;
    const text = textOf(scene, pair);
    for (const code of codes) {
      list.add(code, { constraint, modality, text, upstream: code === 'constraint.lost_upstream' });
    }
  }
}

function textOf(
  { context, payload }: TransferScene,
  { constraint, standing, sent }: ConstraintPair,
): string | null {
  if (standing !== 'unknown') return context.known.get(constraint ?? '')?.constraint.text ?? null;
  return payload.constraints?.[sent[0] ?? -1]?.text ?? null;
}

function dischargeFaults(scene: TransferScene, { terms, manifest }: ScoredEdge, list: FaultList): void {
  for (const discharge of dischargeFacts(scene)) {
    if (isAccepted(discharge, terms.policies, manifest)) continue;
    const { constraint, modality } = discharge;
    const text = scene.context.known.get(constraint)?.constraint.text ?? null;
    list.add('constraint.discharge_refused', { constraint, modality, text });
  }
}

function otherFaults({ context, transfer }: TransferScene, facts: ScoredFacts, list: FaultList): void {
  const { stop_conditions, confidence, established, tool_results } = facts;
  const lost = stop_conditions.added > 0 ? 'stop_condition.overwritten' : 'stop_condition.missing';
  for (const { text } of stop_conditions.lost) list.add(lost, { text });
  if (confidence.sender !== null) {
    if (confidence.sent === null) list.add('confidence.missing');
    else if (confidence.sent > confidence.sender) list.add('confidence.raised');
  }
  for (const { key } of established.missing) list.add('established.missing', { text: key });
  for (const { key } of established.altered) list.add('established.altered', { text: key });
  for (const { id } of tool_results.missing) list.add('tool_result.missing', { text: id });
  if (transfer.hop > 1 && context.history !== 'complete') list.add('run.context_missing');
  for (const _ of context.order) list.add('run.out_of_order');
}
