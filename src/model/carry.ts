import type { Digest } from '../canonical/digest.js';
import type { Modality, Scope, StatedBy } from './constraint.js';
import type { History } from './facts.js';
import type { RunHealth } from './ledger.js';
import type { RunRecord } from './record.js';
import type { ScoreClass, Scores } from './score.js';
import type { Mode } from './severity.js';
import type { ConstraintLife, Decision, JsonPatchOperation, LifeState } from './verdict.js';

export const REPORT_SCHEMA = 'edge-contracts/report/v1';

/** Said wherever a rate is shown. */
export const LOWER_BOUND =
  'Carry is a lower bound on what was available to the receiver, not a statement that the run did the right thing.';

/** One run, to be scored: from a file, or from the ledger with what that knows of it. */
export interface RunInput {
  readonly run: string;
  /** In the run's order. */
  readonly records: readonly RunRecord[];
  /** Not given: nothing is known to be missing. */
  readonly health?: RunHealth;
  /** What gates decided then, by `hop/attempt`; not given: nobody decided, the run is audited without a gate. */
  readonly decided?: ReadonlyMap<string, Decided>;
  /** How gates composed attempts, by `hop/attempt`: from the payload as it came to the one that is recorded. */
  readonly composed?: ReadonlyMap<string, readonly JsonPatchOperation[]>;
}

/** What a gate decided of one attempt. */
export interface Decided {
  readonly decision: Decision;
  readonly action: Decision;
  readonly mode: Mode;
  readonly contract: Digest | null;
  /** Codes of its reasons that would block. */
  readonly blocking: readonly string[];
  /** Set where only its recording was evaluated: nothing was done about it then, whatever `action` says. */
  readonly afterwards?: true;
  /** The id of the override by which the gate composed it. Not given: it is as its sender sent it. */
  readonly composed_by?: string;
}

/** A run, scored. */
export interface RunScore {
  readonly run: string;
  /** The first record's time, and the last one's. */
  readonly from: string;
  readonly to: string;
  readonly closed: boolean;
  readonly simulated: boolean;
  /** The worst of its transfers; `partial` at best where records are missing, refused or erased. */
  readonly history: History;
  readonly health: RunHealth | null;
  /** Attempts, in the run's order. */
  readonly transfers: readonly TransferScore[];
  /** In a report: how many attempts of a long run are not listed. Not given: none. */
  readonly omitted_transfers?: number;
  readonly lives: readonly ConstraintLife[];
  /** Codes of what is wrong with the records themselves, `run.*`. */
  readonly record_faults: readonly string[];
}

/** One attempt, scored. */
export interface TransferScore {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  /** The contract's name; where none covers it, the name that the record gives, else `from--to`. */
  readonly edge: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly delivered: boolean;
  /** The sender's revision, where it reported one. */
  readonly revision: string | null;
  readonly history: History;
  /** Run scope only in the class `constraints`. */
  readonly scores: Scores;
  /** Constraints carried with no fault. */
  readonly intact: number;
  /** Those that this edge answers for: held here, run scope, and not rightfully discharged here. */
  readonly constraints: readonly ConstraintScore[];
  /** Every fault of the handoff, constraint by constraint, and those about none; of a composed attempt as it came. */
  readonly faults: readonly TransferFault[];
  /** How many more faults there were than are listed. Not given: none. */
  readonly omitted_faults?: number;
  readonly decided: Decided | null;
}

export interface ConstraintScore {
  readonly id: string;
  readonly text: string;
  readonly modality: Modality;
  readonly scope: Scope;
  readonly stated_by: StatedBy;
  /** Length of the path since it was stated: 1 at the first handoff by the agent that it was stated to. */
  readonly hops_since_stated: number;
  readonly outcome: 'carried' | 'dropped' | 'unresolved';
  readonly intact: boolean;
  /** Of a composed attempt: the sender's own, before the gate composed. This counts at attempt 1. */
  readonly sent?: {
    readonly outcome: 'carried' | 'dropped' | 'unresolved';
    readonly intact: boolean;
  };
}

export interface TransferFault {
  /** `constraint.dropped`, … */
  readonly code: string;
  readonly constraint: string | null;
  readonly modality: Modality | null;
  /** Of the constraint; else the fact's key, the stop condition, the id of the tool call. */
  readonly text: string | null;
  /** Answered for by an earlier hop: not counted in this edge's rate. */
  readonly upstream: boolean;
}

