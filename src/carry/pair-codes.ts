import type { EdgeManifest } from '../model/bundle.js';
import type { StatedBy } from '../model/constraint.js';
import type { ConstraintPair, DischargeFact, PairDifference } from '../model/facts.js';

/**
 * The codes of what is wrong with one constraint of a handoff, as `policies/edge_contracts/constraint.rego` judges it
 * at the severities that checks have by default. An audit of recorded runs has no policy to ask; with a contract both
 * have to say the same.
 *
 * @param accepts whose constraints the edge carries; undefined: everybody's
 */
export function pairCodes(pair: ConstraintPair, accepts: readonly StatedBy[] | undefined): readonly string[] {
  const codes: string[] = [];
  const owed = accepts === undefined || accepts.includes(pair.stated_by);
  if (owed && pair.sent.length === 0 && pair.discharged.length === 0) {
    if (pair.standing === 'held') codes.push('constraint.dropped');
    if (pair.standing === 'upstream') codes.push('constraint.lost_upstream');
  }
  changed(pair.differs, codes);
  if (pair.sent.length > 0 && pair.discharged.length > 0) codes.push('constraint.discharged_and_carried');
  if (pair.sent.length > 1) codes.push('constraint.duplicated');
  if (pair.standing === 'closed' && pair.sent.length > 0) codes.push('constraint.stale');
  if (pair.standing === 'unknown') codes.push('constraint.invented');
  if (isForgotten(pair)) codes.push('constraint.forgotten');
  return codes;
}

function changed(differs: PairDifference, codes: string[]): void {
  const { modality, hedged, scope, text, forbids, requires, stated_by, stated_in } = differs;
  if (hedged || (modality?.sent === 'preference' && modality.held !== 'preference'))
    codes.push('constraint.weakened');
  if (modality?.held === 'preference') codes.push('constraint.strengthened');
  if (modality !== undefined && modality.held !== 'preference' && modality.sent !== 'preference')
    codes.push('constraint.modality_changed');
  if (scope !== undefined) codes.push(scope.held === 'run' ? 'constraint.narrowed' : 'constraint.widened');
  if (text !== undefined) codes.push('constraint.unresolved');
  if (forbids !== undefined || requires !== undefined) codes.push('constraint.retargeted');
  if (stated_by !== undefined || stated_in !== undefined) codes.push('constraint.reattributed');
}

/** Received, and gone from the sender's own list; what it discharges here, it may have taken out. */
function isForgotten({ standing, discharged, in_sender, origins }: ConstraintPair): boolean {
  if (standing !== 'held' || discharged.length > 0) return false;
  return in_sender === false && origins.includes('received');
}

/**
 * Is a discharge one that the run and the edge take.
 *
 * @param policies ids that may supersede
 * @param manifest the contract, which says who may discharge; null: nobody said
 */
export function isAccepted(
  { how, agent, by_sender, known, modality, stated_by, evidence }: DischargeFact,
  policies: readonly string[],
  manifest: Pick<EdgeManifest, 'discharge'> | null,
): boolean {
  if (!by_sender || !known) return false;
  if (manifest !== null && manifest.discharge[how]?.includes(agent) !== true) return false;
  switch (how) {
    case 'satisfied': {
      const done = evidence.kind === 'tool_call' || evidence.kind === 'effect';
      return modality !== 'prohibition' && done && evidence.succeeded && evidence.meets_requires;
    }
    case 'withdrawn':
      return stated_by === 'customer' && evidence.kind === 'message' && evidence.later && evidence.withdraws;
    case 'superseded':
      return stated_by === 'policy' && policies.includes(evidence.id);
    default:
      return false;
  }
}
