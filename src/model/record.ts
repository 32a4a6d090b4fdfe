import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { ConfigReading } from './config.js';
import type { Constraint, EffectPattern } from './constraint.js';
import type { EstablishedFact } from './payload.js';

export const RECORD_SCHEMA = 'edge-contracts/record/v1';

interface RecordBase {
  readonly schema: typeof RECORD_SCHEMA;
  readonly run: string;
  /** RFC 3339. */
  readonly at: string;
  /**
   * The recorder's own count of the run's records, from 1. With it a ledger puts right what arrives late, and sees what
   * never arrived. Not given: records are in the order in which they came.
   */
  readonly seq?: number;
  /** It happened in a simulation; whatever shows it says so. */
  readonly simulated?: true;
}

/** A user's message. */
export interface MessageRecord extends RecordBase {
  readonly kind: 'message';
  readonly id: string;
  /** The agent that receives it. */
  readonly to: string;
  readonly text: string;
  /** What it states. `[]`: looked, none. Absent: nobody looked, and the run's history is partial. */
  readonly constraints?: readonly (Constraint & { readonly id: string })[];
  /** Ids of constraints that it takes back. */
  readonly withdraws?: readonly string[];
}

/** A constraint stated by someone else than the user. */
export interface StatementRecord extends RecordBase {
  readonly kind: 'statement';
  readonly id: string;
  /** `policy`, or an agent's name. */
  readonly by: string;
  readonly to: string;
  readonly constraint: Constraint & { readonly id: string };
}

export interface ToolCallRecord extends RecordBase {
  readonly kind: 'tool_call';
  readonly id: string;
  readonly by: string;
  readonly tool: string;
  readonly succeeded: boolean;
  readonly result?: JsonValue;
}

/** What happened: one effect, with whatever its kind says more. */
export interface SideEffect extends EffectPattern {
  readonly details?: JsonObject;
}

/** A side effect that was observed. */
export interface EffectRecord extends RecordBase {
  readonly kind: 'effect';
  readonly id: string;
  readonly by: string;
  readonly effect: SideEffect;
  /** The id of the tool call that shows it. */
  readonly evidence: string;
}

/** What the recorder saw of live config when an agent received its task, or when it handed on. */
export interface ConfigRecord extends RecordBase {
  readonly kind: 'config';
  readonly source: string;
  /** The transfer it belongs to; 0 with `received`: the start of the run. */
  readonly hop: number;
  /** With `sent`; not given: 1. */
  readonly attempt?: number;
  /** `received`: when the hop's receiver got its task. `sent`: when its sender handed on. */
  readonly moment: 'received' | 'sent';
  readonly reading: ConfigReading;
  /** With `sent`: what the contract's baseline held, where that is not `previous`. */
  readonly baseline?: ConfigReading;
}

/** A tool call as the sender's state lists it. */
export interface SenderToolCall {
  readonly id: string;
  readonly tool: string;
  readonly succeeded: boolean;
  readonly at?: string;
}

/** The sender's claimed state. A field that is absent was not reported; that is not the same as empty. */
export interface SenderState {
  readonly revision?: string;
  readonly facts?: readonly EstablishedFact[];
  readonly tool_calls?: readonly SenderToolCall[];
  readonly constraints?: readonly Constraint[];
  readonly confidence?: number | null;
  readonly stop_conditions?: readonly string[];
  /** Tokens that its model had before it when it handed on, as the model's provider counted them. */
  readonly context_tokens?: number;
}

/** One attempt at one handoff. */
export interface TransferRecord extends RecordBase {
  readonly kind: 'transfer';
  /** 1 is the first agent-to-agent transfer; unique in the run, given by the recorder. */
  readonly hop: number;
  /** 1, 2, …: a blocked payload is repaired and tried again. */
  readonly attempt: number;
  /** Hops whose payloads the sender acts on: `[]` at the start, two or more at a fan-in. */
  readonly after: readonly number[];
  readonly from: string;
  readonly to: string;
  /** The edge's name, needed where two edges join the same agents. */
  readonly edge?: string;
  readonly sender: SenderState;
  /** Any JSON value: whether it is a payload is the edge's to judge, not the record's. */
  readonly payload: JsonValue;
  /** Did it cross. */
  readonly delivered: boolean;
}

export interface ClosedRecord extends RecordBase {
  readonly kind: 'closed';
}

/** One line of a run: written by the recorder (the runtime), never by a model. */
export type RunRecord =
  | MessageRecord
  | StatementRecord
  | ToolCallRecord
  | EffectRecord
  | ConfigRecord
  | TransferRecord
  | ClosedRecord;

export type RecordKind = RunRecord['kind'];
