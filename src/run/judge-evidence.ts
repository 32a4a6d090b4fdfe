import { matchesPattern } from '../model/effect-pattern.js';
import type { DischargeEvidence } from '../model/facts.js';
import type { Discharge } from '../model/payload.js';
import type { Evidence, StatedConstraint } from '../model/transfer-context.js';

/** What the run's records say about the evidence of a discharge. */
export interface EvidenceBook {
  /** What an id names in the records so far; null: nothing. */
  evidence(id: string): Evidence | null;
}

/**
 * A discharge's evidence next to what the run's records say. `stated` is the constraint's first statement, null
 * where the run does not know the constraint: then nothing about it can be shown.
 */
export function judgeEvidence(
  book: EvidenceBook,
  stated: StatedConstraint | null,
  discharge: Pick<Discharge, 'constraint' | 'evidence'>,
): DischargeEvidence {
  const found = book.evidence(discharge.evidence);
  return {
    id: discharge.evidence,
    kind: found?.kind ?? null,
    succeeded: found?.succeeded === true && (found.kind === 'tool_call' || found.kind === 'effect'),
    later: found !== null && stated !== null && found.order > statedOrder(book, stated),
    withdraws: found?.kind === 'message' && found.withdraws.includes(discharge.constraint),
    meets_requires: stated !== null && meetsRequires(stated, found),
  };
}

/** A standing constraint was there before the run: every record is later. */
function statedOrder(book: EvidenceBook, stated: StatedConstraint): number {
  return stated.record === null ? -1 : (book.evidence(stated.record)?.order ?? -1);
}

function meetsRequires(stated: StatedConstraint, found: Evidence | null): boolean {
  const requires = stated.constraint.requires ?? [];
  const effect = found?.effect ?? null;
  return (
    requires.length === 0 || (effect !== null && requires.some((wanted) => matchesPattern(wanted, effect)))
  );
}
