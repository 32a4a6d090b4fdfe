import type { Comparisons } from '../attestation/compare-statement.js';
import type { VerifiedAttestation } from '../attestation/verify-attestation.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { VERDICT_PREDICATE } from '../model/attestation.js';
import type { Mode } from '../model/severity.js';
import type { Decision } from '../model/verdict.js';

export const VERIFICATION_SCHEMA = 'edge-contracts/verification/v1';

/** `schemas/verification.schema.json`. */
export interface VerificationDocument {
  readonly schema: typeof VERIFICATION_SCHEMA;
  readonly attestations: readonly VerifiedLine[];
  /** Handoffs and runs of the given records that no attestation which holds is about. */
  readonly missing: readonly Unattested[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One attestation of the file. */
export interface VerifiedLine {
  /** From 1. */
  readonly line: number;
  readonly outcome: 'verified' | 'refused';
  /** Null where it was refused: what it says is then nobody's word. */
  readonly attested: Attested | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Attested {
  readonly kind: 'transfer' | 'run';
  readonly run: string;
  readonly hop: number | null;
  readonly attempt: number | null;
  readonly edge: string | null;
  readonly decision: Decision;
  readonly mode: Mode;
  readonly action: Decision;
  readonly engine: string;
  readonly signed_at: string | null;
  /** Ids of the known keys that signed. */
  readonly keys: readonly string[];
  readonly compared: Comparisons;
}

/** A handoff attempt; a run where hop and attempt are null. */
export interface Unattested {
  readonly run: string;
  readonly hop: number | null;
  readonly attempt: number | null;
}

/** What a verified attestation says, in short. */
export function attestedOf({ statement, keys, compared }: VerifiedAttestation): Attested {
  const { verdict, engine, signed_at } = statement.predicate;
  const { decision, mode, action } = verdict;
  const said = { decision, mode, action, engine, signed_at, keys, compared };
  if (statement.predicateType !== VERDICT_PREDICATE)
    return {
      kind: 'run',
      run: statement.predicate.verdict.run,
      hop: null,
      attempt: null,
      edge: null,
      ...said,
    };
  const { run, hop, attempt, edge } = statement.predicate.verdict.transfer;
  return { kind: 'transfer', run, hop, attempt, edge, ...said };
}
