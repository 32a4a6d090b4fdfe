import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';

/** A private Ed25519 key, to sign with. */
export interface SigningKey {
  /** SHA-256 of the public key's SPKI DER, in hexadecimal. */
  readonly keyid: string;
  readonly key: KeyObject;
}

/** A public Ed25519 key, to verify with. */
export type VerificationKey = SigningKey;

/** Far more than a key needs: whatever is longer is another file. */
const MOST_CHARACTERS = 16 * 1024;

/**
 * Reads a private Ed25519 key: PKCS#8 in PEM, not encrypted. What is thrown never holds a part of the text, and no cause.
 *
 * @throws DiagnosticError `attestation.key_*`
 */
export function readSigningKey(pem: string | Uint8Array): SigningKey {
  const { text, label } = pemOf(pem);
  if (label.endsWith('PUBLIC KEY') || label === 'CERTIFICATE') throw publicKey();
  if (label !== 'PRIVATE KEY') throw otherType(label);
  return keyOf(() => createPrivateKey({ key: text, format: 'pem' }));
}

/**
 * Reads a public Ed25519 key: SPKI in PEM. A private one is refused, though it holds the public one: who verifies must
 * not have it.
 *
 * @throws DiagnosticError `attestation.key_*`
 */
export function readVerificationKey(pem: string | Uint8Array): VerificationKey {
  const { text, label } = pemOf(pem);
  if (label.endsWith('PRIVATE KEY')) throw privateKey();
  if (label !== 'PUBLIC KEY') throw otherType(label);
  return keyOf(() => createPublicKey({ key: text, format: 'pem' }));
}

function keyOf(create: () => KeyObject): SigningKey {
  const key = created(create);
  if (key.asymmetricKeyType !== 'ed25519') throw otherType(key.asymmetricKeyType ?? 'unknown');
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return { key, keyid: createHash('sha256').update(spki).digest('hex') };
}

function created(create: () => KeyObject): KeyObject {
  try {
    return create();
  } catch {
    throw malformed('its content is damaged');
  }
}

function pemOf(pem: string | Uint8Array): { readonly text: string; readonly label: string } {
  const text = typeof pem === 'string' ? pem : Buffer.from(pem).toString('latin1');
  if (text.length > MOST_CHARACTERS) throw malformed('it is too long to be one');
  const labels = [...text.matchAll(/^-----BEGIN ([A-Z0-9 ]{1,40})-----/gm)].map(([, label = '']) => label);
  const [label] = labels;
  if (label === undefined) throw malformed('it has no line `-----BEGIN … KEY-----`');
  if (labels.length > 1) throw malformed('it holds more than one');
  if (label.startsWith('ENCRYPTED') || text.includes('Proc-Type: 4,ENCRYPTED')) throw encrypted();
  return { text, label };
}

function malformed(why: string): DiagnosticError {
  return failure('attestation.key_malformed', `this is no key in PEM: ${why}`, {
    help: 'make one with `openssl genpkey -algorithm ed25519`',
  });
}

function encrypted(): DiagnosticError {
  return failure(
    'attestation.key_encrypted',
    'the key is encrypted, and there is nobody to ask for its password',
    {
      help: 'decrypt it with `openssl pkey` into a file that only its owner can read, or hand it over as `env:NAME`',
    },
  );
}

function otherType(type: string): DiagnosticError {
  return failure('attestation.key_type', `expected an Ed25519 key, found ${type}`, {
    help: 'make one with `openssl genpkey -algorithm ed25519`',
  });
}

function publicKey(): DiagnosticError {
  return failure('attestation.key_public', 'this is a public key, and only a private one can sign', {
    help: 'name the file of the private key',
  });
}

function privateKey(): DiagnosticError {
  return failure(
    'attestation.key_private',
    'this is a private key, and only the public one is needed to verify',
    {
      help: 'ask the signer for the public key: `openssl pkey -in FILE -pubout`',
    },
  );
}
