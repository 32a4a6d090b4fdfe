import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../src/canonical/json-value.js';
import { compileContracts } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { readProject } from '../../src/contract/index.js';
import { evaluateRun } from '../../src/evaluate/evaluate-run.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import { openRun, type Recorder } from '../../src/run/recorder.js';
import { DEADLINE_MS } from '../proof/settings.js';

// What the vocabulary says of the details of side effects: claimed, observed, and put to the guard.

const FILES = new Map([
  [
    'edge-contracts.yaml',
    `effects:
  payment.*:
    description: Money moves.
    details:
      type: object
      properties: { amount: { $ref: "#/$defs/money" } }
      required: [amount]
      $defs: { money: { type: string, pattern: "^GBP [0-9]+$" } }
  message.email: { description: An email. }
`,
  ],
  [
    'contracts/a--b.yaml',
    `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: a--b, owner: us }
edge: { from: a, to: b }
declared_side_effects:
  - { by: sender, kind: payment.*, target: customer }
  - { by: receiver, kind: payment.refund, target: customer }
  - { by: receiver, kind: message.email, target: customer }
`,
  ],
]);

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
before(async () => {
  const { set, diagnostics } = readProject(FILES);
  assert.deepEqual(diagnostics, []);
  const { bundle } = await compileContracts(set, 'sha256:0', tools);
  gate = loadGate({ bundle: Buffer.from(JSON.stringify(bundle)) });
});
after(() => tools.opa.close());

/** A run in which `a` has refunded, up to the handoff. */
function refunded(details: JsonObject | undefined): Recorder {
  const run = openRun({ run: 'r1', terms: gate.terms, clock: () => new Date('2026-11-30T09:00:00Z') });
  run.message({ to: 'a', text: 'hello', constraints: [] });
  const { id } = run.toolCall({ by: 'a', tool: 'refund', succeeded: true });
  const more = details === undefined ? {} : { details };
  run.effect({ by: 'a', kind: 'payment.refund', target: 'customer', evidence: id, ...more });
  return run;
}

const DRAFT = { objective: 'Go on.', remaining: [], established: [], discharged: [] };

const DETAILS: readonly (readonly [what: string, details: JsonObject | undefined, at: string | null])[] = [
  ['what its kind asks for', { amount: 'GBP 68' }, null],
  ['more besides', { amount: 'GBP 68', note: 'x' }, null],
  ['another form', { amount: 68 }, '/amount'],
  ['nothing of it', {}, ''],
  ['no details', undefined, ''],
];

for (const [what, details, at] of DETAILS) {
  test(`an effect with ${what}, observed and claimed`, () => {
    const run = refunded(details);
    const transfer = run.handoff({ from: 'a', to: 'b', draft: DRAFT });
    const { reasons } = gate.decideSync(run.runState, transfer, { now: new Date(transfer.at) });
    const codes = reasons.map(({ code }) => code).sort();
    assert.deepEqual(codes, at === null ? [] : ['payload.invalid', 'side_effect.malformed']);
    if (at === null) return;
    const place = details === undefined ? '/payload/side_effects/0' : `/payload/side_effects/0/details${at}`;
    assert.equal(reasons.find(({ code }) => code === 'payload.invalid')?.at.data, place);
  });

  test(`an effect with ${what}, put to the guard, and observed of the receiver`, () => {
    const run = refunded({ amount: 'GBP 68' });
    run.settle(run.handoff({ from: 'a', to: 'b', draft: DRAFT }), 'allow');
    const effect = { by: 'b', kind: 'payment.refund', target: 'customer' };
    const more = details === undefined ? {} : { details };
    const wanted = at === null ? [] : ['side_effect.malformed'];
    const asked = gate.guard(run.runState, { ...effect, ...more });
    assert.deepEqual(
      asked.reasons.map(({ code }) => code),
      wanted,
    );
    assert.equal(asked.decision, at === null ? 'allow' : 'block');
    const { id } = run.toolCall({ by: 'b', tool: 'refund', succeeded: true });
    run.effect({ ...effect, ...more, evidence: id });
    const verdict = evaluateRun(
      gate,
      run.records.map((record) => ({ record })),
    );
    assert.deepEqual(
      verdict.run.reasons.map(({ code }) => code),
      wanted,
    );
  });
}

test('a kind without a schema takes any details; details that are no object are misuse', () => {
  const run = refunded({ amount: 'GBP 68' });
  run.settle(run.handoff({ from: 'a', to: 'b', draft: DRAFT }), 'allow');
  const email = { by: 'b', kind: 'message.email', target: 'customer' };
  assert.equal(gate.guard(run.runState, { ...email, details: { subject: 'x' } }).decision, 'allow');
  assert.throws(() => gate.guard(run.runState, { ...email, details: 'x' as never }), TypeError);
});
