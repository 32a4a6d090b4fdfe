import { verify } from 'node:crypto';
import { preAuthEncoding } from '@sigstore/core/dist/dsse.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { VerificationKey } from './attestation-key.js';
import type { OpenEnvelope } from './read-envelope.js';

/**
 * The ids of the known keys that signed: each once, however often it is given or signs. Every key is tried on every
 * signature, because a `keyid` in an envelope is nobody's word.
 *
 * @throws DiagnosticError `attestation.signature`, `attestation.unknown_key` where there are fewer than `threshold`.
 */
export function signersOf(
  envelope: OpenEnvelope,
  keys: readonly VerificationKey[],
  threshold: number,
): readonly string[] {
  const known = new Map(keys.map((key) => [key.keyid, key]));
  const pae = preAuthEncoding(envelope.payloadType, envelope.payload);
  const signers = [...known.values()].filter(({ key }) =>
    envelope.signatures.some(({ sig }) => verify(null, pae, key, sig)),
  );
  if (signers.length < threshold) throw unsigned(envelope, known, signers.length, threshold);
  return signers.map(({ keyid }) => keyid);
}

function unsigned(
  { signatures }: OpenEnvelope,
  known: ReadonlyMap<string, VerificationKey>,
  found: number,
  threshold: number,
): DiagnosticError {
  if (threshold > 1 && found > 0)
    return failure(
      'attestation.signature',
      `${found} of the known keys signed this, and ${threshold} have to`,
    );
  const strangers = signatures.every(({ keyid }) => keyid !== undefined && !known.has(keyid));
  if (strangers)
    return failure(
      'attestation.unknown_key',
      'this names another key than those that were given, and none of them signed it',
      {
        help: 'give the public key of whoever signed it, if you trust them',
      },
    );
  return failure('attestation.signature', 'no signature of a known key holds for this payload', {
    help: 'the attestation was changed, or another key signed it: ask for it again',
  });
}
