import { type ConstraintMatcher, normalisedMatcher } from '../constraint/matcher.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { EffectPattern } from '../model/constraint.js';
import {
  FACTS_SCHEMA,
  type Facts,
  type History,
  type PresentFields,
  type SchemaFault,
} from '../model/facts.js';
import { readPayload } from '../model/read-payload.js';
import type { SideEffect, TransferRecord } from '../model/record.js';
import type { PayloadView, StatedConstraint, TransferContext } from '../model/transfer-context.js';
import { confidenceFacts } from './confidence/confidence-facts.js';
import { configFacts, isCompared, NO_CONFIG } from './config/config-facts.js';
import { constraintFacts } from './constraints/constraint-facts.js';
import { liveHere } from './constraints/live-here.js';
import { unboundAmong } from './constraints/unbound.js';
import { dischargeFacts } from './discharges/discharge-facts.js';
import { effectFact } from './effect/effect-fact.js';
import { establishedFacts } from './established/established-facts.js';
import { payloadFacts } from './payload/payload-facts.js';
import { dischargeView, type LiveReading, NO_READINGS, type TransferScene } from './scene.js';
import { ANY_DETAILS, type DetailsCheck } from './side-effects/details-faults.js';
import { sideEffectFacts } from './side-effects/side-effect-facts.js';
import { stopConditionFacts } from './stop-conditions/stop-condition-facts.js';
import { toolResultFacts } from './tool-results/tool-result-facts.js';
import { presentFields, transferFacts } from './transfer/transfer-facts.js';

export interface TransferInput {
  /** What the run knows, before this attempt is folded in. */
  readonly context: TransferContext;
  readonly transfer: TransferRecord;
  readonly edge: EdgeManifest;
  readonly now: Date;
  /** What `payloadValidator` says of the payload. */
  readonly payloadErrors: readonly SchemaFault[];
  /** Not given: by normalised text alone. */
  readonly matcher?: ConstraintMatcher;
  /** What was read of live config just now, by source; not given: what the run's records hold. */
  readonly readings?: ReadonlyMap<string, LiveReading>;
  /** What the vocabulary says of effects' details. Not given: any will do. */
  readonly detailsOf?: DetailsCheck;
  /** `readPayload(transfer.payload)`, where it is at hand. */
  readonly payload?: PayloadView;
}

/** What is, of one handoff attempt. Pure: the same input gives the same facts. */
export function collectTransferFacts(input: TransferInput): Facts {
  const scene = sceneOf(input);
  const config = configFacts(scene);
  return {
    schema: FACTS_SCHEMA,
    subject: 'transfer',
    now: nowFacts(input.now),
    transfer: transferFacts(scene),
    present: { ...presentFields(scene), config: isCompared(config) },
    payload: payloadFacts(scene),
    constraints: constraintFacts(scene),
    discharges: dischargeFacts(scene),
    stop_conditions: stopConditionFacts(scene),
    confidence: confidenceFacts(scene),
    established: establishedFacts(scene),
    tool_results: toolResultFacts(scene),
    side_effects: sideEffectFacts(scene),
    config,
    effects: [],
    complete: true,
  };
}

function sceneOf(input: TransferInput): TransferScene {
  const { context, transfer, edge, payloadErrors } = input;
  const payload = input.payload ?? readPayload(transfer.payload);
  const matcher = input.matcher ?? normalisedMatcher;
  const detailsOf = input.detailsOf ?? ANY_DETAILS;
  const discharges = dischargeView(context, transfer, payload, edge);
  const live = liveHere(context, discharges.accepted);
  const readings = input.readings ?? NO_READINGS;
  return { context, transfer, payload, edge, matcher, payloadErrors, detailsOf, discharges, live, readings };
}

export interface EffectInput {
  /** The live constraints that bind the actor, also those that never reached it. */
  readonly binding: readonly StatedConstraint[];
  readonly effect: SideEffect & { readonly by: string };
  /** What a tool may do; `effect` is then how the policy is asked about it. Not given: it is one effect. */
  readonly pattern?: EffectPattern;
  /** What the vocabulary says of its details. Not given: any will do. */
  readonly detailsOf?: DetailsCheck;
  /** False: asked of the guard, before it happens. True: it happened. */
  readonly observed: boolean;
  readonly run: string;
  /** The edge of the last transfer delivered to the actor: its contract is asked. */
  readonly edge: EdgeManifest;
  readonly now: Date;
  /** That transfer. Not given: hop and attempt are 0, and the agents are the edge's sender and the actor. */
  readonly last?: Pick<TransferRecord, 'hop' | 'attempt' | 'from' | 'to' | 'edge'>;
  /** Not given: complete. */
  readonly history?: History;
}

/** What is, of one side effect. The members about a payload are empty, and no field of one is present. */
export function collectEffectFacts(input: EffectInput): Facts {
  const { binding, last } = input;
  return {
    schema: FACTS_SCHEMA,
    subject: 'effect',
    now: nowFacts(input.now),
    transfer: {
      run: input.run,
      hop: last?.hop ?? 0,
      attempt: last?.attempt ?? 0,
      from: last?.from ?? input.edge.from,
      to: last?.to ?? input.effect.by,
      edge: last?.edge ?? null,
      history: input.history ?? 'complete',
      order: [],
    },
    present: NOTHING_PRESENT,
    payload: { errors: [], established: {}, fields: {} },
    constraints: { held: 0, carried: 0, intact: 0, unresolved: 0, pairs: [], unbound: unboundAmong(binding) },
    discharges: [],
    stop_conditions: { held: 0, carried: 0, lost: [], added: 0 },
    confidence: { sender: null, sent: null },
    established: { held: 0, carried: 0, missing: [], altered: [], entries: [] },
    tool_results: { held: 0, carried: 0, missing: [] },
    side_effects: { observed: [], claimed: [] },
    config: NO_CONFIG,
    effects: [effectFact(input)],
    complete: true,
  };
}

const NOTHING_PRESENT: PresentFields = {
  objective: false,
  remaining: false,
  constraints: false,
  discharged: false,
  established: false,
  confidence: false,
  stop_conditions: false,
  side_effects: false,
  sender_facts: false,
  sender_tool_calls: false,
  sender_constraints: false,
  sender_confidence: false,
  sender_stop_conditions: false,
  config: false,
};

/** The UTC day, and whole seconds. */
function nowFacts(now: Date): Facts['now'] {
  return { date: now.toISOString().slice(0, 10), seconds: Math.floor(now.getTime() / 1000) };
}
