import type { JsonValue } from '../canonical/json-value.js';
import type { ConfigReading } from './config.js';
import type { KnownConstraint, StatedBy } from './constraint.js';
import type { History, OrderFault, Origin } from './facts.js';
import type { EstablishedFact, Payload } from './payload.js';
import type { EffectRecord, TransferRecord } from './record.js';

/** What a fold needs to know of the contracts; the gate takes it from the bundle's manifest. */
export interface RunTerms {
  /** The terms of the edge that covers this transfer; null where no contract does. */
  edgeOf(transfer: Pick<TransferRecord, 'from' | 'to' | 'edge'>): EdgeTerms | null;
}

export interface EdgeTerms {
  readonly name: string;
  /** Held on every transfer of this edge. */
  readonly standing: readonly KnownConstraint[];
  /** Policy ids that may supersede a constraint that policy states. */
  readonly policies: readonly string[];
  /** Whose constraints the edge carries; not given: everybody's. */
  readonly accepts?: readonly StatedBy[];
  /** Fields that its payload has besides those of handoff/v1; not given: none. */
  readonly properties?: readonly string[];
}

/** A payload as far as it can be read: a field that is absent or of the wrong shape is not there. */
export type PayloadView = Partial<Payload>;

/** A constraint with its first statement. Scope, modality and text are those of the first statement. */
export interface StatedConstraint {
  readonly constraint: KnownConstraint;
  /** The agent it was first stated to; for a standing constraint the sender of its edge. */
  readonly statedTo: string;
  /** Of its last statement, RFC 3339: what takes it back has to come later. */
  readonly at: string;
  /** The record that last states it, or null for a standing constraint. */
  readonly record: string | null;
}

export interface HeldConstraint extends StatedConstraint {
  readonly origins: readonly Origin[];
}

export interface LostUpstream extends StatedConstraint {
  /** The hop of first loss, and its edge. */
  readonly lostAt: { readonly hop: number; readonly edge: string | null };
}

export interface ClosedConstraint extends StatedConstraint {
  readonly closedAt: { readonly hop: number; readonly agent: string };
}

/** A record of the run that an id names. */
export interface Evidence {
  readonly id: string;
  readonly kind: 'tool_call' | 'effect' | 'message' | 'statement';
  /** RFC 3339. */
  readonly at: string;
  /** A tool call's own word; true for the others. */
  readonly succeeded: boolean;
  /** Its place in the run's file, from 0: an earlier record has a lower one. */
  readonly order: number;
  /** For a message: the ids that it takes back. */
  readonly withdraws: readonly string[];
  /** For an effect. */
  readonly effect: { readonly by: string; readonly kind: string; readonly target: string } | null;
  /** The agent that called the tool or had the effect, or to which the message or statement went. */
  readonly agent: string;
  /** What a tool call gave; absent where that was not recorded. */
  readonly result?: JsonValue;
  /** The text of a message. */
  readonly text?: string;
}

export interface ReceivedPayload {
  readonly hop: number;
  readonly from: string;
  readonly payload: PayloadView;
}

/** A fact as a delivered payload has it. */
export interface ReceivedFact {
  readonly hop: number;
  readonly fact: EstablishedFact;
}

/** Everything that a run knows at the moment of one transfer attempt, before that attempt is folded in. */
export interface TransferContext {
  readonly history: History;
  readonly order: readonly OrderFault[];
  /** held(t): what this edge answers for. */
  readonly held: readonly HeldConstraint[];
  /** Live in the run, lost by an ancestor, not in held(t). */
  readonly upstream: readonly LostUpstream[];
  /** Stated to another branch and not yet here: no fault. */
  readonly notReached: readonly StatedConstraint[];
  /** Discharged in an ancestor. */
  readonly closed: readonly ClosedConstraint[];
  /** Task scope, and the receiver that it bound has handed on: lapsed, no fault. */
  readonly lapsed: readonly StatedConstraint[];
  /** Every constraint that the run knows, by id, standing ones of this edge included. */
  readonly known: ReadonlyMap<string, StatedConstraint>;
  /** Payloads delivered at `after`. */
  readonly received: readonly ReceivedPayload[];
  /** Observed effects of the sender since its last delivered transfer. */
  readonly senderEffects: readonly EffectRecord[];
  /** All effects observed so far, whoever had them. */
  readonly effects: readonly EffectRecord[];
  /** Live constraints that bind the sender, also those that never reached it. */
  readonly binding: readonly StatedConstraint[];
  /** Handoffs delivered so far, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** What an id names in the records so far; null: nothing. */
  evidence(id: string): Evidence | null;
  /** What the recorder saw of a source of live config for this attempt. */
  config(source: string): RecordedConfig;
  /** The facts of this key that were delivered to the sender, on whatever path, the newest first; at most 100. */
  receivedFacts(key: string): readonly ReceivedFact[];
}

/** A handoff that crossed. */
export interface Delivery extends ReceivedPayload {
  /** Its place in the run's file. */
  readonly order: number;
  /** What the recorder saw of a source when it was handed on. */
  config(source: string): ConfigReading | null;
}

export interface RecordedConfig {
  /**
   * When the sender received its task (the earliest of `after`, and of those that it has not handed on from; hop 0 for
   * a first agent), or when it last handed on, whichever is later; null: nobody looked.
   */
  readonly previous: ConfigReading | null;
  /** The place of `previous` in the run's file, or -1. */
  readonly since: number;
  /** At this attempt. */
  readonly sent: ConfigReading | null;
  /** At this attempt: what the contract's baseline held, where that is not `previous`. */
  readonly baseline: ConfigReading | null;
}
