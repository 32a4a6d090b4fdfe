import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type VerifyOptions, verifyAttestation } from '../../src/attestation/verify-attestation.js';
import { digestValue } from '../../src/canonical/digest.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Envelope } from '../../src/model/attestation.js';
import type { Manifest } from '../../src/model/bundle.js';
import type { ConfigSeen } from '../../src/model/config.js';
import { RECORD_SCHEMA, type RunRecord } from '../../src/model/record.js';
import * as samples from '../model/samples.js';
import {
  attested,
  attestedRun,
  BUNDLE,
  codeOf,
  KEY,
  OTHER_KEY,
  records,
  signedBytes,
  transfer,
  verdict,
} from './support.js';

const keys = [KEY.verification];
const [edge] = samples.bundle.manifest.edges;
const manifest: Manifest = samples.bundle.manifest;
const digest = `sha256:${'d'.repeat(64)}` as const;

function swapped(change: object): RunRecord[] {
  return records.map((record): RunRecord => (record.kind === 'transfer' ? { ...record, ...change } : record));
}

describe('an attestation of a handoff', () => {
  it('holds, and says what was compared and what was not asked for', () => {
    const { statement, keys: signers, compared } = verifyAttestation(attested(), { keys });
    assert.deepEqual(signers, [KEY.signing.keyid]);
    assert.equal(statement.predicate.verdict.decision, verdict.decision);
    const open = {
      ...{ record: 'not_asked', edge: 'not_asked', contract: 'not_asked', bundle: 'not_asked' },
      config: 'not_asked',
    };
    assert.deepEqual(compared, open);
    const all = { records, manifest, bundle: BUNDLE, expected: { edge: 'a--b', kind: 'transfer' } } as const;
    assert.deepEqual(verifyAttestation(JSON.stringify(attested()), { keys, ...all }).compared, {
      record: 'verified',
      edge: 'verified',
      contract: 'verified',
      bundle: 'verified',
      config: 'not_asked',
    });
  });

  it('holds for the record before and after it was decided whether it is delivered', () => {
    const { delivered: _, ...undecided } = transfer;
    for (const record of [undecided as typeof transfer, { ...transfer, delivered: false }])
      assert.equal(verifyAttestation(attested(), { keys, records: [record] }).compared.record, 'verified');
  });

  it('holds for the readings of live config that it was decided on, and for no others', () => {
    const { hop, attempt, run } = verdict.transfer;
    const head = { schema: RECORD_SCHEMA, kind: 'config', run, at: transfer.at, source: 'flags' } as const;
    const seen = (document: JsonValue): ConfigSeen => {
      return {
        adapter: 'yaml',
        location: 'flags.yaml',
        at: transfer.at,
        digest: digestValue(document),
        document,
      };
    };
    const [before, now] = [seen({ rollout: 5 }), seen({ rollout: 10 })];
    const [source] = samples.facts.config.sources;
    assert.ok(source);
    const config = [
      { ...source, digest: now.digest, baseline: { ...source.baseline, digest: before.digest } },
    ];
    const compare = (received: ConfigSeen, sent: ConfigSeen): string | null => {
      const looks: RunRecord[] = [
        { ...head, hop: 1, moment: 'received', reading: received },
        { ...head, hop, attempt, moment: 'sent', reading: sent },
      ];
      let compared = '';
      const code = codeOf(() => {
        const options = { keys, records: [...records, ...looks] };
        compared = verifyAttestation(attested({ config }), options).compared.config;
      });
      return code ?? compared;
    };
    assert.equal(compare(before, now), 'verified');
    assert.equal(compare(before, before), 'attestation.other_config');
    assert.equal(compare(now, now), 'attestation.other_config');
    assert.equal(compare(before, { ...now, document: { rollout: 99 } }), 'attestation.other_config');
  });

  const SWAPS: readonly (readonly [what: string, code: string, options: Omit<VerifyOptions, 'keys'>])[] = [
    ['run', 'other_run', { records: swapped({ run: 'r2' }) }],
    ['hop', 'other_hop', { records: swapped({ hop: 3 }) }],
    ['attempt', 'other_attempt', { records: swapped({ attempt: 2 }) }],
    ['payload', 'other_record', { records: swapped({ payload: { ...samples.payload, constraints: [] } }) }],
    ['sender', 'other_record', { records: swapped({ from: 'x' }) }],
    ['receiver', 'other_record', { records: swapped({ to: 'x' }) }],
    ['time', 'other_record', { records: swapped({ at: '2026-11-30T09:14:00.001Z' }) }],
    ['no record', 'other_run', { records: [] }],
    ['run by name', 'other_run', { expected: { run: 'r2' } }],
    ['hop by name', 'other_hop', { expected: { hop: 1 } }],
    ['attempt by name', 'other_attempt', { expected: { attempt: 2 } }],
    ['edge by name', 'other_edge', { expected: { edge: 'b--c' } }],
    ['contract by digest', 'other_contract', { expected: { contract: digest } }],
    [
      'contract version',
      'other_contract',
      { manifest: { ...manifest, edges: [{ ...edge, digest }] as never } },
    ],
    ['no contract of the edge', 'other_contract', { manifest: { ...manifest, edges: [] } }],
    ['bundle', 'other_bundle', { bundle: digest }],
    ['kind', 'other_kind', { expected: { kind: 'run' } }],
  ];
  for (const [what, code, options] of SWAPS) {
    it(`is refused for another ${what}: ${code}`, () => {
      assert.equal(
        codeOf(() => verifyAttestation(attested(), { keys, ...options })),
        `attestation.${code}`,
      );
    });
  }

  it('without a contract has none to compare, and is refused where one is expected', () => {
    const uncovered = attested(
      { contract: null, transfer: { ...verdict.transfer, edge: null } },
      { bundle: BUNDLE },
    );
    assert.equal(verifyAttestation(uncovered, { keys, manifest }).compared.contract, 'none');
    const expecting = (expected: VerifyOptions['expected'] = {}): string | null =>
      codeOf(() => verifyAttestation(uncovered, { keys, expected }));
    assert.equal(expecting({ contract: digest }), 'attestation.other_contract');
    assert.equal(expecting({ edge: 'a--b' }), 'attestation.other_edge');
  });
});

