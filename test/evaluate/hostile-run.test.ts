import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Toolchain } from '../../src/compile/compile-contracts.js';
import { evaluateRun, type RunEvaluation } from '../../src/evaluate/evaluate-run.js';
import type { Gate } from '../../src/evaluate/gate.js';
import type { RunRecord } from '../../src/model/record.js';
import { evaluationText } from '../../src/report/evaluation-text.js';
import { plain } from '../../src/report/paint.js';
import { email, message, rule, toolCall } from '../run/build.js';
import { compileFiles, gateOf, refundsContract, startTools } from '../support/project.js';

/** Generous: what was quadratic took several times as much. */
const MOST_SECONDS = 8;

let tools: Toolchain;
let gate: Gate;

before(async () => {
  tools = startTools();
  gate = gateOf(await compileFiles({ 'contracts/refunds--notifications.yaml': refundsContract() }, tools));
});

after(() => {
  tools.opa.close();
  gate.close();
});

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function evaluated(records: readonly RunRecord[]): RunEvaluation {
  const started = process.cpuUsage();
  const evaluation = evaluateRun(
    gate,
    records.map((record) => ({ record })),
  );
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  assert.ok(seconds < MOST_SECONDS, `took ${seconds} s`);
  return evaluation;
}

test('20 constraints and 2,000 effects that all of them forbid', () => {
  const effects = many(2_000, (n) => email('a', `e${n}`));
  const { run } = evaluated([
    message(
      'a',
      many(20, (n) => rule(`c${n}`)),
    ),
    ...effects,
  ]);
  assert.equal(run.decision, 'block');
  assert.equal(run.reasons.length, 200);
  assert.equal(run.omitted_reasons, 40_000 - 200);
  assert.ok(run.reasons.every(({ cause }) => cause === 'reasoning'));
  const text = evaluationText([{ transfers: [], run }], { paint: plain });
  assert.match(text, /^ {2}and 39800 more reasons$/m);
  assert.match(text, /, at least 200 violations$/m);
});

test('300 effects, and 10,000 constraints that forbid none of them', () => {
  const forbids = [{ kind: 'message.sms', target: 'customer' }];
  const rules = many(10_000, (n) => rule(`c${n}`, { forbids }));
  const { run } = evaluated([message('a', rules), ...many(300, (n) => email('a', `e${n}`))]);
  assert.equal(run.decision, 'allow');
  assert.equal(run.omitted_reasons, undefined);
});

test('what blocks blocks where it is left out too', () => {
  const withdraws = many(300, (n) => `x${n}`);
  const warned = [message('a', [], { withdraws })];
  const { run: warnedOnly } = evaluated(warned);
  assert.equal(warnedOnly.decision, 'allow');
  assert.equal(warnedOnly.reasons.length, 200);
  assert.equal(warnedOnly.omitted_reasons, 100);
  const rules = message('a', [rule('c1')], { id: 'm2' });
  assert.equal(evaluated([...warned, rules, email('a')]).run.decision, 'block');
  assert.equal(evaluated([...warned, toolCall('t1'), toolCall('t1')]).run.decision, 'block');
});

test('the report lists 50 constraints, those that were broken first, and counts the rest', () => {
  const rules = many(120, (n) =>
    rule(`c${n}`, n === 119 ? {} : { forbids: [{ kind: 'message.sms', target: 'customer' }] }),
  );
  const text = evaluationText([evaluated([message('a', rules), email('a')])], { paint: plain });
  const lives = text.slice(text.indexOf('\nconstraints\n')).split('\n');
  assert.equal(lives.filter((line) => / {2}(stated|live|violated) {2}"/.test(line)).length, 50);
  assert.match(text, /^ {2}c119 {2}violated/m);
  assert.match(text, /^ {2}and 70 more constraints$/m);
});
