import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { RunRecord, SideEffect } from './record.js';
import type { Decision, ViolationCause } from './verdict.js';

export const CASE_SCHEMA = 'edge-contracts/case/v1';

/**
 * A test case as data: a run, and what is expected of it. One format for goldens, examples and users' contract
 * tests.
 */
export interface Case {
  readonly schema: typeof CASE_SCHEMA;
  readonly name: string;
  readonly description?: string;
  /** The run in full … */
  readonly records?: readonly RunRecord[];
  /** … or a file of records beside the case, and RFC 6902 operations on the array of its records. */
  readonly from?: { readonly file: string; readonly patch?: readonly JsonValue[] };
  /** What each source of live config held before and after the sender acted, for handoffs that record neither. */
  readonly config?: {
    readonly before: Readonly<Record<string, JsonValue>>;
    readonly after: Readonly<Record<string, JsonValue>>;
  };
  readonly expect: CaseExpectation;
}

export interface CaseExpectation {
  readonly transfers?: readonly ExpectedVerdict[];
  readonly run?: {
    readonly decision: Decision;
    readonly codes: readonly string[];
    readonly cause?: ViolationCause;
  };
  readonly guard?: readonly {
    /** An effect that is asked about … */
    readonly effect?: SideEffect & { readonly by: string };
    /** … or the call of a tool. */
    readonly call?: CaseToolCall;
    /** Asked when the records up to this hop's are folded; not given: when all are. */
    readonly after_hop?: number;
    readonly decision: Decision;
    readonly codes: readonly string[];
  }[];
}

/** The call of a tool, by the name that it has in the tools file. */
export interface CaseToolCall {
  readonly by: string;
  readonly tool: string;
  readonly target?: string;
  readonly details?: JsonObject;
}

export interface ExpectedVerdict {
  readonly hop: number;
  readonly attempt?: number;
  readonly decision: Decision;
  /** Every code of a blocking reason, sorted, no more and no less. */
  readonly codes: readonly string[];
  /** Every code of a warning, sorted; not compared where it is absent. */
  readonly warnings?: readonly string[];
}
