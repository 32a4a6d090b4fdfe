import type { Digest } from '../canonical/digest.js';
import type { Modality } from './constraint.js';
import type { ScoreClass } from './score.js';
import type { Mode } from './severity.js';
import type { ViolationCause } from './verdict.js';

export const ALERT_SCHEMA = 'edge-contracts/alert/v1';

/**
 * `carry_rate`: an edge's rate fell below its contract's threshold. `violated`: what a constraint forbids has
 * happened, or what it requires has not. `no_records`: an edge that had transfers has none any more. `held_fell`: senders hold far fewer
 * constraints per transfer than before, as when an extractor is dead, which makes an edge look green.
 */
export type AlertKind = 'carry_rate' | 'violated' | 'no_records' | 'held_fell';

export type AlertState = 'firing' | 'resolved';

/** The one document of an alert, whichever way it goes out: what somebody at three in the morning needs. */
export interface Alert {
  readonly schema: typeof ALERT_SCHEMA;
  /**
   * `<edge>/<class>/<time at which it began to fire>`, and for kinds other than `carry_rate` the kind in place of the
   * class; stays the same until it is resolved.
   */
  readonly id: string;
  readonly kind: AlertKind;
  readonly severity: 'page' | 'ticket';
  readonly state: AlertState;
  readonly edge: string;
  readonly owner: string | null;
  readonly class: ScoreClass;
  readonly rate: AlertRate;
  /** The contract's `below`; a rate in 0..1. Null where no contract has the edge watched: then no rate fires. */
  readonly threshold: number | null;
  readonly window: AlertWindow;
  readonly mode: Mode;
  /** In the window: attempts that were blocked, and faulty ones that crossed. */
  readonly blocked: number;
  readonly let_through: number;
  readonly violated: number;
  /** With `violated`: those that are told for the first time, at most 100; else those of the window, at most 20. */
  readonly violations: readonly AlertViolation[];
  readonly rescue: AlertRescue;
  /** By count, largest first, at most 20. */
  readonly faults: readonly AlertFault[];
  /** The first bad transfer in the window. */
  readonly first: TransferAt | null;
  readonly changed_in_window: readonly AlertChange[];
  readonly contract: { readonly digest: Digest | null; readonly changed_at: string | null };
  readonly data: AlertData;
  /** Commands, ready to be typed. */
  readonly next: readonly string[];
  readonly runbook: string | null;
  /** All that it is about was made up by a simulation. */
  readonly simulated?: true;
  /** Some of it. What happened is named before it. */
  readonly partly_simulated?: true;
}

export interface AlertRate {
  readonly carried: number;
  readonly held: number;
  /** carried / held; null where nothing was held. */
  readonly value: number | null;
  /** Wilson, 95 %; `[0, 1]` where nothing was held. */
  readonly interval: readonly [low: number, high: number];
  /** Unresolved: the rate lies between carried / held and (carried + this) / held. */
  readonly needs_review: number;
  /** Carried, and with no fault. */
  readonly intact: number;
}

/** A transfer, and when it was recorded by its sender. */
export interface TransferAt {
  readonly run: string;
  readonly hop: number;
  readonly at: string;
}

export interface AlertWindow {
  /** First attempts in it. */
  readonly transfers: number;
  readonly from: TransferAt | null;
  readonly to: TransferAt | null;
  /** The same count of transfers before it. */
  readonly before: { readonly carried: number; readonly held: number };
}

/** A constraint that was violated, and where it was lost. */
export interface AlertViolation {
  readonly run: string;
  readonly constraint: string;
  readonly text: string;
  readonly modality: Modality;
  readonly cause: ViolationCause | null;
  /** Who did it. */
  readonly by: string;
  readonly at: string;
  /** `transmission`: the hop at which it was lost. `reasoning`: the hop by which the actor had its task. */
  readonly hop: number | null;
}

/** Runs that are open and have lost a constraint that nothing has violated yet. */
export interface AlertRescue {
  readonly open_runs: number;
  /** At most 20. */
  readonly runs: readonly string[];
  readonly ends_by: string;
}

export interface AlertFault {
  readonly code: string;
  readonly count: number;
  readonly constraints: readonly {
    readonly text: string;
    readonly modality: Modality;
    readonly count: number;
  }[];
}

export interface AlertChange {
  readonly what: 'sender.revision' | 'contract.digest' | 'override';
  readonly from: string | null;
  readonly to: string | null;
  readonly at: string;
}

export interface AlertData {
  readonly transfers_per_min: number | null;
  readonly held_per_transfer: number;
  readonly held_per_transfer_before: number | null;
  readonly incomplete_runs: number;
  readonly skipped: number;
  readonly last_record_age_s: number | null;
}
