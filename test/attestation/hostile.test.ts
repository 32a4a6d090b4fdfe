import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { verifyAttestation } from '../../src/attestation/verify-attestation.js';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Envelope } from '../../src/model/attestation.js';
import { attested, attestedRun, codeOf, KEY, payloadOf, plainPae, signedBytes } from './support.js';

const keys = [KEY.verification];
const good = attested();
const text = JSON.stringify(good);
const [signature] = good.signatures;
const verified = (input: unknown): string | null =>
  codeOf(() => verifyAttestation(input as Envelope, { keys }));

describe('hostile envelopes', () => {
  const sig = signature?.sig ?? '';
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const ENVELOPES: readonly (readonly [what: string, input: unknown])[] = [
    ['nothing', ''],
    ['white space', ' \n '],
    ['null', 'null'],
    ['a list', `[${text}]`],
    ['two on one line', `${text}${text}`],
    ['a byte order mark', `\ufeff${text}`],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a deep value', text.replace('"signatures":', `"x":${nested},"signatures":`)],
    ['a key twice', text.replace('"payload":', '"payload":"e30=","payload":')],
    ['a key twice, once escaped', text.replace('"payload":', '"payloa\\u0064":"e30=","payload":')],
    ['no payload', { ...good, payload: undefined }],
    ['an empty payload', { ...good, payload: '' }],
    ['a payload that is an object', { ...good, payload: payloadOf(good) }],
    ['a further member', { ...good, critical: true }],
    ['a member on __proto__', text.replace('{', '{"__proto__":{},')],
    ['no signatures', { ...good, signatures: [] }],
    ['signatures that are no list', { ...good, signatures: signature }],
    ['a signature that is null', { ...good, signatures: [null] }],
    ['a hundred signatures', { ...good, signatures: Array(100).fill(signature) }],
    ['a signature without sig', { ...good, signatures: [{ keyid: 'x' }] }],
    ['white space in base64', { ...good, payload: `${good.payload.slice(0, 8)}\n${good.payload.slice(8)}` }],
    ['a space behind base64', { ...good, payload: `${good.payload} ` }],
    ['base64 without padding', { ...good, signatures: [{ sig: sig.replaceAll('=', '') }] }],
    ['base64 with more padding', { ...good, signatures: [{ sig: `${sig}=` }] }],
    ['bits behind the end', { ...good, signatures: [{ sig: trailingBits(sig) }] }],
    ['something that is no base64', { ...good, payload: '%%%%' }],
    ['a value with a cycle', cyclic()],
    ['an undefined', undefined],
    ['too much', `"${'a'.repeat(17 * 1024 * 1024)}"`],
  ];
  for (const [what, input] of ENVELOPES) {
    it(`${what}: malformed`, () => {
      assert.equal(verified(input), 'attestation.malformed');
    });
  }

  it('each cut short', () => {
    for (let end = 0; end < text.length; end += 7)
      assert.equal(verified(text.slice(0, end)), 'attestation.malformed', `cut at ${end}`);
  });

  it('URL-safe base64 is allowed by DSSE, a mix of both is not', () => {
    // Found by trying: bytes whose base64 has both characters of which the alphabets differ.
    const body = canonicalJson({ ...payloadOf(good), predicateType: '?>?>~~~ÿÿÿ' } as JsonValue);
    const envelope = signedBytes(body);
    const safe = (part: string): string => part.replaceAll('+', '-').replaceAll('/', '_');
    const [{ sig: own }] = envelope.signatures as [{ sig: string }];
    assert.match(envelope.payload, /[+/]/);
    // The statement is of no known type, which is told only after the signature held.
    const urlSafe = { ...envelope, payload: safe(envelope.payload), signatures: [{ sig: safe(own) }] };
    assert.equal(verified(urlSafe), 'attestation.predicate_type');
    const mixed = { ...envelope, payload: `${safe(envelope.payload).slice(0, -4)}+/8=` };
    assert.match(mixed.payload, /[-_].*[+/]/);
    assert.equal(verified(mixed), 'attestation.malformed');
  });

  it('another payload type is refused, signed or not', () => {
    for (const type of [
      'application/json',
      'application/vnd.in-toto+json ',
      'Application/vnd.in-toto+json',
      '',
    ]) {
      const envelope = signedBytes(Buffer.from(good.payload, 'base64'), { type });
      assert.equal(verified(envelope), 'attestation.payload_type');
      const relabelled = { ...envelope, payloadType: 'application/vnd.in-toto+json' };
      assert.equal(verified(relabelled), 'attestation.signature');
    }
  });

  it('a signature over something else than the encoding is none', () => {
    const body = Buffer.from(good.payload, 'base64');
    const ENCODINGS: Record<string, typeof plainPae> = {
      'the payload alone': (_, payload) => Buffer.from(payload),
      'the payload in base64': (type, payload) =>
        plainPae(type, Buffer.from(Buffer.from(payload).toString('base64'))),
      'version 2': (type, payload) =>
        Buffer.from(plainPae(type, payload).toString('latin1').replace('DSSEv1', 'DSSEv2'), 'latin1'),
      'no lengths': (type, payload) => Buffer.concat([Buffer.from(`DSSEv1 ${type} `), payload]),
      'binary lengths': (type, payload) =>
        Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from(type), payload]),
    };
    for (const [name, pae] of Object.entries(ENCODINGS))
      assert.equal(verified(signedBytes(body, { pae })), 'attestation.signature', name);
    assert.equal(verified(signedBytes(body)), null);
  });
});

