import type { Alert, AlertKind } from './alert.js';
import type { MonitorSetting } from './bundle.js';
import type { ComposedCount, Skipped } from './carry.js';
import type { OverrideSetting } from './ledger.js';

export const EDGE_STATUS_SCHEMA = 'edge-contracts/edge-status/v1';
export const EDGE_LIST_SCHEMA = 'edge-contracts/edge-list/v1';

/**
 * `too_few`: too few were held in the window to tell a rate. `firing`: an alert of it was told and is not over, or is
 * about to be told. `resolved`: it was over less than a window ago. `no_handoffs`: the ledger has none of this edge.
 */
export type EdgeState = 'ok' | 'too_few' | 'firing' | 'resolved' | 'no_handoffs';

/** All that an alert holds but what makes it an alert. */
export type EdgeNow = Omit<
  Alert,
  'schema' | 'id' | 'kind' | 'severity' | 'state' | 'simulated' | 'partly_simulated'
>;

/** One edge as it stands: `edges show --json`, and a line of `edges list --json`. */
export interface EdgeStatus {
  readonly schema: typeof EDGE_STATUS_SCHEMA;
  /** RFC 3339. */
  readonly generated_at: string;
  /** The lower end of what was asked for; null: the last window. */
  readonly since: string | null;
  readonly state: EdgeState;
  /** Does its contract have its rate watched. */
  readonly watched: boolean;
  readonly setting: MonitorSetting;
  /** All that is shown was made up by a simulation. */
  readonly simulated: boolean;
  /** Some of it. */
  readonly partly_simulated?: true;
  readonly alerts: readonly EdgeAlert[];
  readonly now: EdgeNow;
  /** Attempts of what is shown that the gate composed, by override, most first: at most 20, the others as one. */
  readonly composed: readonly ComposedCount[];
  /** The rate along what is kept, oldest first: at most 60 points; null where nothing was held. */
  readonly trend: readonly (number | null)[];
  readonly overrides: readonly ActiveOverride[];
  /** What was left out, and why. */
  readonly skipped: readonly Skipped[];
}

/** An alert that was told and is not over, or that would be told now. */
export interface EdgeAlert {
  readonly kind: AlertKind;
  /** Null where it was not told yet: no monitor runs, or it is about to. */
  readonly id: string | null;
  readonly severity: Alert['severity'];
  readonly since: string;
  readonly acknowledged_by: string | null;
  readonly silenced: boolean;
}

export interface ActiveOverride {
  readonly id: string;
  readonly set: OverrideSetting;
  readonly by: string;
  readonly reason: string;
  readonly at: string;
  readonly until: string | null;
}

/** `edges list --json`. */
export interface EdgeList {
  readonly schema: typeof EDGE_LIST_SCHEMA;
  readonly generated_at: string;
  /** Firing first, then by name. */
  readonly edges: readonly EdgeStatus[];
  readonly skipped: readonly Skipped[];
}
