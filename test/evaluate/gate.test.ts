import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { digestValue } from '../../src/canonical/digest.js';
import { CHECKS } from '../../src/checks/index.js';
import type { Toolchain } from '../../src/compile/compile-contracts.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import { repair } from '../../src/evaluate/repair.js';
import type { TransferRecord } from '../../src/model/record.js';
import { foldRecord } from '../../src/run/fold-record.js';
import {
  bundleBytes,
  compileFiles,
  gateOf,
  incident,
  refundsContract,
  startTools,
  withPayload,
} from '../support/project.js';

const NOW = new Date('2026-11-30T12:00:00Z');
const SECOND = 'contracts/refunds--notifications.yaml';

let tools: Toolchain;
const gates = new Map<string, Gate>();

before(() => {
  tools = startTools();
});

after(() => {
  tools.opa.close();
  for (const gate of gates.values()) gate.close();
});

/** A gate for the second hop of the incident, with this `edge_check`; compiled once. */
async function gateWith(edgeCheck: string, projectFile?: string): Promise<Gate> {
  const key = edgeCheck + (projectFile ?? '');
  const known = gates.get(key);
  if (known !== undefined) return known;
  const files = {
    [SECOND]: refundsContract(edgeCheck),
    ...(projectFile === undefined ? {} : { 'edge-contracts.yaml': projectFile }),
  };
  const gate = gateOf(await compileFiles(files, tools), { clock: () => NOW, instance: 'test' });
  gates.set(key, gate);
  return gate;
}

const MODES: readonly (readonly [mode: string, action: string])[] = [
  ['enforce', 'block'],
  ['warn', 'allow'],
  ['observe', 'allow'],
];

for (const [mode, action] of MODES) {
  test(`mode ${mode} changes the action, never the decision`, async () => {
    const gate = await gateWith(`edge_check:\n  mode: ${mode}\n`);
    const { before: run, hop2 } = incident(gate);
    const verdict = await gate.decide(run, hop2);
    assert.equal(verdict.decision, 'block');
    assert.equal(verdict.mode, mode);
    assert.equal(verdict.action, action);
    assert.deepEqual(
      verdict.reasons.map(({ code }) => code),
      ['constraint.dropped'],
    );
  });
}

test('--as acts in another mode and says so', async () => {
  const gate = await gateWith('edge_check:\n  mode: observe\n');
  const { before: run, hop2 } = incident(gate);
  const verdict = await gate.decide(run, hop2, { as: 'enforce' });
  assert.deepEqual([verdict.action, verdict.mode, verdict.as], ['block', 'enforce', 'enforce']);
});

test('an exception lets through until the end of its day, UTC, and is told', async () => {
  const gate = await gateWith(
    'edge_check:\n  exceptions:\n    - { code: constraint.dropped, reason: field migration, owner: payments, expires: 2026-11-30 }\n',
  );
  const { before: run, hop2 } = incident(gate);
  const during = gate.decideSync(run, hop2, { now: new Date('2026-11-30T23:59:59Z') });
  assert.equal(during.decision, 'allow');
  assert.equal(during.checks['constraint.dropped'], 'excepted');
  assert.deepEqual(during.reasons[0]?.exception, {
    reason: 'field migration',
    owner: 'payments',
    expires: '2026-11-30',
  });
  const past = gate.decideSync(run, hop2, { now: new Date('2026-12-01T00:00:00Z') });
  assert.equal(past.decision, 'block');
  assert.equal(past.reasons[0]?.exception, undefined);
});

test('a severity of a contract is what its verdict goes by', async () => {
  const gate = await gateWith('edge_check:\n  constraint: { dropped: warn }\n');
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.equal(verdict.decision, 'allow');
  assert.equal(verdict.checks['constraint.dropped'], 'warned');
  assert.deepEqual(
    verdict.reasons.map(({ code, severity, at }) => [code, severity, at.line]),
    [['constraint.dropped', 'warn', 26]],
  );
});

test('every check has its line, and none says what it cannot know', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const { checks } = gate.decideSync(run, hop2);
  const outcomes = new Set(Object.values(checks).map((outcome) => outcome.split(':')[0]));
  assert.equal(Object.keys(checks).length, CHECKS.length);
  assert.deepEqual([...outcomes].sort(), ['failed', 'ignored', 'not_checked', 'proven']);
});

test('the patch of a reason makes the next attempt pass', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const attempt: TransferRecord = { ...hop2, delivered: false };
  const blocked = gate.decideSync(run, attempt);
  const payload = repair(hop2.payload, blocked.reasons);
  const verdict = gate.decideSync(foldRecord(run, attempt), { ...hop2, attempt: 2, payload });
  assert.deepEqual([verdict.decision, verdict.reasons], ['allow', []]);
});

test('a host that names another edge than the record is blocked for it', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, { ...hop2, from: 'triage' }, { edge: 'refunds--notifications' });
  assert.ok(
    verdict.reasons.some(({ code }) => code === 'edge.mismatch'),
    JSON.stringify(verdict.reasons),
  );
  assert.equal(verdict.action, 'block');
});

