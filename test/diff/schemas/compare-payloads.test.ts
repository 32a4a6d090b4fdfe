import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../../src/canonical/json-value.js';
import { emitPayloadSchema } from '../../../src/compile/emit-payload-schema.js';
import { comparePayloads } from '../../../src/diff/schemas/compare-payloads.js';
import type { SchemaComparison } from '../../../src/model/policy-diff.js';
import { contractOf } from '../support.js';
import { checkOf } from './check-of.js';

const HANDOFF = JSON.parse(readFileSync('schemas/payload.schema.json', 'utf8')) as JsonObject;
const FACT = '/properties/established/items/allOf/1/then/properties/value';
const TREE: JsonObject = {
  $ref: '#/$defs/node',
  $defs: {
    node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false },
  },
};

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Asked {
  readonly facts?: Schemas;
  readonly fields?: Schemas;
  readonly speakers?: readonly string[];
}

function payload({ facts = {}, fields = {}, speakers }: Asked): JsonObject {
  const contract = contractOf({
    apiVersion: 'edge-contracts/v1',
    kind: 'EdgeContract',
    metadata: { name: 'a', owner: 'o', description: 'x' },
    edge: { from: 'a', to: 'b' },
    schema: { base: 'handoff/v1', established: facts, properties: fields },
    ...(speakers === undefined ? {} : { provenance: { constraints: { stated_by: speakers } } }),
  });
  return emitPayloadSchema(contract, HANDOFF);
}

/** `what: forward backward`, each by its first letter; every example is looked at. */
function compared(base: JsonObject, head: JsonObject): readonly string[] {
  return comparePayloads('a', base, head).map((found) => {
    assertExamples(found, base, head);
    return `${found.what}: ${found.forward.verdict} ${found.backward.verdict}`;
  });
}

function assertExamples(
  { what, forward, backward }: SchemaComparison,
  base: JsonObject,
  head: JsonObject,
): void {
  if (what !== 'payload') return;
  const [was, is] = [checkOf(base), checkOf(head)];
  if (forward.verdict === 'broken') assert.ok(was(forward.example) && !is(forward.example));
  if (backward.verdict === 'broken') assert.ok(is(backward.example) && !was(backward.example));
}

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });

const CASES: readonly (readonly [note: string, base: Asked, head: Asked, found: readonly string[]])[] = [
  ['nothing changed', { facts: { id: text() } }, { facts: { id: text() } }, []],
  [
    'a fact narrowed',
    { facts: { id: text() } },
    { facts: { id: text({ pattern: '^R-[0-9]+$' }) } },
    ['payload: broken compatible', `${FACT}: broken compatible`],
  ],
  [
    'a fact added',
    { facts: { id: text() } },
    { facts: { id: text(), more: true } },
    ['payload: broken compatible'],
  ],
  [
    'a field widened',
    { fields: { ticket: text() } },
    { fields: { ticket: { type: ['string', 'null'] } } },
    ['payload: compatible broken', '/properties/ticket: compatible broken'],
  ],
  // The payload is closed, so that a field more is one that was refused before.
  ['a field added', {}, { fields: { ticket: text() } }, ['payload: broken broken']],
  [
    'a field told in other words',
    { fields: { level: { enum: ['low', 'high'] } } },
    { fields: { level: { oneOf: [{ const: 'high' }, { const: 'low' }] } } },
    ['payload: compatible compatible', '/properties/level: compatible compatible'],
  ],
  [
    'a field of itself, with references to its own place',
    { fields: { tree: TREE } },
    { fields: { tree: { ...TREE, type: 'object', minProperties: 1 } } },
    ['payload: broken compatible', '/properties/tree: broken compatible'],
  ],
  [
    'a name that a pointer escapes',
    { fields: { 'a~b c%': { ...TREE } } },
    { fields: { 'a~b c%': { ...TREE, minProperties: 1 } } },
    ['payload: broken compatible', '/properties/a~0b c%: broken compatible'],
  ],
  [
    'fewer speakers',
    { speakers: ['customer', 'policy'] },
    { speakers: ['customer'] },
    ['payload: broken compatible'],
  ],
];

for (const [note, base, head, found] of CASES) {
  test(note, () => assert.deepEqual(compared(payload(base), payload(head)), found));
}

test('the edge is named, and another name alone is no change', () => {
  const [base, head] = [payload({}), payload({ fields: { ticket: text() } })];
  assert.deepEqual([...new Set(comparePayloads('x--y', base, head).map(({ edge }) => edge))], ['x--y']);
  assert.deepEqual(comparePayloads('x--y', base, { ...base, $id: 'https://x', title: 'y' }), []);
});

test('a broken payload says where, into the schema that refuses it, and is small', () => {
  const [found] = comparePayloads(
    'a',
    payload({ facts: { id: text() } }),
    payload({ facts: { id: text({ minLength: 2 }) } }),
  );
  assert.ok(found?.forward.verdict === 'broken');
  assert.equal(found.forward.at, `${FACT}/minLength`);
  assert.equal(found.forward.why, '`/established/0/value` must NOT have fewer than 2 characters');
  assert.ok(isJsonObject(found.forward.example));
  assert.deepEqual(found.forward.example['established'], [
    { key: 'id', value: '', source: 'a', evidence: 'a' },
  ]);
});
