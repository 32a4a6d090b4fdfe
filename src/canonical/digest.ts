import { hash } from 'node:crypto';
import { withCanonicalBytes } from './canonical-json.js';
import type { JsonValue } from './json-value.js';

/** `sha256:` and 64 lower-case hexadecimal digits. */
export type Digest = `sha256:${string}`;

/** SHA-256 of bytes, or of a text's UTF-8 bytes. */
export function digestBytes(bytes: Uint8Array | string): Digest {
  // At once: an object that hashes in parts takes three times as long for the short texts that most are.
  return `sha256:${hash('sha256', bytes, 'hex')}`;
}

/** SHA-256 of a value's canonical JSON (RFC 8785): equal for equal values, whatever their key order. */
export function digestValue(value: JsonValue): Digest {
  return withCanonicalBytes(value, digestBytes);
}
