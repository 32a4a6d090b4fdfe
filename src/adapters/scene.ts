import { acceptedByRun } from '../constraint/judge-evidence.js';
import type { ConstraintMatcher } from '../constraint/matcher.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { ConfigReading } from '../model/config.js';
import type { SchemaFault } from '../model/facts.js';
import type { Discharge } from '../model/payload.js';
import type { TransferRecord } from '../model/record.js';
import type { Evidence, PayloadView, StatedConstraint, TransferContext } from '../model/transfer-context.js';
import type { DetailsCheck } from './side-effects/details-faults.js';

/** All that the collectors of one transfer attempt look at. Read only. */
export interface TransferScene {
  readonly context: TransferContext;
  readonly transfer: TransferRecord;
  readonly payload: PayloadView;
  readonly edge: EdgeManifest;
  readonly matcher: ConstraintMatcher;
  readonly payloadErrors: readonly SchemaFault[];
  readonly detailsOf: DetailsCheck;
  readonly discharges: DischargeView;
  /** The constraints that bind the sender; without those that this transfer closes rightfully. */
  readonly live: readonly StatedConstraint[];
  /** By source; one that is not there is looked up in the run's records. */
  readonly readings: ReadonlyMap<string, LiveReading>;
}

/** What was read of one source for one transfer attempt. */
export interface LiveReading {
  readonly live: ConfigReading;
  /** Where the contract's baseline is not `previous`. */
  readonly baseline?: ConfigReading;
}

export const NO_READINGS: ReadonlyMap<string, LiveReading> = new Map();

/** The payload's discharges beside what the run knows of each. */
export interface DischargeView {
  readonly entries: readonly DischargeEntry[];
  /** Indexes in `payload.discharged`, by constraint. */
  readonly byConstraint: ReadonlyMap<string, readonly number[]>;
  /** Ids of constraints that the run takes for closed by this transfer. */
  readonly accepted: ReadonlySet<string>;
}

export interface DischargeEntry {
  readonly discharge: Discharge;
  /** Null where the run does not know it, or it is not live on the sender's side. */
  readonly stated: StatedConstraint | null;
  readonly evidence: Evidence | null;
  /** The record that states the constraint. */
  readonly statement: Evidence | null;
}

const NO_DISCHARGES: DischargeView = { entries: [], byConstraint: new Map(), accepted: new Set() };

/** Look up once what several fact kinds need: who discharges what, and does the run accept it. */
export function dischargeView(
  context: TransferContext,
  transfer: TransferRecord,
  payload: PayloadView,
  edge: Pick<EdgeManifest, 'policies'>,
): DischargeView {
  const claims = payload.discharged;
  if (claims === undefined || claims.length === 0) return NO_DISCHARGES;
  const closable = closableConstraints(context);
  const entries: DischargeEntry[] = [];
  const byConstraint = new Map<string, number[]>();
  const accepted = new Set<string>();
  for (const [index, discharge] of claims.entries()) {
    const stated = closable.get(discharge.constraint) ?? null;
    const evidence = context.evidence(discharge.evidence);
    const record = stated?.record ?? null;
    const statement = record === null ? null : context.evidence(record);
    entries.push({ discharge, stated, evidence, statement });
    const indexes = byConstraint.get(discharge.constraint);
    if (indexes === undefined) byConstraint.set(discharge.constraint, [index]);
    else indexes.push(index);
    const closes = acceptedByRun(
      stated ?? undefined,
      discharge,
      evidence,
      edge.policies,
      transfer.from,
      transfer.hop,
      statement,
    );
    if (closes) accepted.add(discharge.constraint);
  }
  return { entries, byConstraint, accepted };
}

/**
 * What a sender can close: what it holds, what an ancestor lost on the way to it, and a task's constraint that has
 * just lapsed (to report it done is no fault). Not what was stated to another branch only, nor what is closed.
 */
function closableConstraints(context: TransferContext): Map<string, StatedConstraint> {
  const closable = new Map<string, StatedConstraint>();
  for (const list of [context.lapsed, context.upstream, context.held]) {
    for (const stated of list) closable.set(stated.constraint.id, stated);
  }
  return closable;
}
