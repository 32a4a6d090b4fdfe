import type { DischargeEvidence } from '../model/facts.js';
import type { Discharge } from '../model/payload.js';
import type { TransferRecord } from '../model/record.js';
import type { EdgeTerms, StatedConstraint } from '../model/transfer-context.js';

/**
 * Does the run accept a discharge: on its evidence alone. Whether that agent may is its contract's, and is
 * judged on its own edge. A requirement or preference is satisfied by a tool call that succeeded or an effect
 * (one that matches, where it says which); a customer's constraint is withdrawn by a later message; a policy's
 * is superseded by a policy that the contract lists. A prohibition is never satisfied.
 */
export function acceptedByRun(
  discharge: Discharge,
  stated: StatedConstraint | null,
  evidence: DischargeEvidence,
  transfer: Pick<TransferRecord, 'from' | 'hop'>,
  terms: Pick<EdgeTerms, 'policies'> | null,
): boolean {
  if (stated === null) return false;
  if (discharge.by.agent !== transfer.from || discharge.by.hop !== transfer.hop) return false;
  const { modality, stated_by } = stated.constraint;
  switch (discharge.how) {
    case 'satisfied':
      return modality !== 'prohibition' && evidence.succeeded && evidence.meets_requires;
    case 'withdrawn':
      return stated_by === 'customer' && evidence.withdraws && evidence.later;
    case 'superseded':
      return stated_by === 'policy' && (terms?.policies.includes(discharge.evidence) ?? false);
    default:
      return false; // a payload may say anything: an unknown word closes nothing
  }
}
