import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { type Envelope, PAYLOAD_TYPE } from '../model/attestation.js';
import { readJson } from '../record/read-json.js';
import { decodeBase64 } from './base64.js';
import { schemaFault } from './schema-fault.js';

/** An envelope whose texts were decoded. Nothing of it is verified yet. */
export interface OpenEnvelope {
  readonly payloadType: typeof PAYLOAD_TYPE;
  readonly payload: Buffer;
  readonly signatures: readonly OpenSignature[];
}

export interface OpenSignature {
  readonly keyid: string | undefined;
  readonly sig: Buffer;
}

/** Of one envelope. A verdict has at most some hundreds of kilobytes. */
export const MAX_ENVELOPE_BYTES: number = 16 * 1024 * 1024;

/**
 * Reads one envelope strictly.
 *
 * @throws DiagnosticError `attestation.malformed`, `attestation.payload_type`
 */
export function readEnvelope(input: Uint8Array | string | Envelope): OpenEnvelope {
  const value = parsed(input);
  if (
    isJsonObject(value) &&
    typeof value['payloadType'] === 'string' &&
    value['payloadType'] !== PAYLOAD_TYPE
  )
    throw failure('attestation.payload_type', `expected the payload type \`${PAYLOAD_TYPE}\`, found another`);
  const fault = schemaFault('attestation', value);
  if (fault !== null) throw malformed(`this is no DSSE envelope: ${fault}`);
  const { payload, signatures } = value as unknown as Envelope;
  return {
    payloadType: PAYLOAD_TYPE,
    payload: decoded(payload, 'payload'),
    signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: decoded(sig, 'sig') })),
  };
}

function parsed(input: Uint8Array | string | Envelope): JsonValue {
  const isText = typeof input === 'string' || input instanceof Uint8Array;
  const reading = readJson(isText ? input : textOf(input), { maxBytes: MAX_ENVELOPE_BYTES });
  if ('code' in reading) throw malformed(`this is no DSSE envelope: ${reading.message}`);
  return reading.value;
}

/** By way of its text, so that a value in memory is read no less strictly than a file. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

function decoded(text: string, member: string): Buffer {
  const bytes = decodeBase64(text);
  if (bytes === null) throw malformed(`\`${member}\` is not base64 in its one form`);
  return bytes;
}

/** What cannot be read as an attestation. */
export function malformed(message: string): DiagnosticError {
  return failure('attestation.malformed', message);
}
