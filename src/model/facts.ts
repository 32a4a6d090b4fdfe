import type { JsonValue } from '../canonical/json-value.js';
import type { ConfigOperation } from './config.js';
import type { EffectPattern, Modality, Scope, StatedBy } from './constraint.js';
import type { DischargeKind } from './payload.js';

export const FACTS_SCHEMA = 'edge-contracts/facts/v1';

/**
 * What is, recomputed natively, for a policy to judge. No member says what may be: there is no word such as
 * undeclared or forbidden here. Differences and counts, never whole sets, so that the policy's time depends on
 * what went wrong. One set of facts can be put to two policies.
 *
 * `subject: transfer` is one handoff attempt. `subject: effect` is one side effect, proposed to the guard or
 * observed; then the members about the payload are empty and `effects` has one item.
 */
export interface Facts {
  readonly schema: typeof FACTS_SCHEMA;
  readonly subject: 'transfer' | 'effect';
  /** The time of deciding: the UTC day, and whole seconds since 1970. */
  readonly now: { readonly date: string; readonly seconds: number };
  readonly transfer: TransferFacts;
  /** Which fields were there in the right shape: absent is not empty. */
  readonly present: PresentFields;
  readonly payload: PayloadFacts;
  readonly constraints: ConstraintFacts;
  /** One for each entry of the payload's `discharged`. */
  readonly discharges: readonly DischargeFact[];
  readonly stop_conditions: StopConditionFacts;
  readonly confidence: ConfidenceFacts;
  readonly established: EstablishedFacts;
  readonly tool_results: ToolResultFacts;
  readonly side_effects: SideEffectFacts;
  readonly config: ConfigFacts;
  /** One for `subject: effect`, else none. */
  readonly effects: readonly EffectFact[];
  /** Written last, when everything above was computed. A policy allows nothing without it. */
  readonly complete: true;
}

export type History = 'complete' | 'partial' | 'none';

export interface TransferFacts {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  readonly from: string;
  readonly to: string;
  /** The edge that the record names, or null. */
  readonly edge: string | null;
  /** Are all ancestors there, and was every message looked at. */
  readonly history: History;
  /** What is wrong with the order of hops; empty when nothing is. */
  readonly order: readonly OrderFault[];
}

export interface OrderFault {
  readonly fault:
    | 'hop_not_increasing' // a new hop whose number is not above every earlier one's
    | 'attempt_not_increasing' // an attempt that is not the last attempt at this hop plus one
    | 'hop_already_delivered' // another attempt at a hop that crossed
    | 'hop_changed_agents' // another attempt at a hop, with another from, to or edge
    | 'after_unknown' // `after` names a hop that the run does not have
    | 'after_undelivered' // … a hop that never crossed
    | 'after_not_earlier' // … this hop or a later one
    | 'after_not_to_sender'; // … a hop whose `to` is not this `from`
  /** The hop that is meant. */
  readonly hop: number;
}

export interface PresentFields {
  readonly objective: boolean;
  readonly remaining: boolean;
  readonly constraints: boolean;
  readonly discharged: boolean;
  readonly established: boolean;
  readonly confidence: boolean;
  readonly stop_conditions: boolean;
  readonly side_effects: boolean;
  readonly sender_facts: boolean;
  readonly sender_tool_calls: boolean;
  readonly sender_constraints: boolean;
  readonly sender_confidence: boolean;
  readonly sender_stop_conditions: boolean;
  /** Could every source of live config that the contract names be read, and compared. */
  readonly config: boolean;
}

export interface PayloadFacts {
  /** What the edge's payload schema says, at most 50; pointers start at the record (`/payload/…`). */
  readonly errors: readonly SchemaFault[];
  /** For custom rules: the values of the facts that this edge's schema names, by key. */
  readonly established: Readonly<Record<string, JsonValue>>;
  /** For custom rules: the payload's further fields that this edge's schema names. */
  readonly fields: Readonly<Record<string, JsonValue>>;
}

export interface SchemaFault {
  readonly at: string;
  readonly keyword: string;
  readonly message: string;
}

export type Origin = 'received' | 'stated' | 'standing' | 'sender';

/** A pair's place in the run. */
export type PairStanding =
  | 'held' // in held(t): this edge answers for it
  | 'upstream' // live in the run, but lost by an ancestor and not held here
  | 'closed' // discharged before this transfer
  | 'unknown'; // in the payload only: the run does not know it

export interface ConstraintFacts {
  /** Counts over run-scope and task-scope constraints of held(t), a rightful discharge here left out. */
  readonly held: number;
  readonly carried: number;
  readonly intact: number;
  readonly unresolved: number;
  /** Only those with something to say: not sent, sent otherwise, twice, closed, unknown, forgotten, discharged. */
  readonly pairs: readonly ConstraintPair[];
  /** Live prohibitions that bind here and name nothing that they forbid. */
  readonly unbound: readonly { readonly constraint: string }[];
}

