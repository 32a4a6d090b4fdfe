import type { Digest } from '../canonical/digest.js';
import type { Composed, RunVerdict, Verdict } from './verdict.js';

/** A DSSE envelope: what was signed, as bytes in base64, and who signed it. */
export interface Envelope {
  readonly payloadType: typeof PAYLOAD_TYPE;
  readonly payload: string;
  readonly signatures: readonly EnvelopeSignature[];
}

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export interface EnvelopeSignature {
  /** SHA-256 of the public key's SPKI DER, in hexadecimal. A hint, which nobody signed: nothing is decided by it. */
  readonly keyid?: string;
  /** Base64. */
  readonly sig: string;
}

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/**
 * URNs, not addresses: what is signed is read for years, and a host that somebody else holds by then could say
 * something else of it. They name a format and promise no page.
 */
export const VERDICT_PREDICATE = 'urn:edge-contracts:verdict:v1';
export const RUN_VERDICT_PREDICATE = 'urn:edge-contracts:run-verdict:v1';

/** An in-toto statement about one handoff attempt. Its subjects are the transfer record and the edge's contract. */
export interface VerdictStatement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly Subject[];
  readonly predicateType: typeof VERDICT_PREDICATE;
  readonly predicate: VerdictPredicate;
}

/** An in-toto statement about one run. Its subject is the run: all of its records, in their order. */
export interface RunVerdictStatement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly Subject[];
  readonly predicateType: typeof RUN_VERDICT_PREDICATE;
  readonly predicate: RunVerdictPredicate;
}

export type Statement = VerdictStatement | RunVerdictStatement;

export interface Subject {
  /** `run/RUN/hop/N/attempt/M`, `edge/EDGE` or `run/RUN`; names are percent-encoded. */
  readonly name: string;
  /** In hexadecimal. */
  readonly digest: { readonly sha256: string };
}

export interface VerdictPredicate extends Signed {
  readonly verdict: AttestedVerdict;
}

export interface RunVerdictPredicate extends Signed {
  readonly verdict: AttestedRunVerdict;
  /** All records of the run that were judged: how many, and `runDigest` of them. */
  readonly records: { readonly count: number; readonly digest: Digest };
}

export interface Signed {
  /** Of the bytes of the bundle that decided. */
  readonly bundle: Digest;
  /** Name and version of the engine that decided. */
  readonly engine: string;
  /** RFC 3339, by the signer's own clock; null where it told none. */
  readonly signed_at: string | null;
}

/**
 * What lies outside of a verdict's digested part (when, how fast, by which instance) is not attested. A composed payload
 * is by the digest of its transfer record, and is not told twice.
 */
export interface AttestedVerdict extends Omit<Verdict, 'measured' | 'composed'> {
  readonly composed?: Omit<Composed, 'payload'>;
}
export type AttestedRunVerdict = Omit<RunVerdict, 'measured'>;
