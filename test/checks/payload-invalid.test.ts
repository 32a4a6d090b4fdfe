import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import { openRun } from '../../src/run/recorder.js';
import { compiledExample } from '../cli/cli.js';

const PAYLOAD = {
  objective: 'Refund the order.',
  remaining: [],
  established: [],
  constraints: [],
  discharged: [],
  side_effects: [],
  stop_conditions: [],
  confidence: 0.9,
};

const WRONG: readonly (readonly [what: string, payload: JsonValue, at: string, say: string])[] = [
  [
    'an object where a list is',
    { ...PAYLOAD, established: {} },
    '/payload/established',
    'Correct "/established" of the payload: expected a list, found an object.',
  ],
  [
    'a number in a list of texts',
    { ...PAYLOAD, remaining: ['Check.', 7] },
    '/payload/remaining/1',
    'Correct "/remaining/1" of the payload: expected a text, found the number 7.',
  ],
  ['no object at all', [], '/payload', 'Correct the payload: expected an object, found an empty list.'],
];

let gate: Gate;
before(async () => {
  gate = loadGate({ dir: join(await compiledExample(), 'policies') });
});

for (const [what, payload, at, say] of WRONG)
  test(`a payload with ${what} is told with its place, and in a sentence for its sender`, () => {
    const run = openRun({ run: 'r1', terms: gate.terms, clock: () => new Date('2026-11-30T09:00:00Z') });
    run.message({ to: 'triage', text: 'hello', constraints: [] });
    const transfer = run.handoff({ from: 'triage', to: 'refunds', payload });
    const { reasons } = gate.decideSync(run.runState, transfer, { now: new Date(transfer.at) });
    const told = reasons.filter(({ code }) => code === 'payload.invalid');
    assert.ok(
      told.some(({ at: { data }, fix }) => data === at && fix?.say === say),
      JSON.stringify(told),
    );
    assert.ok(told.every(({ fix }) => fix !== undefined));
  });
