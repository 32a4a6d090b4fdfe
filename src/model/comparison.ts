import type { Rate } from './carry.js';
import type { ScoreClass } from './score.js';

export const COMPARISON_SCHEMA = 'edge-contracts/comparison/v1';

/** Two sets of runs, rate by rate: `compare --json`. */
export interface CarryComparison {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly generated_at: string;
  /** `LOWER_BOUND`. */
  readonly note: string;
  /** How the intervals are made, and what they take for granted. */
  readonly method: string;
  readonly before: ComparedSet;
  readonly after: ComparedSet;
  readonly classes: readonly ClassChange[];
  /** Constraints that crossed with no fault, of those held. */
  readonly intact: ChangeTwice;
  /** The same of those carried: what arrived, and arrived whole. */
  readonly intact_of_carried: ChangeTwice;
  /** Constraints by edge; those that changed beyond chance first. */
  readonly edges: readonly EdgeChange[];
  /** Why the two may not be comparable. */
  readonly warnings: readonly ComparisonWarning[];
}

export interface ComparedSet {
  /** What it was read from. */
  readonly name: string;
  readonly simulated: 'all' | 'some' | 'none';
  readonly runs: number;
  readonly transfers: number;
  /** First attempts. */
  readonly first_attempts: number;
  /** Constraints held for each first attempt. */
  readonly held_per_transfer: number | null;
  /** Runs that are not scored as whole, and records that were left out. */
  readonly incomplete_runs: number;
  readonly skipped: number;
}

export interface ChangeTwice {
  readonly attempt_1: RateChange;
  readonly delivered: RateChange;
}

export interface ClassChange extends ChangeTwice {
  readonly class: ScoreClass;
}

export interface EdgeChange extends ChangeTwice {
  readonly edge: string;
  readonly in: 'both' | 'before' | 'after';
}

/** What is known of a difference at 95 %. `unknown`: nothing was held in one of the sets. */
export type ChangeWord = 'rose' | 'fell' | 'not_beyond_chance' | 'unknown';

export interface RateChange {
  readonly before: Rate;
  readonly after: Rate;
  /** After less before; null where nothing was held in one of them. */
  readonly difference: number | null;
  /** Newcombe, 95 %; where something is unresolved, of the worst and the best that it can come to. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly change: ChangeWord;
}

export interface ComparisonWarning {
  readonly code: 'edges_differ' | 'never_reported' | 'held_density' | 'edge_mix' | 'simulated' | 'incomplete';
  readonly message: string;
}