describe('hostile statements, properly signed', () => {
  const statement = payloadOf(good) as {
    subject: Record<string, unknown>[];
    predicate: Record<string, unknown> & { verdict: Record<string, unknown> };
  };
  const { subject, predicate } = statement;
  const [record, edge] = subject;
  const judged = predicate.verdict;
  const signed = (value: unknown): string | null => verified(signedBytes(JSON.stringify(value)));
  const withVerdict = (change: object): unknown => ({
    ...statement,
    predicate: { ...predicate, verdict: { ...judged, ...change } },
  });

  const STATEMENTS: readonly (readonly [what: string, code: string, value: unknown])[] = [
    ['as it is', 'ok', statement],
    ['another _type', 'predicate_type', { ...statement, _type: 'https://in-toto.io/Statement/v0.1' }],
    ['a later predicate', 'predicate_type', { ...statement, predicateType: 'urn:edge-contracts:verdict:v2' }],
    ['a predicate type of a prototype', 'predicate_type', { ...statement, predicateType: 'constructor' }],
    [
      'the other kind’s predicate type',
      'malformed',
      { ...statement, predicateType: 'urn:edge-contracts:run-verdict:v1' },
    ],
    ['no object', 'malformed', [statement]],
    ['no subject', 'malformed', { ...statement, subject: [] }],
    ['a further member', 'malformed', { ...statement, more: 1 }],
    [
      'a further algorithm',
      'malformed',
      { ...statement, subject: [{ ...record, digest: { sha256: '0'.repeat(64), sha1: '' } }, edge] },
    ],
    [
      'a digest in capitals',
      'malformed',
      { ...statement, subject: [{ ...record, digest: { sha256: 'A'.repeat(64) } }, edge] },
    ],
    ['no contract subject', 'inconsistent', { ...statement, subject: [record] }],
    ['no record subject', 'inconsistent', { ...statement, subject: [edge] }],
    ['subjects the other way round', 'inconsistent', { ...statement, subject: [edge, record] }],
    ['a subject twice', 'inconsistent', { ...statement, subject: [record, record] }],
    ['a further subject', 'malformed', { ...statement, subject: [record, edge, record] }],
    [
      'another record in the subject',
      'inconsistent',
      { ...statement, subject: [{ ...record, digest: { sha256: '0'.repeat(64) } }, edge] },
    ],
    [
      'another hop in the subject',
      'inconsistent',
      { ...statement, subject: [{ ...record, name: 'run/r1/hop/3/attempt/1' }, edge] },
    ],
    [
      'another run in the verdict',
      'inconsistent',
      withVerdict({ transfer: { ...(judged['transfer'] as object), run: 'r2' } }),
    ],
    [
      'another digest in the verdict',
      'inconsistent',
      withVerdict({ transfer: { ...(judged['transfer'] as object), digest: `sha256:${'0'.repeat(64)}` } }),
    ],
    [
      'another contract in the verdict',
      'inconsistent',
      withVerdict({ contract: { ...(judged['contract'] as object), digest: `sha256:${'1'.repeat(64)}` } }),
    ],
    [
      'two bundles',
      'inconsistent',
      { ...statement, predicate: { ...predicate, bundle: `sha256:${'c'.repeat(64)}` } },
    ],
    [
      'two edges',
      'inconsistent',
      withVerdict({ transfer: { ...(judged['transfer'] as object), edge: 'b--c' } }),
    ],
    ['no contract, and its subject', 'inconsistent', withVerdict({ contract: null })],
    ['a decision that is none', 'malformed', withVerdict({ decision: 'maybe' })],
    ['when it was measured', 'malformed', withVerdict({ measured: {} })],
    [
      'a signing time that is none',
      'malformed',
      { ...statement, predicate: { ...predicate, signed_at: 'now' } },
    ],
  ];
  for (const [what, code, value] of STATEMENTS) {
    it(`${what}: ${code}`, () => {
      assert.equal(signed(value), code === 'ok' ? null : `attestation.${code}`);
    });
  }

  it('keys of a prototype are data, or refused, and change nothing', () => {
    const body = Buffer.from(good.payload, 'base64').toString();
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const inChecks = body.replace('"checks":{', `"checks":{"${key}":"proven",`);
      assert.notEqual(inChecks, body);
      assert.equal(verified(signedBytes(inChecks)), null, key);
      const inVerdict = body.replace('"verdict":{', `"verdict":{"${key}":{"decision":"allow"},`);
      assert.equal(verified(signedBytes(inVerdict)), 'attestation.malformed', key);
    }
    assert.equal(({} as Record<string, unknown>)['decision'], undefined);
    // A member on a prototype is none: here the decision is written there and nowhere else.
    const hidden = body.replace('"decision":"block"', '"__proto__":{"decision":"allow"}');
    assert.equal(verified(signedBytes(hidden)), 'attestation.malformed');
  });

  it('a key twice in the statement is refused', () => {
    const body = Buffer.from(good.payload, 'base64').toString();
    const twice = body.replace('"decision":"block"', '"decision":"block","decision":"allow"');
    assert.equal(verified(signedBytes(twice)), 'attestation.malformed');
  });

  it('a run verdict that counts other records than its subject is refused', () => {
    const run = payloadOf(attestedRun()) as { predicate: { records: object } };
    const changed = { ...run.predicate.records, digest: `sha256:${'0'.repeat(64)}` };
    const value = { ...run, predicate: { ...run.predicate, records: changed } };
    assert.equal(signed(value), 'attestation.inconsistent');
    assert.equal(signed(run), null);
  });
});

