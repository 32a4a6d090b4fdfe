import { matchesPattern } from '../model/effect-pattern.js';
import type { DischargeEvidence } from '../model/facts.js';
import type { Discharge } from '../model/payload.js';
import type { Evidence, StatedConstraint } from '../model/transfer-context.js';

/**
 * What the run's records say of the evidence that a discharge names. Nothing here says whether it is enough.
 *
 * @param constraint what was stated, with the record of its last statement; undefined where the run does not know it
 * @param evidence what the id names in the records before this transfer; null: nothing
 * @param statement the record that states the constraint last, where it is at hand: then "later" is the order of
 *   the file; without it, the time, and the same instant is not later
 */
export function judgeEvidence(
  constraint: StatedConstraint | undefined,
  discharge: Discharge,
  evidence: Evidence | null,
  statement: Evidence | null = null,
): DischargeEvidence {
  return {
    id: discharge.evidence,
    kind: evidence?.kind ?? null,
    succeeded: evidence !== null && isDone(evidence),
    later: constraint !== undefined && evidence !== null && isLater(constraint, evidence, statement),
    withdraws: evidence?.kind === 'message' && evidence.withdraws.includes(discharge.constraint),
    meets_requires: constraint !== undefined && meetsRequires(constraint, evidence),
  };
}

/**
 * Does the run take a constraint for closed by this discharge: on evidence alone. Whether that agent may is the
 * contract's, and is judged on its own edge.
 *
 * A prohibition is never satisfied. A customer's constraint is withdrawn by a message later than its last statement; a policy's is
 * superseded by a policy that the contract lists. What shows that a requirement is met may be older than it: the
 * refund that is asked for can have been made already.
 */
export function acceptedByRun(
  constraint: StatedConstraint | undefined,
  discharge: Discharge,
  evidence: Evidence | null,
  policies: readonly string[],
  from: string,
  hop: number,
  statement: Evidence | null = null,
): boolean {
  if (constraint === undefined) return false;
  if (discharge.by.agent !== from || discharge.by.hop !== hop) return false;
  const { modality, stated_by } = constraint.constraint;
  const judged = judgeEvidence(constraint, discharge, evidence, statement);
  switch (discharge.how) {
    case 'satisfied':
      return modality !== 'prohibition' && judged.succeeded && judged.meets_requires;
    case 'withdrawn':
      return stated_by === 'customer' && judged.withdraws && judged.later;
    case 'superseded':
      return stated_by === 'policy' && policies.includes(discharge.evidence);
    default:
      // A payload is anybody's text: a word that we do not know closes nothing.
      return false;
  }
}

function isDone(evidence: Evidence): boolean {
  return evidence.kind === 'effect' || (evidence.kind === 'tool_call' && evidence.succeeded);
}

function isLater(constraint: StatedConstraint, evidence: Evidence, statement: Evidence | null): boolean {
  // A standing constraint was there before the run.
  if (constraint.record === null) return true;
  if (evidence.id === constraint.record) return false;
  if (statement !== null) return evidence.order > statement.order;
  return Date.parse(evidence.at) > Date.parse(constraint.at);
}

function meetsRequires(constraint: StatedConstraint, evidence: Evidence | null): boolean {
  const { requires } = constraint.constraint;
  if (requires === undefined || requires.length === 0) return true;
  const effect = evidence?.kind === 'effect' ? evidence.effect : null;
  return effect !== null && requires.some((pattern) => matchesPattern(pattern, effect));
}