export interface ConstraintPair {
  /** The run's id; for `unknown` what the payload gives, or null. */
  readonly constraint: string | null;
  readonly standing: PairStanding;
  /** How the sender came to hold it; empty unless `held`. */
  readonly origins: readonly Origin[];
  /** Is it in the sender's own list; null where the sender reported none. */
  readonly in_sender: boolean | null;
  readonly modality: Modality;
  readonly stated_by: StatedBy;
  /** For `upstream`: the hop of first loss. */
  readonly lost_at: number | null;
  /** Indexes in `payload.constraints`. */
  readonly sent: readonly number[];
  /** Indexes in `payload.discharged` (and so in `discharges`). */
  readonly discharged: readonly number[];
  readonly differs: PairDifference;
}

/** Only what differs between the first statement and what is sent (of the first of `sent`, where twice). */
export interface PairDifference {
  readonly modality?: { readonly held: Modality; readonly sent: Modality };
  readonly scope?: { readonly held: Scope; readonly sent: Scope };
  /** `unresolved`: reworded, and nothing decided whether it still says the same. */
  readonly text?: 'unresolved';
  /** The words of the sent text read as weaker than its modality field says. */
  readonly hedged?: true;
  readonly forbids?: PatternDifference;
  readonly requires?: PatternDifference;
  readonly stated_by?: { readonly held: StatedBy; readonly sent: StatedBy };
  readonly stated_in?: { readonly held: string; readonly sent: string };
}

export interface PatternDifference {
  readonly lost: readonly EffectPattern[];
  readonly added: readonly EffectPattern[];
}

/** A discharge that the payload claims, next to what the run's records say. */
export interface DischargeFact {
  /** Index in `payload.discharged`. */
  readonly index: number;
  readonly constraint: string;
  readonly how: DischargeKind;
  readonly agent: string;
  /** Do `by.agent` and `by.hop` equal the record's own `from` and `hop`. */
  readonly by_sender: boolean;
  /** Does the run know the constraint, and is it live on the sender's side. */
  readonly known: boolean;
  /** Of the first statement; null where it is not known. */
  readonly modality: Modality | null;
  readonly stated_by: StatedBy | null;
  readonly evidence: DischargeEvidence;
}

export interface DischargeEvidence {
  readonly id: string;
  /** What the id names in the run's records before this one; null: nothing. A policy id is looked up by the policy. */
  readonly kind: 'tool_call' | 'effect' | 'message' | 'statement' | null;
  /** A tool call that succeeded; true for an effect; else false. */
  readonly succeeded: boolean;
  /** Recorded after the constraint's first statement. */
  readonly later: boolean;
  /** A message whose `withdraws` names the constraint. */
  readonly withdraws: boolean;
  /** An effect that matches one of the constraint's `requires`; true where it has none. */
  readonly meets_requires: boolean;
}

export interface StopConditionFacts {
  /** Of the payloads at `after` and of the sender, by normalised text. */
  readonly held: number;
  readonly carried: number;
  readonly lost: readonly { readonly text: string }[];
  /** How many in the payload were not held. */
  readonly added: number;
}

export interface ConfidenceFacts {
  readonly sender: number | null;
  readonly sent: number | null;
}

export interface EstablishedFacts {
  /** Counts by key, of the sender's facts. */
  readonly held: number;
  readonly carried: number;
  readonly missing: readonly { readonly key: string }[];
  /** Same key and evidence, another value. */
  readonly altered: readonly AlteredFact[];
  readonly entries: readonly EstablishedEntry[];
}

export interface AlteredFact {
  readonly key: string;
  /** Index in `payload.established`. */
  readonly index: number;
  readonly against: 'sender' | 'received';
}

export interface EstablishedEntry {
  readonly index: number;
  readonly key: string;
  readonly source: string;
  readonly evidence: string;
  /** What the evidence names in the run's records; null: nothing (a policy id is looked up by the policy). */
  readonly found: 'tool_call' | 'effect' | 'message' | 'statement' | null;
  /** A tool call that succeeded; true for other records; false where nothing was found. */
  readonly succeeded: boolean;
  /**
   * Is the value in what the evidence holds: the recorded result of a tool call, the text of a message. Null where
   * nothing was recorded, or such a record holds no values, or words cannot tell (`true`, of a text).
   */
  readonly shows: boolean | null;
  /** Where the sender received this fact, the same key and value; null: it did not. */
  readonly relayed: RelayedFact | null;
  /**
   * The transfer's time less the evidence's, in seconds; null where nothing was found. Of a relayed fact that names
   * other evidence which neither shows the value nor is the sender's own: that of the evidence it was received with.
   */
  readonly age_seconds: number | null;
}

