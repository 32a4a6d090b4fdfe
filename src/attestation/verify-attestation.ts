import type { Digest } from '../canonical/digest.js';
import type { Envelope, Statement } from '../model/attestation.js';
import type { Manifest } from '../model/bundle.js';
import type { RunRecord } from '../model/record.js';
import type { VerificationKey } from './attestation-key.js';
import { type Comparisons, compareStatement } from './compare-statement.js';
import { readEnvelope } from './read-envelope.js';
import { readStatement } from './read-statement.js';
import { signersOf } from './signers-of.js';

export interface VerifyOptions {
  /** At least one of these has to have signed. `readVerificationKey` makes one. */
  readonly keys: readonly VerificationKey[];
  /** How many different ones of them have to have signed; 1 unless given. */
  readonly threshold?: number;
  /** The records that the verdict has to be about: the transfer, or whole runs. */
  readonly records?: readonly RunRecord[];
  /** Of the contracts that have to have decided. */
  readonly manifest?: Manifest;
  /** Of the bytes of the bundle that has to have decided. */
  readonly bundle?: Digest;
  /** What it has to be about, by name. */
  readonly expected?: Expected;
}

export interface Expected {
  readonly kind?: 'transfer' | 'run';
  readonly run?: string;
  readonly hop?: number;
  readonly attempt?: number;
  readonly edge?: string;
  /** The edge's semantic digest. */
  readonly contract?: Digest;
}

/** An attestation that holds. What it says is true as far as its signer is to be trusted. */
export interface VerifiedAttestation {
  readonly statement: Statement;
  /** The ids of the known keys that signed it. */
  readonly keys: readonly string[];
  /** What else was verified, and what nobody asked for. */
  readonly compared: Comparisons;
}

/**
 * Verifies an attestation: that a known key signed it, that it says one thing, and that it is about what is expected.
 * Nothing of a payload is read before its signature was verified.
 *
 * @throws DiagnosticError `attestation.*`, with the first thing that does not hold.
 * @throws TypeError where no key is given, or `threshold` is no whole number from 1.
 */
export function verifyAttestation(
  input: Uint8Array | string | Envelope,
  options: VerifyOptions,
): VerifiedAttestation {
  const { keys: known, threshold = 1 } = options;
  if (known.length === 0) throw new TypeError('without a key nothing can be verified');
  if (!Number.isInteger(threshold) || threshold < 1) throw new TypeError('`threshold` has to be 1 or more');
  const envelope = readEnvelope(input);
  const keys = signersOf(envelope, known, threshold);
  const statement = readStatement(envelope.payload);
  return { statement, keys, compared: compareStatement(statement, options) };
}
