import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { quickCheck } from '../../src/adapters/payload/quick-check.js';
import { payloadValidator } from '../../src/adapters/payload/validate-payload.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json-value.js';

const WHOLE: JsonObject = {
  objective: 'x',
  remaining: ['y'],
  constraints: [
    { id: 'c1', text: 't', modality: 'prohibition', scope: 'run', stated_by: 'customer', stated_in: 'm1' },
  ],
  discharged: [],
  established: [
    { key: 'refund_id', value: 'RF-90412', source: 'tool_result', evidence: 't1' },
    { key: 'amount', value: 'GBP 68.40', source: 'tool_result', evidence: 't1' },
  ],
  confidence: 0.5,
  stop_conditions: ['s'],
  side_effects: [{ kind: 'payment.refund', target: 'customer', evidence: 't1' }],
};

const payload_schema = withMood(schemaOf('refunds--notifications'));
const edge = {
  payload_schema,
  established: ['amount', 'refund_id'],
  properties: ['mood'],
  stated_by: ['customer', 'policy'] as const,
};
const quick = quickCheck(edge);
const byAjv = payloadValidator({ payload_schema });
const both = payloadValidator(edge);

/** The emitted schema, with a field of the edge's own. */
function withMood(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  assert(isJsonObject(properties) && Array.isArray(required));
  const mood = { type: 'string', enum: ['calm', 'cross'] };
  return { ...schema, required: [...required, 'mood'], properties: { ...properties, mood } };
}

function schemaOf(name: string): JsonObject {
  return JSON.parse(readFileSync(`policies/edges/${name}/payload.schema.json`, 'utf8')) as JsonObject;
}

test('a payload that fits is passed without ajv', () => {
  assert.equal(quick?.({ ...WHOLE, mood: 'calm' }), true);
  assert.deepEqual(byAjv({ ...WHOLE, mood: 'calm' }), []);
});

test('what the quick check passes, ajv passes; and both say the same', () => {
  let passed = 0;
  fc.assert(
    fc.property(changes(), (changed) => {
      const payload = changed.reduce(change, { ...WHOLE, mood: 'cross' } as JsonValue);
      const faults = byAjv(payload);
      if (quick?.(payload) === true) {
        passed += 1;
        // A key with two values is told beside the schema.
        assert.deepEqual(
          faults.filter(({ keyword }) => keyword !== 'uniqueKeys'),
          [],
        );
      }
      assert.deepEqual(both(payload), faults);
    }),
    { numRuns: 3000 },
  );
  assert(passed > 300, `only ${passed} passed`);
});

interface Change {
  readonly path: readonly number[];
  readonly value: JsonValue | undefined;
}

function changes(): fc.Arbitrary<Change[]> {
  const value: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
    fc.constantFrom<JsonValue | undefined>(undefined, null, true, 0, 1, 0.5, 2, '', 'a', 'calm', 'agent'),
    fc.constantFrom<JsonValue | undefined>('RF-90412', 'GBP 68.40', 'refund_id', 'amount', 'policy', [], {}),
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
  );
  return fc.array(fc.record({ path: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), value }), {
    maxLength: 2,
  });
}

/** Another value at a path of positions; undefined takes the member away, a position too many adds one. */
function change(value: JsonValue, { path: [first = 0, ...rest], value: other }: Change): JsonValue {
  if (typeof value !== 'object' || value === null) return other ?? null;
  const keys = Object.keys(value);
  const key = keys[first] ?? (Array.isArray(value) ? String(keys.length) : 'more');
  const members = new Map<string, JsonValue | undefined>(Object.entries(value));
  const old = members.get(key);
  const next = rest.length === 0 || old === undefined ? other : change(old, { path: rest, value: other });
  if (next === undefined) members.delete(key);
  else members.set(key, next);
  if (Array.isArray(value)) return [...members.values()].map((item) => item ?? null);
  return Object.fromEntries(members) as JsonObject;
}

test('an edge that adds something hard goes by ajv alone', () => {
  for (const mood of [{ type: 'string', pattern: '(a+)+$' }, { type: 'object' }, { minLength: 2 }]) {
    const schema = {
      ...payload_schema,
      properties: { ...(payload_schema['properties'] as JsonObject), mood },
    };
    assert.equal(quickCheck({ ...edge, payload_schema: schema }), null);
  }
});