/** A fact that is handed on, next to how it came: its evidence was a record that did not fail, or a policy. */
export interface RelayedFact {
  /** Over which it came. */
  readonly hop: number;
  readonly same_source: boolean;
  readonly same_evidence: boolean;
  /** The evidence named now is a record of the sender's own: its tool call, a message to it. */
  readonly own_evidence: boolean;
}

export interface ToolResultFacts {
  readonly held: number;
  readonly carried: number;
  readonly missing: readonly { readonly id: string }[];
}

export interface SideEffectFacts {
  /** Effects of the sender observed since its last delivered transfer. */
  readonly observed: readonly ObservedEffect[];
  /** One for each entry of the payload's `side_effects`, but those that `config.claims` has of a source that is read. */
  readonly claimed: readonly ClaimedEffectFact[];
}

/** A live constraint whose `forbids` matches an effect. */
export interface ForbidMatch {
  readonly constraint: string;
  readonly modality: Modality;
}

export interface ObservedEffect {
  /** The effect record's id. */
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly claimed: boolean;
  /** What the vocabulary says of its details; empty where nothing is wrong, or its kind has no schema. */
  readonly faults: readonly SchemaFault[];
}

export interface ClaimedEffectFact {
  readonly index: number;
  readonly kind: string;
  readonly target: string;
  readonly observed: boolean;
  readonly matches: readonly ForbidMatch[];
}

/** Live config, recomputed, beside its baseline, next to what the payload claims. */
export interface ConfigFacts {
  /** One for each source that the contract names. */
  readonly sources: readonly ConfigSourceFact[];
  /** What is different from the baseline: at most 1,000, and `omitted` more. */
  readonly changes: readonly ConfigChangeFact[];
  readonly omitted: number;
  /** The payload's side effects of the kind `config.change`. */
  readonly claims: readonly ConfigClaimFact[];
}

export interface ConfigReadFact {
  readonly read: boolean;
  /** The code of what went wrong; null where nothing did. */
  readonly fault: string | null;
  /** The same in words, with a line where there is one; null where nothing did, or nothing more is known. */
  readonly why: string | null;
  /** The commit, where it was read from git. */
  readonly ref: string | null;
  readonly etag: string | null;
  readonly digest: string | null;
  /** When it was read, RFC 3339. */
  readonly at: string | null;
}

export interface ConfigSourceFact extends ConfigReadFact {
  readonly source: string;
  readonly adapter: string;
  readonly location: string;
  /** `kind`: `previous`, `git:…`, `file:…` or `snapshot:…`. */
  readonly baseline: ConfigReadFact & { readonly kind: string };
}

export interface ConfigChangeFact {
  readonly source: string;
  readonly path: string;
  readonly operation: ConfigOperation;
  /** For `move`: the path that it was taken from. */
  readonly from: string | null;
  /** Absent for `add`, and where it is too large. */
  readonly before?: JsonValue;
  /** Absent for `remove`, and where it is too large. */
  readonly after?: JsonValue;
  /** A value is too large to be told. */
  readonly large: boolean;
  /** A value is, or holds, a keyed digest. */
  readonly secret: boolean;
  /** Does the payload tell it. */
  readonly claimed: boolean;
  /**
   * Another agent that told of this change since the baseline, when the source was seen to be so, or that was the last
   * one seen to make it.
   */
  readonly other: { readonly agent: string; readonly hop: number | null } | null;
  /** Live constraints whose `forbids` match `config.change` of `<source><path>`, or of a part that came or went. */
  readonly matches: readonly ForbidMatch[];
}

export interface ConfigClaimFact {
  /** Index in `payload.side_effects`. */
  readonly index: number;
  /** The whole target where it names no source. */
  readonly source: string;
  /** Empty where it names none. */
  readonly path: string;
  readonly operation: ConfigOperation | null;
  /** The change is there, and is what is claimed as far as the claim says. */
  readonly real: boolean;
  /** What the baseline has at the path; absent where it has nothing there, or could not be read, or it is too large. */
  readonly before?: JsonValue;
  /** What the source has there now; absent likewise. */
  readonly after?: JsonValue;
}

/** One side effect, put to the contract of the last transfer that was delivered to its actor. */
export interface EffectFact {
  readonly by: string;
  readonly kind: string;
  readonly target: string;
  /** False: asked of the guard, before it happens. True: it happened. */
  readonly observed: boolean;
  readonly matches: readonly ForbidMatch[];
  /** What the vocabulary says of its details; empty where nothing is wrong, or its kind has no schema. */
  readonly faults: readonly SchemaFault[];
}