/** Counts, and what follows from them. */
export interface Rate {
  readonly carried: number;
  readonly held: number;
  readonly unresolved: number;
  /** Carried and with no fault; equals `carried` for classes other than constraints. */
  readonly intact: number;
  /** carried / held; null where nothing was held: 0 of 0 is no rate. */
  readonly value: number | null;
  /** (carried + unresolved) / held: what it would be if all that is unresolved were carried. */
  readonly upper: number | null;
  /** Wilson, 95 %, around `value`; where something is unresolved from the low end of `value` to the high end of `upper`. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Told twice: the sender's quality, and what got through. */
export interface Rates {
  readonly attempt_1: Readonly<Record<ScoreClass, Rate>>;
  readonly delivered: Readonly<Record<ScoreClass, Rate>>;
}

/** Where to look: at most a few of the transfers behind a number. */
export interface TransferRef {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
}

/** `report --json`, and what its text and its page are made of. */
export interface CarryReport {
  readonly schema: typeof REPORT_SCHEMA;
  readonly generated_at: string;
  /** `LOWER_BOUND`. */
  readonly note: string;
  readonly simulated: 'all' | 'some' | 'none';
  readonly since: string | null;
  readonly until: string | null;
  readonly counts: ReportCounts;
  readonly rates: Rates;
  /** The share of transfers whose sender reported a confidence. */
  readonly confidence_reported: { readonly reported: number; readonly transfers: number };
  /** Worst first: by the upper end of the interval of the constraints' rate at attempt 1, ties by what was held. */
  readonly edges: readonly EdgeReport[];
  readonly by_modality: readonly GroupRate[];
  readonly by_stated_by: readonly GroupRate[];
  readonly by_hops_since_stated: readonly GroupRate[];
  /** Of all edges together, then of each. */
  readonly over_time: readonly RateOverTime[];
  readonly faults: readonly FaultCount[];
  /** Attempts that the gate composed, by override, most first: at most 20, the others as one. */
  readonly composed: readonly ComposedCount[];
  readonly lives: Readonly<Record<LifeState, number>>;
  /** Worst first: violated, then lost and open, then lost, then the others; at most `runs_shown`. */
  readonly runs: readonly RunScore[];
  readonly runs_omitted: number;
  /** Runs and records that were left out, and why; never silently. */
  readonly skipped: readonly Skipped[];
}

export interface ReportCounts {
  readonly runs: number;
  readonly closed: number;
  /** Attempts. */
  readonly transfers: number;
  readonly first_attempts: number;
  readonly delivered: number;
  /** Not scored, since an ancestor or a record is missing. */
  readonly incomplete_runs: number;
  readonly violated: number;
  /** Open, with a constraint that was lost and not yet violated. */
  readonly can_be_saved: number;
}

export interface EdgeReport {
  readonly edge: string;
  readonly from: string;
  readonly to: string;
  /** Null where no contract covers it. */
  readonly contract: {
    readonly owner: string;
    readonly mode: Mode;
    readonly threshold: number | null;
  } | null;
  readonly transfers: number;
  readonly rates: Rates;
  readonly faults: readonly FaultCount[];
  readonly violated: number;
}

/** Constraints, attempt 1 and delivered, of one group. */
export interface GroupRate {
  readonly group: string;
  readonly attempt_1: Rate;
  readonly delivered: Rate;
}

export interface RateOverTime {
  /** Null: all edges together. */
  readonly edge: string | null;
  readonly class: ScoreClass;
  /** Transfers in each window; a point every `window / 10` transfers, at most 500 points. */
  readonly window: number;
  readonly threshold: number | null;
  readonly points: readonly { readonly at: string; readonly transfers: number; readonly rate: Rate }[];
}

export interface FaultCount {
  readonly code: string;
  readonly modality: Modality | null;
  readonly count: number;
  /** At most 20. */
  readonly where: readonly TransferRef[];
}

/** Attempts that are not as their sender sent them, since an override had the gate compose. */
export interface ComposedCount {
  /** Its id. */
  readonly override: string;
  /** Attempts. */
  readonly transfers: number;
}

export interface Skipped {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}
