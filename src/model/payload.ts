import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { Constraint } from './constraint.js';

export const DISCHARGE_KINDS = ['satisfied', 'withdrawn', 'superseded'] as const;
export type DischargeKind = (typeof DISCHARGE_KINDS)[number];

/** The claim that a constraint is closed, and by what evidence. */
export interface Discharge {
  readonly constraint: string;
  readonly how: DischargeKind;
  /** The id of a record (tool call, effect, message), or of a policy where it is superseded. */
  readonly evidence: string;
  readonly reason: string;
  /** Equals the record's own `from` and `hop`. */
  readonly by: { readonly agent: string; readonly hop: number };
}

/** A fact that a payload hands on, or that a sender holds. Amounts are text with a currency. */
export interface EstablishedFact {
  readonly key: string;
  readonly value: JsonValue;
  /** Such as `tool_result`, `customer`, `policy`. */
  readonly source: string;
  /** The id of the record it comes from. */
  readonly evidence: string;
}

/** A side effect that a payload claims. */
export interface ClaimedEffect {
  readonly kind: string;
  readonly target: string;
  readonly evidence: string;
  /** What the kind of effect says more, as its own schema has it; for `config.change` `ConfigChangeDetails`. */
  readonly details?: JsonObject;
}

/** What one agent hands to the next: `handoff/v1`. An edge's contract adds to it, never removes. */
export interface Payload {
  readonly objective: string;
  readonly remaining: readonly string[];
  /** Live ones only. */
  readonly constraints: readonly Constraint[];
  readonly discharged: readonly Discharge[];
  readonly established: readonly EstablishedFact[];
  /** From 0 to 1; null: never reported. */
  readonly confidence: number | null;
  /** What ends the run, not the sender's own task. */
  readonly stop_conditions: readonly string[];
  readonly side_effects: readonly ClaimedEffect[];
}

/** The fields of `handoff/v1`, all of which a payload must have: absent is not empty. */
export const PAYLOAD_FIELDS: readonly PayloadField[] = [
  'objective',
  'remaining',
  'constraints',
  'discharged',
  'established',
  'confidence',
  'stop_conditions',
  'side_effects',
];

export type PayloadField = keyof Payload;
