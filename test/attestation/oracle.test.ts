import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as noble from '@noble/ed25519';
import { preAuthEncoding } from '@sigstore/core/dist/dsse.js';
import fc from 'fast-check';
import { attestVerdict } from '../../src/attestation/attest-verdict.js';
import { readSigningKey, readVerificationKey } from '../../src/attestation/attestation-key.js';
import { verifyAttestation } from '../../src/attestation/verify-attestation.js';
import { type Envelope, PAYLOAD_TYPE } from '../../src/model/attestation.js';
import { attested, attestedRun, KEY, plainPae, verdict } from './support.js';

noble.hashes.sha512 = (message) => Uint8Array.from(createHash('sha512').update(message).digest());

/** The last 32 bytes of both forms are the key itself (RFC 8410). */
const seed = KEY.signing.key.export({ type: 'pkcs8', format: 'der' }).subarray(-32);
const point = createPublicKey(KEY.pub).export({ type: 'spki', format: 'der' }).subarray(-32);

/** RFC 8032, section 7.1, TEST 1: the secret and the public key. */
const RFC_SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const RFC_PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const RFC_SIGNATURE =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';

describe('the encoding that is signed', () => {
  it('is that of the specification’s example', () => {
    assert.equal(
      preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString(),
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
  });

  it('is that of one written from the specification, lengths being bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (type, body) => {
        assert.deepEqual(preAuthEncoding(type, Buffer.from(body)), plainPae(type, body));
      }),
    );
  });
});

describe('another implementation of Ed25519', () => {
  it('verifies what we sign, and refuses what was changed', () => {
    for (const envelope of [attested(), attestedRun()]) {
      const [sig, message] = partsOf(envelope);
      assert.ok(noble.verify(sig, message, point));
      message[message.length - 2] = (message.at(-2) ?? 0) ^ 1;
      assert.ok(!noble.verify(sig, message, point));
    }
  });

  it('signs what we verify, byte for byte as we do', () => {
    const envelope = attested();
    const [, message] = partsOf(envelope);
    const sig = Buffer.from(noble.sign(message, seed)).toString('base64');
    assert.deepEqual([{ keyid: KEY.signing.keyid, sig }], envelope.signatures);
    assert.ok(verifyAttestation({ ...envelope, signatures: [{ sig }] }, { keys: [KEY.verification] }));
  });

  it('agrees with us on the key of RFC 8032', () => {
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
    const key = createPrivateKey({
      key: Buffer.concat([prefix, Buffer.from(RFC_SECRET, 'hex')]),
      format: 'der',
      type: 'pkcs8',
    });
    const signing = readSigningKey(key.export({ type: 'pkcs8', format: 'pem' }));
    assert.equal(
      Buffer.from(noble.sign(new Uint8Array(), Buffer.from(RFC_SECRET, 'hex'))).toString('hex'),
      RFC_SIGNATURE,
    );
    const [sig, message] = partsOf(attestVerdict(verdict, { key: signing }));
    assert.ok(noble.verify(sig, message, Buffer.from(RFC_PUBLIC, 'hex')));
    const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' });
    assert.equal(readVerificationKey(spki).keyid, signing.keyid);
  });
});

const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' });
const isThere = openssl.status === 0 && /OpenSSL [3-9]/.test(openssl.stdout);

it('`openssl pkeyutl` verifies what we sign', { skip: isThere ? false : 'no OpenSSL 3 here' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-oracle-'));
  try {
    const [sig, message] = partsOf(attested());
    writeFileSync(join(folder, 'sig'), sig);
    writeFileSync(join(folder, 'pae'), message);
    writeFileSync(join(folder, 'key'), KEY.pub);
    const args = 'pkeyutl -verify -pubin -inkey key -rawin -in pae -sigfile sig'.split(' ');
    assert.equal(spawnSync('openssl', args, { cwd: folder }).status, 0);
    writeFileSync(join(folder, 'pae'), Buffer.concat([message, Buffer.from(' ')]));
    assert.notEqual(spawnSync('openssl', args, { cwd: folder }).status, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The signature, and what it has to be over. */
function partsOf({ payload, signatures }: Envelope): [sig: Buffer, message: Buffer] {
  const sig = Buffer.from(signatures[0]?.sig ?? '', 'base64');
  return [sig, plainPae(PAYLOAD_TYPE, Buffer.from(payload, 'base64'))];
}
