import { sign } from 'node:crypto';
import { preAuthEncoding } from '@sigstore/core/dist/dsse.js';
import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonValue } from '../canonical/json-value.js';
import { type Envelope, PAYLOAD_TYPE, type Statement } from '../model/attestation.js';
import type { SigningKey } from './attestation-key.js';

/** The statement as canonical JSON, signed. The same statement and key give the same bytes. */
export function signStatement(statement: Statement, { key, keyid }: SigningKey): Envelope {
  const payload = Buffer.from(canonicalJson(statement as unknown as JsonValue));
  const sig = sign(null, preAuthEncoding(PAYLOAD_TYPE, payload), key);
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig: sig.toString('base64') }],
  };
}
