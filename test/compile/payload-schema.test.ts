import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { payloadValidator } from '../../src/adapters/payload/validate-payload.js';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { emitDraftSchema } from '../../src/compile/emit-draft-schema.js';
import { emitManifest } from '../../src/compile/emit-manifest.js';
import { emitPayloadSchema } from '../../src/compile/emit-payload-schema.js';
import type { Contract } from '../../src/contract/contract.js';
import { parseContract } from '../../src/contract/index.js';

const read = (path: string): JsonObject => JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
const PAYLOAD = read('schemas/payload.schema.json');
const DRAFT = read('schemas/draft.schema.json');

const CONTRACT = `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: a--b, owner: us }
edge: { from: a, to: b }
schema:
  established:
    amount:
      $ref: "#/$defs/money"
      $defs: { money: { type: string, pattern: "^GBP [0-9]+$" } }
    ready: { const: true }
  properties:
    route: { $ref: "#/$defs/leg", $defs: { leg: { enum: [air, sea] } } }
provenance:
  constraints: { stated_by: [customer] }
edge_check:
  discharge: { withdrawn: [a] }
`;

const FACT = (key: string, value: JsonValue): JsonObject => ({
  key,
  value,
  source: 'tool_result',
  evidence: 't1',
});
const RULE = {
  id: 'c1',
  text: 'no email',
  modality: 'prohibition',
  scope: 'run',
  stated_by: 'customer',
  stated_in: 'm1',
};
const VALID: JsonObject = {
  objective: 'go',
  remaining: [],
  constraints: [RULE],
  discharged: [],
  established: [FACT('amount', 'GBP 10'), FACT('ready', true), FACT('other', { any: 'thing' })],
  confidence: null,
  stop_conditions: [],
  side_effects: [],
  route: 'air',
};

const CASES: readonly (readonly [name: string, change: JsonObject, at: string | null])[] = [
  ['as it should be', {}, null],
  ['a fact that must go along is missing', { established: [FACT('ready', true)] }, '/payload/established'],
  [
    'a fact has another shape',
    { established: [FACT('amount', '10'), FACT('ready', true)] },
    '/payload/established/0/value',
  ],
  [
    'a constant has another value',
    { established: [FACT('amount', 'GBP 1'), FACT('ready', false)] },
    '/payload/established/1/value',
  ],
  [
    'a second entry of a fact has another shape',
    { established: [FACT('amount', 'GBP 1'), FACT('ready', true), FACT('amount', 'x')] },
    '/payload/established/2/value',
  ],
  ['an own field has another value', { route: 'road' }, '/payload/route'],
  ['a field that nobody knows', { note: 'x' }, '/payload/note'],
  [
    'a constraint of a speaker that is not accepted',
    { constraints: [{ ...RULE, stated_by: 'agent' }] },
    '/payload/constraints/0/stated_by',
  ],
];

const contract = parse(CONTRACT);
const schema = emitPayloadSchema(contract, PAYLOAD);
const ajv = addFormats.default(
  new Ajv2020({ strict: true, allErrors: true, ownProperties: true, strictRequired: false }),
);
const published = ajv.compile(schema as object);
const gate = payloadValidator(emitManifest(contract, schema));

for (const [name, change, at] of CASES) {
  test(`the gate and the published schema agree: ${name}`, () => {
    const payload = { ...VALID, ...change };
    const faults = gate(payload);
    assert.equal(published(payload), at === null, JSON.stringify(published.errors));
    assert.deepEqual(
      faults.map((fault) => fault.at).slice(0, 1),
      at === null ? [] : [at],
      JSON.stringify(faults),
    );
  });
}

test('a draft asks for the keys of the facts, and for no constraints', () => {
  const draft = ajv.compile(emitDraftSchema(contract, DRAFT) as object);
  const valid = {
    objective: 'go',
    remaining: [],
    confidence: 1,
    established: ['amount', 'ready'],
    discharged: [],
    route: 'sea',
  };
  assert.equal(draft(valid), true, JSON.stringify(draft.errors));
  assert.equal(draft({ ...valid, constraints: [] }), false);
  assert.equal(draft({ ...valid, established: ['amount'] }), false);
  const discharge = { constraint: 'c1', evidence: 'm2', reason: 'asked for it' };
  assert.equal(
    draft({ ...valid, discharged: [{ ...discharge, how: 'withdrawn' }] }),
    true,
    JSON.stringify(draft.errors),
  );
  assert.equal(draft({ ...valid, discharged: [{ ...discharge, how: 'satisfied' }] }), false);
});

function parse(text: string): Contract {
  const { contract: parsed, diagnostics } = parseContract(text, 'contracts/a--b.yaml');
  if (parsed === null) throw new Error(JSON.stringify(diagnostics));
  return parsed;
}