describe('any changed byte', () => {
  const flip = (bytes: Buffer, at: number, by: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ by;
    return changed;
  };
  const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
  const SEALED = ['attestation.signature'];

  it('of the payload or of the signature is seen', () => {
    for (const envelope of [good, attestedRun()]) {
      const payload = Buffer.from(envelope.payload, 'base64');
      const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
      fc.assert(
        fc.property(change, fc.boolean(), ([at, by], ofPayload) => {
          const changed: Envelope = ofPayload
            ? { ...envelope, payload: flip(payload, at, by).toString('base64') }
            : { ...envelope, signatures: [{ sig: flip(sig, at, by).toString('base64') }] };
          assert.ok(SEALED.includes(verified(changed) ?? 'verified'));
        }),
        { numRuns: 300 },
      );
    }
  });

  it('every single one of the signature, and of the payload one bit each', () => {
    const payload = Buffer.from(good.payload, 'base64');
    const sig = Buffer.from(signature?.sig ?? '', 'base64');
    for (let at = 0; at < sig.length; at += 1)
      assert.equal(
        verified({ ...good, signatures: [{ sig: flip(sig, at, 1 << (at % 8)).toString('base64') }] }),
        'attestation.signature',
      );
    for (let at = 0; at < payload.length; at += 1)
      assert.equal(
        verified({ ...good, payload: flip(payload, at, 1 << (at % 8)).toString('base64') }),
        'attestation.signature',
      );
  });

  it('of the file is seen, or leaves what was signed as it is', () => {
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(change, ([at, by]) => {
        const changed = flip(bytes, at, by);
        let statement: unknown;
        const code = codeOf(() => {
          statement = verifyAttestation(changed, { keys }).statement;
        });
        // The key id is nobody's word, and may be changed by anyone.
        if (code === null) assert.deepEqual(statement, payloadOf(good));
      }),
      { numRuns: 500 },
    );
  });
});

function trailingBits(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = base64.replaceAll('=', '').length - 1;
  const next = alphabet[alphabet.indexOf(base64[last] ?? 'A') + 1] ?? 'B';
  return `${base64.slice(0, last)}${next}${base64.slice(last + 1)}`;
}

function cyclic(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}
