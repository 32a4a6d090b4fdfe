import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readSigningKey,
  readVerificationKey,
  type SigningKey,
  type VerificationKey,
} from '../../src/attestation/attestation-key.js';

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A folder for one test, gone after it. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function newKeys(): { readonly signing: SigningKey; readonly verification: VerificationKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signing: readSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    verification: readVerificationKey(publicKey.export({ type: 'spki', format: 'pem' })),
  };
}