describe('an attestation of a run', () => {
  it('holds for its records', () => {
    const { compared } = verifyAttestation(attestedRun(), { keys, records, bundle: BUNDLE, manifest });
    assert.deepEqual(compared, {
      ...{ record: 'verified', edge: 'none', contract: 'none', bundle: 'verified', config: 'none' },
    });
  });

  it('holds where the records of other runs stand between them', () => {
    const mixed = records.flatMap((record) => [record, { ...record, run: 'r2' }]);
    assert.equal(verifyAttestation(attestedRun(), { keys, records: mixed }).compared.record, 'verified');
  });

  const SWAPS: readonly (readonly [what: string, code: string, options: Omit<VerifyOptions, 'keys'>])[] = [
    ['record taken out', 'other_records', { records: records.slice(1) }],
    ['record twice', 'other_records', { records: [...records, ...records.slice(-1)] }],
    ['order', 'other_records', { records: [...records].reverse() }],
    ['attempt not delivered', 'other_records', { records: swapped({ delivered: false }) }],
    ['run', 'other_run', { records: records.map((record) => ({ ...record, run: 'r2' })) }],
    ['run by name', 'other_run', { expected: { run: 'r2' } }],
    ['bundle', 'other_bundle', { bundle: digest }],
    ['kind', 'other_kind', { expected: { kind: 'transfer' } }],
    ['hop, which a run has none of', 'other_hop', { expected: { hop: 1 } }],
  ];
  for (const [what, code, options] of SWAPS) {
    it(`is refused for another ${what}: ${code}`, () => {
      assert.equal(
        codeOf(() => verifyAttestation(attestedRun(), { keys, ...options })),
        `attestation.${code}`,
      );
    });
  }
});

describe('signatures', () => {
  const body = Buffer.from(attested().payload, 'base64');
  const mine = signedBytes(body).signatures;
  const theirs = signedBytes(body, { key: OTHER_KEY }).signatures;
  const envelope = (signatures: Envelope['signatures']): Envelope => ({ ...attested(), signatures });
  const both = [KEY.verification, OTHER_KEY.verification];

  it('one by a known key suffices, wherever it stands', () => {
    for (const signatures of [
      [...theirs, ...mine],
      [...mine, ...theirs],
    ])
      assert.deepEqual(verifyAttestation(envelope(signatures), { keys }).keys, [KEY.signing.keyid]);
  });

  it('a key counts once, however often it signs or is given', () => {
    const again = envelope([...mine, ...mine, ...mine]);
    assert.deepEqual(verifyAttestation(again, { keys: [...keys, ...keys] }).keys, [KEY.signing.keyid]);
    assert.equal(
      codeOf(() => verifyAttestation(again, { keys: both, threshold: 2 })),
      'attestation.signature',
    );
    const two = verifyAttestation(envelope([...mine, ...theirs]), { keys: both, threshold: 2 });
    assert.deepEqual(two.keys, [KEY.signing.keyid, OTHER_KEY.signing.keyid]);
  });

  it('a key id is a hint: left out or wrong it changes nothing, and right it proves nothing', () => {
    const [{ sig }] = mine as [{ sig: string }];
    const wrong = envelope([{ keyid: OTHER_KEY.signing.keyid, sig }]);
    for (const unhinted of [envelope([{ sig }]), wrong, envelope([{ keyid: '', sig }])])
      assert.deepEqual(verifyAttestation(unhinted, { keys }).keys, [KEY.signing.keyid]);
    const [{ sig: foreign }] = theirs as [{ sig: string }];
    const posing = envelope([{ keyid: KEY.signing.keyid, sig: foreign }]);
    assert.equal(
      codeOf(() => verifyAttestation(posing, { keys })),
      'attestation.signature',
    );
  });

  it('by a key that was not given: unknown_key', () => {
    assert.equal(
      codeOf(() => verifyAttestation(envelope(theirs), { keys })),
      'attestation.unknown_key',
    );
  });

  it('cannot be verified without a key, or by less than one', () => {
    assert.throws(() => verifyAttestation(attested(), { keys: [] }), TypeError);
    for (const threshold of [0, -1, 1.5, Number.NaN])
      assert.throws(() => verifyAttestation(attested(), { keys, threshold }), TypeError);
  });
});
