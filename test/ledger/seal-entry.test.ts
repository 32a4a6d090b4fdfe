import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/canonical/json-value.js';
import { recordFaults } from '../../src/ledger/check-record.js';
import { commitOf, holdsSeal, sealFaults, sealRecord, unsealRecord } from '../../src/ledger/seal-entry.js';
import type { LedgerRecord } from '../../src/model/ledger.js';
import { records } from '../model/samples.js';
import { everyRecord } from './samples.js';

const SALT = '00112233445566778899aabbccddeeff';

/** Names that mean something to us, to JavaScript, or in a pointer. */
const HOSTILE = [
  '$sealed',
  '$more',
  'reads',
  '__proto__',
  'constructor',
  'toString',
  '',
  '/',
  '~1',
  'a/b',
  '0',
  'é',
];
const PAYLOAD_NAMES = Object.keys(records.transfer.payload);
const CONSTRAINT_NAMES = Object.keys(records.statement.constraint);

const name = fc.oneof(
  fc.constantFrom(...HOSTILE, ...PAYLOAD_NAMES, ...CONSTRAINT_NAMES, 'by', 'agent', 'hop'),
  fc.string({ maxLength: 8 }),
);
const scalar = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, -0, 1e21, '', 'prohibition', 'two words', '[erased]'),
  fc.string({ maxLength: 20, unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON, its objects often with the names above. */
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 6 })
      .map((members): JsonValue => Object.fromEntries(members) as JsonObject),
  ),
}));

/** A payload that is nearly one: its own members, each in order or anything. */
const payload: fc.Arbitrary<JsonValue> = fc
  .tuple(
    fc.subarray(PAYLOAD_NAMES),
    fc.array(fc.tuple(fc.constantFrom(...PAYLOAD_NAMES), json), { maxLength: 3 }),
    fc.array(fc.tuple(name, json), { maxLength: 3 }),
  )
  .map(([kept, changed, more]): JsonValue => {
    const whole = records.transfer.payload as unknown as JsonObject;
    return Object.fromEntries([
      ...kept.map((member) => [member, whole[member]]),
      ...changed,
      ...more,
    ]) as JsonObject;
  });

/** Any record: each kind, with anything where anything may stand. */
const record: fc.Arbitrary<LedgerRecord> = fc.oneof(
  fc.constantFrom(...(Object.values(everyRecord) as LedgerRecord[])),
  fc.oneof(payload, json).map((value) => ({ ...records.transfer, payload: value }) as LedgerRecord),
  json.map((result) => ({ ...records.tool_call, result }) as LedgerRecord),
  json.map(
    (details) =>
      ({ ...records.effect, effect: { ...records.effect.effect, details: { details } } }) as LedgerRecord,
  ),
  json.map(
    (document) =>
      ({ ...records.config, reading: { ...records.config.reading, document } }) as unknown as LedgerRecord,
  ),
  fc.dictionary(name, fc.constantFrom('proven', 'failed')).map(
    (checks) =>
      ({
        ...everyRecord.verdict,
        verdict: { ...everyRecord.verdict.verdict, checks },
      }) as unknown as LedgerRecord,
  ),
);

const text = (value: unknown): string => canonicalJson(value as JsonValue);

describe('sealing a record', () => {
  it('can be undone, for any record', () => {
    fc.assert(
      fc.property(record, (given) => {
        const sealed = sealRecord(given);
        assert.equal(text(unsealRecord(sealed)), text(given));
        assert.deepEqual(sealFaults(sealed), []);
        assert.equal(commitOf(unsealRecord(sealed), sealed.salt), sealed.commit);
        assert.equal(holdsSeal(sealed.body), sealed.content !== null);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a record of the same shape when its content is gone', () => {
    fc.assert(
      fc.property(record, (given) => {
        fc.pre(recordFaults(given).length === 0);
        const { body } = sealRecord(given);
        const erased = unsealRecord({ body, content: null });
        assert.deepEqual(recordFaults(erased), [], text(erased));
        // What is erased is erased as well as it can be.
        const again = sealRecord(erased);
        assert.equal(text(unsealRecord({ body: again.body, content: null })), text(erased));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing in the skeleton that somebody wrote', () => {
    const secret = 'Ada Lovelace said';
    const said = (value: JsonValue): JsonValue => {
      if (typeof value === 'string') return `${secret} ${value}`;
      if (isJsonArray(value)) return value.map(said);
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, said(member ?? null)]));
    };
    fc.assert(
      fc.property(payload, (value) => {
        const spoken = said(value);
        const agents = withoutAgents(spoken);
        const { body } = sealRecord({ ...records.transfer, payload: agents });
        const skeleton = JSON.parse(body) as JsonObject;
        assert.ok(!text(skeleton['payload']).includes(secret), body);
      }),
      { numRuns: 300 },
    );
  });

  it('gives another skeleton each time, so that nobody can try what a field said', () => {
    const [one, two] = [sealRecord(records.message), sealRecord(records.message)];
    assert.notEqual(one.salt, two.salt);
    assert.notEqual(one.body, two.body);
    assert.notEqual(one.commit, two.commit);
  });

  it('holds one digest a field, which anybody can compute', () => {
    const { body } = sealRecord(records.message, SALT);
    const skeleton = JSON.parse(body) as { text: unknown };
    const hashed = createHash('sha256')
      .update(JSON.stringify([SALT, '/text', records.message.text]))
      .digest('hex');
    assert.deepEqual(skeleton.text, { $sealed: `sha256:${hashed}`, reads: 'text' });
  });

  it('shows a field that was changed, moved, added or taken', () => {
    const sealed = sealRecord(records.transfer, SALT);
    const fields = JSON.parse(sealed.content ?? '{}') as Record<string, JsonValue>;
    const names = Object.keys(fields);
    assert.ok(names.length > 10);
    for (const [index, where] of names.entries()) {
      const other = names[(index + 1) % names.length] as string;
      const { [where]: value, ...rest } = fields;
      const changes: Record<string, JsonValue>[] = [
        rest as Record<string, JsonValue>,
        { ...fields, [where]: 'another' },
        { ...fields, [`${where}x`]: 1 },
        ...(text(value) === text(fields[other]) ? [] : [{ ...fields, [where]: fields[other] as JsonValue }]),
      ];
      for (const change of changes)
        assert.notDeepEqual(sealFaults({ ...sealed, content: JSON.stringify(change) }), [], where);
    }
  });
});

/** Names of agents stay, whoever wrote them. */
function withoutAgents(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonArray(value['discharged'])) return value;
  const discharged = value['discharged'].map((item) => {
    const by = isJsonObject(item) ? item['by'] : undefined;
    return isJsonObject(item) && isJsonObject(by) ? { ...item, by: { ...by, agent: 'refunds' } } : item;
  });
  return { ...value, discharged };
}