test('a host that names an edge which is not there is told at once', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  assert.throws(() => gate.decideSync(run, hop2, { edge: 'nowhere' }), TypeError);
});

const UNCOVERED: readonly (readonly [setting: string | undefined, mode: string, action: string])[] = [
  [undefined, 'enforce', 'block'],
  ['block', 'enforce', 'block'],
  ['warn', 'warn', 'allow'],
  ['observe', 'observe', 'allow'],
];

for (const [setting, mode, action] of UNCOVERED) {
  test(`without a contract: uncovered ${setting ?? 'not written'} is ${action}, and always told`, async () => {
    const gate = await gateWith('edge_check:\n  mode: enforce\n', setting && `uncovered: ${setting}\n`);
    const { before: run, hop2 } = incident(gate);
    const verdict = gate.decideSync(run, { ...hop2, to: 'archive' });
    assert.deepEqual([verdict.decision, verdict.mode, verdict.action], ['block', mode, action]);
    assert.deepEqual(
      verdict.reasons.map(({ code }) => code),
      ['edge.uncovered'],
    );
    assert.equal(verdict.contract, null);
  });
}

test('an absent field is told once, with all that it leaves unproven', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n  payload: { invalid: ignore }\n');
  const { before: run, hop2 } = incident(gate);
  const payload = { ...(hop2.payload as Record<string, never>) };
  delete payload['constraints'];
  const verdict = gate.decideSync(run, { ...hop2, payload });
  assert.equal(verdict.decision, 'block');
  assert.equal(verdict.checks['constraint.weakened'], 'failed');
  assert.equal(verdict.checks['constraint.invented'], 'not_checked: there is no `payload.constraints`');
  assert.equal(verdict.reasons.filter(({ values }) => values?.['field'] === 'payload.constraints').length, 1);
});

test('a payload that is no object at all is blocked', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  for (const payload of [null, 0, '', 'text', [], true]) {
    const verdict = gate.decideSync(run, { ...hop2, payload });
    assert.equal(verdict.action, 'block', JSON.stringify(payload));
    assert.deepEqual(verdict.errors, []);
  }
});

test('reasons end at two hundred, and the rest is counted', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2, records } = incident(gate);
  const stated = records[0]?.kind === 'message' ? records[0].constraints?.[0] : undefined;
  const constraints = Array.from({ length: 500 }, (_, index) => ({ ...stated, id: `x${index}` }));
  const verdict = gate.decideSync(run, withPayload(hop2, { constraints }));
  assert.equal(verdict.reasons.length, 200);
  assert.equal(verdict.omitted_reasons, 301);
});

test('facts collected once can be put to another policy', async () => {
  const strict = await gateWith('edge_check:\n  mode: enforce\n');
  const loose = await gateWith('edge_check:\n  constraint: { dropped: warn }\n');
  const { before: run, hop2 } = incident(strict);
  const collected = await strict.collectFacts(run, hop2);
  assert.equal(strict.decideFacts(collected).decision, 'block');
  assert.equal(loose.decideFacts(collected).decision, 'allow');
});

test('the policy is really called', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const asked = gate.evaluations;
  gate.decideSync(run, hop2);
  assert.equal(gate.evaluations, asked + 1);
});

test('the guard answers by what the run holds, though the payload lost it', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const after = foldRecord(run, hop2);
  const ask = (kind: string) => gate.guard(after, { by: 'notifications', kind, target: 'customer' });
  assert.deepEqual(
    ask('message.email').reasons.map(({ code }) => code),
    ['side_effect.forbidden'],
  );
  assert.equal(ask('message.app').action, 'allow');
  assert.deepEqual(
    ask('message.sms').reasons.map(({ code }) => code),
    ['side_effect.undeclared'],
  );
});

test('the guard binds an agent that nothing was delivered to', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run } = incident(gate);
  const effect = { by: 'triage', kind: 'message.email', target: 'customer' };
  const answer = gate.guard(run, effect);
  assert.deepEqual([answer.action, answer.edge], ['block', null]);
  assert.deepEqual(
    answer.reasons.map(({ code }) => code),
    ['side_effect.forbidden'],
  );
  assert.equal(gate.guard(run, { ...effect, kind: 'orders.read' }).action, 'allow');
});

test('an attempt has one digest, before it is decided and after', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const digest = (transfer: TransferRecord) => gate.decideSync(run, transfer).transfer.digest;
  assert.equal(digest({ ...hop2, delivered: false }), digest({ ...hop2, delivered: true }));
  assert.notEqual(digest({ ...hop2, attempt: 2 }), digest(hop2));
});

test('the guard lets no agent through that the run never saw', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run } = incident(gate);
  const answer = gate.guard(run, { by: 'Refunds', kind: 'payment.refund', target: 'customer' });
  assert.deepEqual([answer.action, answer.reasons.map(({ code }) => code)], ['block', ['edge.uncovered']]);
});

