import { createHash, randomBytes } from 'node:crypto';
import type { SecretsKey } from '../config/hide-secrets.js';

const LEAST_BYTES = 16;

/**
 * The key by which secrets are digested. Without one, a random key of this process: what it reads can be compared with
 * what it read, and with nothing else.
 *
 * @throws TypeError for a key that could be guessed.
 */
export function secretsKey(bytes: Uint8Array | null): SecretsKey {
  if (bytes !== null && bytes.length < LEAST_BYTES)
    throw new TypeError(`a key for secrets has at least ${LEAST_BYTES} bytes`);
  const key = bytes === null ? randomBytes(32) : Uint8Array.from(bytes);
  // Names the key and tells nothing of it: 64 bits of a digest of at least 128.
  const id = createHash('sha256')
    .update('edge-contracts secrets key\n')
    .update(key)
    .digest('hex')
    .slice(0, 16);
  return { id, bytes: key };
}
