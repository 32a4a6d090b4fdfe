import { generateKeyPairSync, sign } from 'node:crypto';
import { type AttestOptions, attestRunVerdict, attestVerdict } from '../../src/attestation/attest-verdict.js';
import {
  readSigningKey,
  readVerificationKey,
  type SigningKey,
} from '../../src/attestation/attestation-key.js';
import type { Digest } from '../../src/canonical/digest.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { type Envelope, PAYLOAD_TYPE } from '../../src/model/attestation.js';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';
import { recordDigest } from '../../src/model/record-digest.js';
import type { RunVerdict, Verdict } from '../../src/model/verdict.js';
import * as samples from '../model/samples.js';

export interface KeyPair {
  readonly pem: string;
  readonly pub: string;
  readonly signing: SigningKey;
  readonly verification: SigningKey;
}

/** A new Ed25519 key. */
export function newKey(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pub = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { pem, pub, signing: readSigningKey(pem), verification: readVerificationKey(pub) };
}

export const KEY: KeyPair = newKey();
export const OTHER_KEY: KeyPair = newKey();

export const BUNDLE: Digest = `sha256:${'b'.repeat(64)}`;

export const transfer: TransferRecord = samples.records.transfer;
export const records: readonly RunRecord[] = [samples.records.message, transfer, samples.records.closed];

/** The verdict on `transfer`. */
export const verdict: Verdict = {
  ...samples.verdict,
  transfer: { ...samples.verdict.transfer, digest: recordDigest(transfer) },
  contract: { ...samples.verdict.contract, name: 'a--b', bundle: BUNDLE },
};

export const runVerdict: RunVerdict = samples.runVerdict;

export function attested(changed: Partial<Verdict> = {}, options: Partial<AttestOptions> = {}): Envelope {
  return attestVerdict({ ...verdict, ...changed }, { key: KEY.signing, ...options });
}

export function attestedRun(changed: Partial<RunVerdict> = {}, of: readonly RunRecord[] = records): Envelope {
  return attestRunVerdict({ ...runVerdict, ...changed }, { key: KEY.signing, bundle: BUNDLE, records: of });
}

export function payloadOf({ payload }: Envelope): Record<string, unknown> {
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Record<string, unknown>;
}

/** The encoding that is signed, written from the specification and not with the library. */
export function plainPae(type: string, body: Uint8Array): Buffer {
  const bytes = Buffer.from(type);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${bytes.length} `),
    bytes,
    Buffer.from(` ${body.length} `),
    Buffer.from(body),
  ]);
}

/** An envelope around any bytes, properly signed: what only somebody with the key can make. */
export function signedBytes(
  body: Uint8Array | string,
  {
    key = KEY,
    type = PAYLOAD_TYPE,
    pae = plainPae,
  }: { key?: KeyPair; type?: string; pae?: typeof plainPae } = {},
): Envelope {
  const payload = Buffer.from(body);
  const sig = sign(null, pae(type, payload), key.signing.key).toString('base64');
  const keyid = key.signing.keyid;
  return {
    payloadType: type as typeof PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig }],
  };
}

/** The code that a call ends with; null where it ends well. */
export function codeOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.code;
  }
}
