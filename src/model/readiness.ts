import type { Mode } from './severity.js';

export const READINESS_SCHEMA = 'edge-contracts/readiness/v1';

/** `report --as enforce --json`: what enforcing would have blocked, and which edges are ready for it. */
export interface ReadinessReport {
  readonly schema: typeof READINESS_SCHEMA;
  readonly generated_at: string;
  readonly since: string | null;
  readonly until: string | null;
  readonly simulated: 'all' | 'some' | 'none';
  readonly criterion: ReadinessCriterion;
  /** Ready ones first, then by what would have been blocked. */
  readonly edges: readonly EdgeReadiness[];
  /** Labels of findings that are not among those of this report. */
  readonly labels_elsewhere: number;
  /** Attempts on edges without a contract: nothing can be said of them. */
  readonly uncovered: number;
  /** Lines of files that could not be read. */
  readonly skipped: number;
}

export interface ReadinessCriterion {
  /** At most this share of handoffs may be stopped for nothing, at the upper end of the interval. */
  readonly most_wrong: number;
  /** So many handoffs at least show that, where none is stopped for nothing. */
  readonly least_transfers: number;
  readonly rule: string;
}

export interface EdgeReadiness {
  readonly edge: string;
  readonly owner: string;
  /** The one that was in force at the last attempt. */
  readonly mode: Mode;
  readonly state: 'ready' | 'not_ready' | 'enforced';
  /** What has to be seen to before it is ready; empty where it is. Told of an enforced one too: would it be ready. */
  readonly missing: readonly string[];
  /** How many versions of its contract judged them: of another one nothing is known. */
  readonly contracts: number;
  /** Attempts that were judged. */
  readonly transfers: number;
  /** Of these, without a whole history; and those that the engine could not decide. */
  readonly incomplete: number;
  readonly undecided: number;
  readonly would_block: {
    readonly transfers: number;
    /** By their findings' labels: one is right, all are wrong, or it is not known yet. */
    readonly right: number;
    readonly wrong: number;
    readonly unlabelled: number;
  };
  /** Handoffs stopped for nothing, of all that were judged. */
  readonly wrong_share: {
    readonly value: number | null;
    /** Of those that are known to be wrong: what is not labelled counts as right. */
    readonly interval: readonly [low: number, high: number] | null;
    /** The worst case: what is not labelled counts as wrong. */
    readonly worst_interval: readonly [low: number, high: number] | null;
  };
  readonly codes: readonly CodeReadiness[];
}

/** One code's findings on one edge. */
export interface CodeReadiness {
  readonly code: string;
  readonly findings: number;
  readonly right: number;
  readonly wrong: number;
  readonly unlabelled: number;
  /** The first of them, those without a label before the others; at most 20. */
  readonly refs: readonly FindingRef[];
}

/** A finding: what `edge-contracts judge` labels. */
export interface FindingRef {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  readonly constraint: string | null;
  /** Of the constraint, else the reason's own words. */
  readonly text: string;
  readonly label: 'right' | 'wrong' | null;
}
