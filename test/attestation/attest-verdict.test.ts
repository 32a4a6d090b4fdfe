import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attestRunVerdict, attestVerdict } from '../../src/attestation/attest-verdict.js';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { recordDigest, runDigest } from '../../src/model/record-digest.js';
import { compileSchema } from '../model/schemas.js';
import {
  attested,
  attestedRun,
  BUNDLE,
  KEY,
  payloadOf,
  records,
  runVerdict,
  transfer,
  verdict,
} from './support.js';

describe('what is attested of a handoff', () => {
  const statement = payloadOf(attested());

  it('is an in-toto statement about the record and the contract', () => {
    assert.equal(statement['_type'], 'https://in-toto.io/Statement/v1');
    assert.equal(statement['predicateType'], 'urn:edge-contracts:verdict:v1');
    assert.deepEqual(statement['subject'], [
      { name: 'run/r1/hop/2/attempt/1', digest: { sha256: recordDigest(transfer).slice(7) } },
      { name: 'edge/a--b', digest: { sha256: verdict.contract?.digest.slice(7) } },
    ]);
  });

  it('is the verdict without what was measured, the bundle and the engine', () => {
    const { measured, composed, ...judged } = verdict;
    assert.ok(composed !== undefined);
    const { patch, original } = composed;
    assert.deepEqual(statement['predicate'], {
      // What was composed is the record that the statement is about.
      verdict: { ...judged, composed: { patch, original } },
      bundle: BUNDLE,
      engine: measured.decided_by.gate,
      signed_at: null,
    });
    assert.doesNotMatch(JSON.stringify(statement), /decided_at|duration_us|decided_by/);
  });

  it('is accepted by the published schemas, as is the envelope', () => {
    assert.ok(compileSchema('verdict-statement')(statement));
    assert.ok(compileSchema('attestation')(attested()));
    assert.ok(compileSchema('run-verdict-statement')(payloadOf(attestedRun())));
    assert.ok(
      compileSchema('verdict-statement')(payloadOf(attested({}, { signedAt: '2026-11-30T09:14:00Z' }))),
    );
  });

  it('is canonical JSON: the same verdict and key give the same bytes, whenever it was decided', () => {
    const later = { ...verdict.measured, decided_at: '2031-01-01T00:00:00.000Z', duration_us: 9 };
    const shuffled = Object.fromEntries(Object.entries(verdict).reverse()) as unknown as typeof verdict;
    assert.deepEqual(attested(), attested({ measured: later }));
    assert.deepEqual(attested(), attestVerdict(shuffled, { key: KEY.signing }));
    const text = Buffer.from(attested().payload, 'base64').toString();
    assert.equal(text, canonicalJson(JSON.parse(text) as JsonValue));
  });

  it('percent-encodes names, so that no run can be named like a part of another', () => {
    const odd = attested({ transfer: { ...verdict.transfer, run: 'r1/hop/1' } });
    const [first] = payloadOf(odd)['subject'] as { name: string }[];
    assert.equal(first?.name, 'run/r1%2Fhop%2F1/hop/2/attempt/1');
  });

  it('names the record alone where no contract decided, and then needs the bundle', () => {
    const uncovered = { contract: null, transfer: { ...verdict.transfer, edge: null } };
    assert.throws(() => attested(uncovered), TypeError);
    const without = payloadOf(attested(uncovered, { bundle: BUNDLE }));
    assert.equal((without['subject'] as unknown[]).length, 1);
  });

  it('is refused where the caller contradicts the verdict, or tells no time', () => {
    assert.throws(() => attested({}, { bundle: `sha256:${'c'.repeat(64)}` }), TypeError);
    assert.throws(() => attested({}, { signedAt: 'yesterday' }), TypeError);
  });
});

describe('what is attested of a run', () => {
  it('is about all of its records in their order, delivered or not', () => {
    const { subject, predicate } = payloadOf(attestedRun()) as {
      subject: unknown;
      predicate: { records: unknown };
    };
    assert.deepEqual(subject, [{ name: 'run/r1', digest: { sha256: runDigest(records).slice(7) } }]);
    assert.deepEqual(predicate.records, { count: 3, digest: runDigest(records) });
    const undelivered = records.map((record) =>
      record.kind === 'transfer' ? { ...record, delivered: false } : record,
    );
    assert.notEqual(runDigest(undelivered), runDigest(records));
    assert.notEqual(runDigest([...records].reverse()), runDigest(records));
  });

  it('is refused without records, and with those of another run', () => {
    const foreign = records.map((record) => ({ ...record, run: 'r2' }));
    for (const of of [[], foreign, [...records, ...foreign]]) {
      const options = { key: KEY.signing, bundle: BUNDLE, records: of };
      assert.throws(() => attestRunVerdict(runVerdict, options), TypeError);
    }
  });
});
