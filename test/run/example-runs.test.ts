import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';
import type { TransferContext } from '../../src/model/transfer-context.js';
import { agentState } from '../../src/run/agent-state.js';
import { contextOf } from '../../src/run/context-of.js';
import { foldRecord, foldRun } from '../../src/run/fold-record.js';
import { livesOf } from '../../src/run/lives-of.js';
import { emptyRun } from '../../src/run/run-state.js';
import { violations } from '../../src/run/violations.js';
import { exampleJson, exampleRun, NAMED_EDGES } from './examples.js';

function contextAt(records: readonly RunRecord[], hop: number): TransferContext {
  const index = records.findIndex((record) => record.kind === 'transfer' && record.hop === hop);
  return contextOf(foldRun(records.slice(0, index), NAMED_EDGES), records[index] as TransferRecord);
}

test('hop 2 of the incident holds c1, received and in the sender', () => {
  const context = contextAt(exampleRun('run'), 2);
  assert.equal(context.history, 'complete');
  assert.deepEqual(context.order, []);
  assert.deepEqual(
    context.held.map(({ constraint, origins, statedTo }) => [constraint.id, origins, statedTo]),
    [['c1', ['received', 'sender'], 'triage']],
  );
  assert.deepEqual(context.upstream, []);
  assert.deepEqual(
    context.senderEffects.map(({ id }) => id),
    ['e1'],
  );
  assert.deepEqual(
    context.received.map(({ hop, from }) => [hop, from]),
    [[1, 'triage']],
  );
  assert.equal(context.evidence('t3')?.kind, 'tool_call');
  assert.equal(context.evidence('t4'), null);
});

test('hop 3 of the incident holds nothing, and knows that c1 was lost at hop 2', () => {
  const context = contextAt(exampleRun('run'), 3);
  assert.deepEqual(context.held, []);
  assert.deepEqual(
    context.upstream.map(({ constraint, lostAt }) => [constraint.id, lostAt]),
    [['c1', { hop: 2, edge: 'refunds--notifications' }]],
  );
  assert.deepEqual(context.notReached, []);
});

test('the email of the incident is a violation, lost on the way', () => {
  const found = violations(foldRun(exampleRun('run'), NAMED_EDGES));
  assert.deepEqual(
    found.map(({ constraint, effect, agent, cause, lastHop, edge, brokenAt }) => ({
      id: constraint.constraint.id,
      effect,
      agent,
      cause,
      lastHop,
      edge,
      brokenAt,
    })),
    [
      {
        id: 'c1',
        effect: 'e2',
        agent: 'notifications',
        cause: 'transmission',
        lastHop: 2,
        edge: 'refunds--notifications',
        brokenAt: 2,
      },
    ],
  );
});

test('the life of c1 is that of the worked example', () => {
  const expected = exampleJson('constraint-life.json') as { transitions: Record<string, unknown>[] };
  // Verdict and action come from the gate; the fold knows neither.
  for (const step of expected.transitions) {
    delete step['verdict'];
    delete step['action'];
  }
  assert.deepEqual(livesOf(foldRun(exampleRun('run'), NAMED_EDGES)), [expected]);
});

test('before the email the guard knows that c1 binds and did not arrive', () => {
  const records = exampleRun('run');
  const before = records.findIndex((record) => record.kind === 'tool_call' && record.id === 't4');
  const state = agentState(foldRun(records.slice(0, before), NAMED_EDGES), 'notifications');
  assert.deepEqual(
    state.binding.map(({ constraint, whole, arrived, brokenAt }) => [
      constraint.id,
      whole,
      arrived,
      brokenAt,
    ]),
    [['c1', false, 'lost', 2]],
  );
  assert.equal(state.lastReceived?.hop, 2);
});

test('a constraint that the customer took back is closed by the discharge, and the email is no violation', () => {
  const email = exampleRun('run').filter(({ at }) => at === '2026-11-30T09:14:23.000Z');
  const records = [...exampleRun('run.discharged'), ...email];
  const state = foldRun(records, NAMED_EDGES);
  assert.deepEqual(violations(state), []);
  const [life] = livesOf(state);
  assert.equal(life?.state, 'discharged');
  assert.deepEqual(life?.discharged_by, { agent: 'refunds', hop: 2 });
  const next = exampleRun('run').find((record) => record.kind === 'transfer' && record.hop === 3);
  const context = contextOf(state, next as TransferRecord);
  assert.deepEqual(context.held, []);
  assert.deepEqual(context.upstream, []);
  assert.deepEqual(
    context.closed.map(({ constraint, closedAt }) => [constraint.id, closedAt]),
    [['c1', { hop: 2, agent: 'refunds' }]],
  );
});

test('a state answers the same after another record was folded onto it', () => {
  const records = exampleRun('run');
  const states = [emptyRun(NAMED_EDGES)];
  for (const record of records) states.push(foldRecord(states.at(-1) ?? emptyRun(NAMED_EDGES), record));
  states.forEach((state, count) => {
    const again = foldRun(records.slice(0, count), NAMED_EDGES);
    assert.deepEqual(livesOf(state), livesOf(again));
    assert.deepEqual(violations(state), violations(again));
    assert.deepEqual(agentState(state, 'notifications'), agentState(again, 'notifications'));
  });
});
