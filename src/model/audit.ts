import type { Digest } from '../canonical/digest.js';
import type { Skipped } from './carry.js';
import type { Modality } from './constraint.js';
import type { Mode } from './severity.js';
import type { Decision } from './verdict.js';

export const AUDIT_SCHEMA = 'edge-contracts/audit/v1';

export const AUDITED = ['discharges', 'exceptions', 'overrides', 'violations'] as const;
export type Audited = (typeof AUDITED)[number];

/** One line of an audit: who did what, when, where, on what evidence, under which contract, and what was done about it. */
export interface AuditLine {
  /** RFC 3339; its writer's clock. */
  readonly at: string;
  /** The agent, the owner of an exception, or the person. */
  readonly by: string;
  /** Null for an override. */
  readonly run: string | null;
  readonly hop: number | null;
  readonly attempt: number | null;
  readonly edge: string | null;
  readonly constraint: string | null;
  readonly text: string | null;
  readonly modality: Modality | null;
  /** How it was discharged, the code that is excepted, what is overridden, or the cause of a violation. */
  readonly what: string;
  readonly reason: string | null;
  readonly evidence: string | null;
  /** What the evidence is among the run's records; null: nothing of that name is there, or none was needed. */
  readonly found: 'message' | 'statement' | 'tool_call' | 'effect' | 'policy' | null;
  /** `accepted` and `refused` of a discharge; `violated`; `excepted`; `set`, and `ended` before its time, of an override. */
  readonly outcome: 'accepted' | 'refused' | 'violated' | 'excepted' | 'set' | 'ended';
  /**
   * `enforced`: a block would have been one. `observed`: it would have been told alone. `not_kept`: a gate blocked it, and
   * the record says that it was delivered. `judged_afterwards`: only its recording was evaluated, nothing was done about
   * it then. `not_decided`: no gate decided it.
   */
  readonly standing: 'enforced' | 'observed' | 'not_kept' | 'judged_afterwards' | 'not_decided' | null;
  /** What the attempt's record says; null where it is about no attempt, or its record is not there. */
  readonly delivered: boolean | null;
  readonly mode: Mode | null;
  readonly action: Decision | null;
  /** Ids of overrides that were in force; of an override, its own, and of a line that ends one, the one that it ends. */
  readonly overrides: readonly string[];
  /** Where an exception or an override ends, or was ended; RFC 3339 or a day. */
  readonly until: string | null;
  /** `audit contract DIGEST` shows it. */
  readonly contract: Digest | null;
  readonly simulated: boolean;
}

/** `audit … --json`. */
export interface AuditDocument {
  readonly schema: typeof AUDIT_SCHEMA;
  readonly generated_at: string;
  readonly audited: Audited;
  readonly since: string | null;
  readonly until: string | null;
  /** Ascending by time. */
  readonly lines: readonly AuditLine[];
  readonly skipped: readonly Skipped[];
}
