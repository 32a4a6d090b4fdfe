import type { StatedConstraint } from '../model/transfer-context.js';
import type { ViolationCause } from '../model/verdict.js';

/** A live constraint that was broken: an effect that it forbids was observed, or the run closed without one it requires. */
export interface Violation {
  readonly constraint: StatedConstraint;
  readonly kind: 'forbidden_effect' | 'unmet_requirement';
  /** `transmission`: what the agent last received did not hold it whole. `reasoning`: it arrived whole. */
  readonly cause: ViolationCause;
  /** Who had the effect; for an unmet requirement the receiver of the run's last delivered transfer. */
  readonly agent: string;
  /** The effect's record; null for an unmet requirement. */
  readonly effect: string | null;
  /** The place of the effect's record, or of the closing one, in the run's file, from 0. */
  readonly order: number;
  /** RFC 3339. */
  readonly at: string;
  /** The last transfer delivered to the agent before that; null where there was none. */
  readonly lastHop: number | null;
  /** That transfer's edge. */
  readonly edge: string | null;
  /** The hop at which it was lost or changed on the way to the agent; null where it was not, or never was on the way. */
  readonly brokenAt: number | null;
  readonly why: string;
}
