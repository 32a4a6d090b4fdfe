import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { readSigningKey, readVerificationKey } from '../../src/attestation/attestation-key.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { codeOf, KEY, OTHER_KEY } from './support.js';

const PEM = { type: 'pkcs8', format: 'pem' } as const;
const SPKI = { type: 'spki', format: 'pem' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed448 = generateKeyPairSync('ed448');
const x25519 = generateKeyPairSync('x25519');
const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
const encrypted = KEY.signing.key.export({ ...PEM, ...cipher }).toString();
const legacy = rsa.privateKey.export({ type: 'pkcs1', format: 'pem', ...cipher }).toString();
const openssh = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const damaged = KEY.pem.replace(/\n.{10}/, '\nAAAAAAAAAA');

describe('the id of a key', () => {
  it('is the SHA-256 of its public part, the same for both halves', () => {
    const der = createPublicKey(KEY.pub).export({ type: 'spki', format: 'der' });
    assert.equal(KEY.signing.keyid, createHash('sha256').update(der).digest('hex'));
    assert.equal(KEY.signing.keyid, KEY.verification.keyid);
  });

  it('is found whatever the line ends, and from bytes', () => {
    for (const pem of [KEY.pem.replaceAll('\n', '\r\n'), Buffer.from(KEY.pem), `a comment\n${KEY.pem}`])
      assert.equal(readSigningKey(pem).keyid, KEY.signing.keyid);
  });
});

const WRONG: readonly (readonly [what: string, text: string, signing: string, verification: string])[] = [
  ['nothing', '', 'key_malformed', 'key_malformed'],
  ['text', 'hello', 'key_malformed', 'key_malformed'],
  ['a damaged key', damaged, 'key_malformed', 'key_private'],
  ['a key cut short', KEY.pem.slice(0, 60), 'key_malformed', 'key_private'],
  ['a damaged public key', KEY.pub.replace(/\n.{10}/, '\nAAAAAAAAAA'), 'key_public', 'key_malformed'],
  ['two keys', KEY.pem + OTHER_KEY.pem, 'key_malformed', 'key_malformed'],
  ['both halves', KEY.pem + KEY.pub, 'key_malformed', 'key_malformed'],
  ['a long file', `${KEY.pem}${'\n'.repeat(20_000)}`, 'key_malformed', 'key_malformed'],
  ['an encrypted key', encrypted, 'key_encrypted', 'key_encrypted'],
  ['an encrypted key of the old form', legacy, 'key_encrypted', 'key_encrypted'],
  ['an RSA key', rsa.privateKey.export(PEM).toString(), 'key_type', 'key_private'],
  [
    'an RSA key of the old form',
    rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    'key_type',
    'key_private',
  ],
  ['a P-256 key', p256.privateKey.export(PEM).toString(), 'key_type', 'key_private'],
  ['an Ed448 key', ed448.privateKey.export(PEM).toString(), 'key_type', 'key_private'],
  ['an X25519 key', x25519.privateKey.export(PEM).toString(), 'key_type', 'key_private'],
  ['an OpenSSH key', openssh, 'key_type', 'key_private'],
  ['a certificate', certificate, 'key_public', 'key_type'],
  ['an RSA public key', rsa.publicKey.export(SPKI).toString(), 'key_public', 'key_type'],
  ['an Ed448 public key', ed448.publicKey.export(SPKI).toString(), 'key_public', 'key_type'],
  ['the public half', KEY.pub, 'key_public', 'ok'],
  ['the private half', KEY.pem, 'ok', 'key_private'],
];

describe('what is no key for the purpose', () => {
  const READERS = { signing: readSigningKey, verification: readVerificationKey };
  for (const [what, text, signing, verification] of WRONG) {
    it(`${what}: ${signing} to sign with, ${verification} to verify with`, () => {
      for (const [purpose, wanted] of Object.entries({ signing, verification })) {
        const read = READERS[purpose as keyof typeof READERS];
        assert.equal(
          codeOf(() => read(text)),
          wanted === 'ok' ? null : `attestation.${wanted}`,
          purpose,
        );
        assertSilent(() => read(text), text);
      }
    });
  }
});

/** Nothing of a key is in what is thrown: no line of it, and no piece of eight characters of its base64. */
function assertSilent(call: () => unknown, key: string): void {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof DiagnosticError);
    assert.equal(error.cause, undefined);
    const told = `${error.stack} ${JSON.stringify(error.diagnostics)}`;
    const body = key.replaceAll(/-----.*?-----/g, '').replaceAll(/\s/g, '');
    for (let at = 0; at + 12 <= body.length && at < 4000; at += 4)
      assert.ok(!told.includes(body.slice(at, at + 12)), 'a piece of the key is in the error');
  }
}
