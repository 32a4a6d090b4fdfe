import type { Digest } from '../canonical/digest.js';
import {
  RUN_VERDICT_PREDICATE,
  type RunVerdictPredicate,
  type Statement,
  type Subject,
  type VerdictPredicate,
} from '../model/attestation.js';

/** The subjects that a statement has to have, no more and no less: they follow from its predicate. */
export function subjectsOf(statement: Statement): readonly Subject[] {
  return statement.predicateType === RUN_VERDICT_PREDICATE
    ? runSubjects(statement.predicate)
    : transferSubjects(statement.predicate);
}

/** The record, and the edge's contract where one decided. */
export function transferSubjects({ verdict }: VerdictPredicate): readonly Subject[] {
  const { run, hop, attempt, digest } = verdict.transfer;
  const record = subject(`run/${encodeURIComponent(run)}/hop/${hop}/attempt/${attempt}`, digest);
  if (verdict.contract === null) return [record];
  const { name, digest: semantic } = verdict.contract;
  return [record, subject(`edge/${encodeURIComponent(name)}`, semantic)];
}

/**
 * One digest for all records, and not one subject for each: who looks for a subject is satisfied with any of them, and
 * a run from which records were taken out would still be found.
 */
export function runSubjects({ verdict, records }: RunVerdictPredicate): readonly Subject[] {
  return [subject(`run/${encodeURIComponent(verdict.run)}`, records.digest)];
}

function subject(name: string, digest: Digest): Subject {
  return { name, digest: { sha256: digest.slice('sha256:'.length) } };
}