test('what is no transfer record is a TypeError, never an allow', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, records } = incident(gate);
  for (const wrong of [null, 0, 'x', [], {}, { foo: 1 }, records[0]]) {
    assert.throws(() => gate.decideSync(run, wrong as never), TypeError);
  }
  assert.throws(() => foldRecord(run, { run: 'refund-41182' } as never), TypeError);
});

test('a bundle whose schema does not compile blocks with a code', async () => {
  const bytes = bundleBytes(await compileFiles({ [SECOND]: refundsContract() }, tools));
  const bundle = JSON.parse(new TextDecoder().decode(bytes));
  bundle.manifest.edges[0].payload_schema = { type: 'no such type' };
  bundle.manifest.edges[0].established = ['unknown'];
  bundle.digest = digestValue(bundle.manifest);
  const gate = loadGate({ bundle: new TextEncoder().encode(JSON.stringify(bundle)) });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.error']]);
});

test('a payload that was changed after a decision is judged anew', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2, records } = incident(gate);
  const stated = records[0]?.kind === 'message' ? records[0].constraints : undefined;
  const carried = withPayload(hop2, { constraints: stated });
  assert.equal(gate.decideSync(run, carried).decision, 'allow');
  (carried.payload as { constraints: unknown }).constraints = [];
  assert.equal(gate.decideSync(run, carried).decision, 'block');
  assert.equal(gate.decideSync(run, { ...carried }).decision, 'block');
});

const MODES_THAT_ARE_NONE: readonly unknown[] = ['Enforce', 'ENFORCE', '', 'off', null, 0];

for (const as of MODES_THAT_ARE_NONE) {
  test(`a mode that is none, ${JSON.stringify(as)}, is enforce`, async () => {
    const gate = await gateWith('edge_check:\n  mode: enforce\n');
    const { before: run, hop2 } = incident(gate);
    assert.equal(gate.decideSync(run, hop2, { as: as as never }).action, 'block');
  });
}

test('nothing is let through on records of which something is wrong', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n  constraint: { dropped: ignore }\n');
  const { before: run, hop2, records } = incident(gate);
  const codes = (state: typeof run, transfer = hop2) =>
    gate
      .decideSync(state, transfer)
      .reasons.filter(({ severity }) => severity === 'block')
      .map(({ code }) => code);
  assert.deepEqual(codes(run), []);
  assert.deepEqual(codes(run, { ...hop2, run: 'another' }), ['run.other_run']);
  assert.ok(codes(foldRecord(run, records[1] as never)).includes('run.duplicate_id'));
  const closed = records.find(({ kind }) => kind === 'closed');
  assert.ok(codes(foldRecord(run, closed as never)).includes('run.after_closed'));
  const guarded = gate.guard(foldRecord(run, records[1] as never), {
    by: 'refunds',
    kind: 'orders.read',
    target: 'x',
  });
  assert.equal(guarded.action, 'block');
});

const NO_EFFECTS: readonly object[] = [
  { kind: 'Message.Email' },
  { kind: 'message.email.' },
  { kind: 'message.*' },
  { kind: 'message\uff0eemail' },
  { kind: undefined },
  { target: '*' },
  { target: 'customer ' },
  { target: ['customer'] },
  { by: '' },
];

for (const change of NO_EFFECTS) {
  test(`the guard is asked about one effect, not about ${JSON.stringify(change)}`, async () => {
    const gate = await gateWith('edge_check:\n  mode: enforce\n');
    const { before: run } = incident(gate);
    const effect = { by: 'triage', kind: 'message.email', target: 'customer', ...change };
    assert.throws(() => gate.guard(run, effect as never), TypeError);
  });
}

test('a time that is none is refused, and a year that is none blocks', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  for (const now of [new Date(Number.NaN), '2026-11-30', null]) {
    assert.throws(() => gate.decideSync(run, hop2, { now: now as never }), TypeError);
  }
  const verdict = gate.decideSync(run, hop2, { now: new Date('+010000-01-01T00:00:00Z') });
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.error']]);
});

test('a payload that is no JSON is a TypeError, never an allow', async () => {
  const gate = await gateWith('edge_check:\n  mode: enforce\n');
  const { before: run, hop2 } = incident(gate);
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  for (const value of [cyclic, 1n, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => gate.decideSync(run, withPayload(hop2, { confidence: value })), TypeError);
  }
});

test('the default contract cannot be chosen for an edge that has its own', async () => {
  const files = {
    [SECOND]: refundsContract(),
    'contracts/_default.yaml': readFileSync('contracts/_default.yaml', 'utf8'),
  };
  const gate = gateOf(await compileFiles(files, tools), { clock: () => NOW });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, { ...hop2, edge: '_default' });
  assert.equal(verdict.transfer.edge, 'refunds--notifications');
  assert.ok(verdict.reasons.some(({ code }) => code === 'edge.mismatch'));
  assert.equal(gate.decideSync(run, { ...hop2, to: 'archive', edge: '_default' }).transfer.edge, '_default');
});
