import type { Digest } from '../canonical/digest.js';
import {
  type Envelope,
  RUN_VERDICT_PREDICATE,
  type RunVerdictPredicate,
  type Signed,
  STATEMENT_TYPE,
  VERDICT_PREDICATE,
  type VerdictPredicate,
} from '../model/attestation.js';
import { isDateTime } from '../model/formats.js';
import type { RunRecord } from '../model/record.js';
import { runDigest } from '../model/record-digest.js';
import type { Composed, Measured, RunVerdict, Verdict } from '../model/verdict.js';
import type { SigningKey } from './attestation-key.js';
import { signStatement } from './sign-statement.js';
import { runSubjects, transferSubjects } from './subjects.js';

export interface AttestOptions {
  /** `readSigningKey` makes one. */
  readonly key: SigningKey;
  /** `gate.digest`. Needed where the verdict names no contract, and so no bundle. */
  readonly bundle?: Digest;
  /** RFC 3339. Not given: none is told, and the same verdict gives the same bytes. */
  readonly signedAt?: string;
}

export interface AttestRunOptions extends AttestOptions {
  readonly bundle: Digest;
  /** All records that the run verdict was judged on, in their order. */
  readonly records: readonly RunRecord[];
}

/**
 * Signs what was decided of one handoff attempt: a DSSE envelope with an in-toto statement about the transfer record
 * and the edge's contract.
 *
 * @throws TypeError where the verdict names no bundle and none is given, where the two differ, or `signedAt` is no time.
 */
export function attestVerdict(given: Verdict, options: AttestOptions): Envelope {
  const { measured, composed, ...judged } = given;
  const verdict = { ...judged, ...(composed === undefined ? {} : { composed: withoutPayload(composed) }) };
  const bundle = verdict.contract?.bundle ?? options.bundle;
  if (bundle === undefined) throw new TypeError('the verdict names no bundle: give `bundle`');
  if (options.bundle !== undefined && options.bundle !== bundle)
    throw new TypeError('the verdict was decided by another bundle than `bundle`');
  const predicate: VerdictPredicate = { verdict, ...signed(bundle, measured, options) };
  const subject = transferSubjects(predicate);
  return signStatement(
    { _type: STATEMENT_TYPE, subject, predicateType: VERDICT_PREDICATE, predicate },
    options.key,
  );
}

/**
 * Signs what was decided of a run: its subject is all of its records.
 *
 * @throws TypeError where a record is of another run, there is none, or `signedAt` is no time.
 */
export function attestRunVerdict({ measured, ...verdict }: RunVerdict, options: AttestRunOptions): Envelope {
  const { records, bundle } = options;
  if (records.length === 0 || records.some(({ run }) => run !== verdict.run))
    throw new TypeError('`records` has to hold the records of the run, and no others');
  const predicate: RunVerdictPredicate = {
    verdict,
    records: { count: records.length, digest: runDigest(records) },
    ...signed(bundle, measured, options),
  };
  const subject = runSubjects(predicate);
  return signStatement(
    { _type: STATEMENT_TYPE, subject, predicateType: RUN_VERDICT_PREDICATE, predicate },
    options.key,
  );
}

function signed(bundle: Digest, { decided_by: { gate } }: Measured, { signedAt }: AttestOptions): Signed {
  if (signedAt !== undefined && !isDateTime(signedAt)) throw new TypeError('`signedAt` has to be RFC 3339');
  return { bundle, engine: gate, signed_at: signedAt ?? null };
}

function withoutPayload({ patch, original }: Composed): Omit<Composed, 'payload'> {
  return { patch, original };
}
