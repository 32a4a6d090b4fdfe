import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/model/record.js';
import { RECORD_SCHEMA } from '../../src/model/record.js';
import { agentState } from '../../src/run/agent-state.js';
import { foldRecord, foldRun } from '../../src/run/fold-record.js';
import { omittedFaults } from '../../src/run/run-fault.js';
import { emptyRun, type RunState } from '../../src/run/run-state.js';
import { violations } from '../../src/run/violations.js';
import { duty, email, message, rule, toolCall } from './build.js';
import { NAMED_EDGES } from './examples.js';

const BASE = { schema: RECORD_SCHEMA, run: 'r1', at: '2026-11-30T09:00:00.000Z' } as const;
const CLOSED: RunRecord = { ...BASE, kind: 'closed' };

/** Generous: each of these takes a fraction of it, and took ten times as much and more where it was quadratic. */
const MOST_SECONDS = 4;

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function inTime<T>(act: () => T): T {
  const before = process.cpuUsage();
  const result = act();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  assert.ok(seconds < MOST_SECONDS, `took ${seconds} s`);
  return result;
}

test('10,000 constraints in one message, and 300 effects', () => {
  const rules = many(10_000, (n) => rule(`c${n}`, { forbids: [{ kind: 'message.sms', target: `t${n}` }] }));
  const records = [message('a', rules), ...many(300, (n) => email('a', `e${n}`))];
  const state = inTime(() => {
    let run = emptyRun(NAMED_EDGES);
    for (const record of records) {
      if (record.kind === 'effect') agentState(run, record.by);
      run = foldRecord(run, record);
    }
    return run;
  });
  const { binding } = agentState(state, 'a');
  assert.equal(binding.length, 10_000);
  assert.ok(binding.every(({ whole }) => whole));
  assert.deepEqual(violations(state), []);
});

test('2,000 of 10,000 constraints are each broken by one effect', () => {
  const rules = many(10_000, (n) =>
    rule(`c${n}`, { forbids: n < 2_000 ? [{ kind: 'message.*', target: '*' }] : [] }),
  );
  const state = inTime(() => foldRun([message('a', rules), email('a')], NAMED_EDGES));
  const broken = violations(state);
  assert.deepEqual(
    broken.map(({ constraint }) => constraint.constraint.id),
    many(2_000, (n) => `c${n}`),
  );
  assert.ok(broken.every(({ cause }) => cause === 'reasoning'));
});

test('patterns with and without stars break in the order of their statements, and each once', () => {
  const exact = { kind: 'message.email', target: 'customer' };
  const starred = { kind: 'message.*', target: 'customer' };
  const rules = [
    rule('c0', { forbids: [starred] }),
    rule('c1', { forbids: [exact, exact, starred] }),
    rule('c2', { forbids: [{ kind: 'x', target: 'y' }] }),
    rule('c3', { forbids: [exact] }),
  ];
  const state = foldRun([message('a', rules), email('a')], NAMED_EDGES);
  assert.deepEqual(
    violations(state).map(({ constraint }) => constraint.constraint.id),
    ['c0', 'c1', 'c3'],
  );
});

test('what is told after an effect binds at the next one', () => {
  const records = [message('a', [rule('c1')]), email('a'), message('a', [rule('c2')], { id: 'm2' })];
  const state = foldRun([...records, email('a', 'e2'), email('b', 'e3')], NAMED_EDGES);
  assert.deepEqual(
    violations(state).map(({ constraint, effect, cause }) => [constraint.constraint.id, effect, cause]),
    [
      ['c1', 'e1', 'reasoning'],
      ['c1', 'e2', 'reasoning'],
      ['c2', 'e2', 'reasoning'],
      ['c1', 'e3', 'transmission'],
      ['c2', 'e3', 'transmission'],
    ],
  );
});

test('10,000 requirements that 2,000 effects do not meet', () => {
  const duties = many(10_000, (n) =>
    duty(`c${n}`, { requires: [{ kind: 'payment.refund', target: `t${n}` }] }),
  );
  const effects = many(2_000, (n) => email('a', `e${n}`));
  const state = inTime(() => foldRun([message('a', duties), ...effects, CLOSED], NAMED_EDGES));
  assert.equal(violations(state).length, 10_000);
});

test('85,000 records that end the run', () => {
  const state = inTime(() =>
    foldRun(
      many(85_000, () => CLOSED),
      NAMED_EDGES,
    ),
  );
  assert.equal(state.faults.length, 200);
  assert.equal(omittedFaults(state), 85_000 - 1 - 200);
});

test('50,000 records of one id', () => {
  const state = inTime(() =>
    foldRun(
      many(50_000, () => toolCall('t1')),
      NAMED_EDGES,
    ),
  );
  assert.equal(state.faults.length, 200);
  assert.equal(omittedFaults(state), 50_000 - 1 - 200);
});

test('an error among the faults that are left out is told nevertheless', () => {
  const ids = many(300, (n) => `c${n}`);
  let state: RunState = foldRun([message('a', [], { withdraws: ids })], NAMED_EDGES);
  assert.ok(state.faults.every(({ severity }) => severity === 'warning'));
  const before = state;
  state = foldRun([message('a', [], { withdraws: ids }), message('a', [])], NAMED_EDGES);
  assert.equal(state.faults.length, 200);
  assert.equal(state.faults.filter(({ code }) => code === 'run.duplicate_id').length, 1);
  assert.equal(omittedFaults(state), 101);
  assert.equal(omittedFaults(before), 100);
});
