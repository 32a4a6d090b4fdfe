import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunRecord } from '../../src/model/record.js';
import type { StatedConstraint, TransferContext } from '../../src/model/transfer-context.js';
import { agentState } from '../../src/run/agent-state.js';
import { contextOf } from '../../src/run/context-of.js';
import { foldRecord, foldRun } from '../../src/run/fold-record.js';
import { livesOf } from '../../src/run/lives-of.js';
import { emptyRun, type RunState } from '../../src/run/run-state.js';
import { violations } from '../../src/run/violations.js';
import { NaiveModel } from './naive-model.js';
import { RANDOM_TERMS, randomRun } from './random-run.js';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env['FC_RUNS'] ?? 150);

test('the fold agrees with the naive model on random runs', (t) => {
  t.diagnostic(`FC_SEED=${seed}`);
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(randomRun, (records) => {
      compareRun(records, seen);
    }),
    { seed, numRuns, ...REPORT },
  );
  t.diagnostic([...seen].map(([what, count]) => `${what} ${count}`).join(', '));
  for (const what of SITUATIONS) {
    assert.ok((seen.get(what) ?? 0) >= numRuns / 40, `${what} hardly ever came: ${seen.get(what) ?? 0}`);
  }
});

/** Shrinking a long run can take minutes: two of them make the run short enough to read. */
const REPORT = { includeErrorInReport: true, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true };

/** Without these the comparison would say little. */
const SITUATIONS = [
  'received',
  'stated',
  'standing',
  'sender',
  'sender alone',
  'upstream',
  'not reached',
  'closed',
  'lapsed',
  'fan-in',
  'fan-out',
  'blocked',
  'partial',
  'order fault',
  'transmission',
  'reasoning',
  'unmet requirement',
  'dropped',
  'weakened',
  'restored',
  'discharged',
  'facts',
];

function compareRun(records: readonly RunRecord[], seen: Map<string, number>): void {
  const naive = new NaiveModel(records, RANDOM_TERMS);
  const count = (what: string, by = 1): void => void seen.set(what, (seen.get(what) ?? 0) + by);
  let state = emptyRun(RANDOM_TERMS);
  records.forEach((record, index) => {
    if (record.kind === 'transfer') {
      const context = contextOf(state, record);
      assert.deepEqual(told(context), expected(naive, index), `record ${index}`);
      for (const key of ['k1', 'k2', 'k3', 'k4'])
        assert.deepEqual(factsTold(context, key), naive.receivedFacts(record.from, key, index));
      countContext(context, count);
      if (!record.delivered) count('blocked');
      if (record.after.length > 1) count('fan-in');
      if (naive.crossings(index).some((each) => sameStart(naive, each, index))) count('fan-out');
    }
    for (const agent of record.kind === 'closed' ? [] : ['a', 'b', 'c']) {
      assert.deepEqual(
        binding(state, agent),
        naiveBinding(naive, agent, index),
        `${agent} at record ${index}`,
      );
    }
    state = foldRecord(state, record);
  });
  compareViolations(state, naive, count);
  for (const { transitions } of livesOf(state)) for (const { to } of transitions) count(to);
}

/** Two handoffs by one agent from the same place. */
function sameStart(naive: NaiveModel, a: number, b: number): boolean {
  const [one, other] = [naive.transferAt(a), naive.transferAt(b)];
  return one.from === other.from && String(one.after) === String(other.after) && one.to !== other.to;
}

function compareViolations(state: RunState, naive: NaiveModel, count: (what: string) => void): void {
  const found = violations(state).map(({ constraint, effect, agent, cause }) => {
    count(effect === null ? 'unmet requirement' : cause);
    return `${constraint.constraint.id} ${effect ?? 'closed'} ${agent} ${cause}`;
  });
  assert.deepEqual(found.sort(), naive.violations().sort());
}

function binding(state: RunState, agent: string): string[] {
  return agentState(state, agent)
    .binding.map(({ constraint, whole }) => `${constraint.id} ${whole ? 'whole' : 'not whole'}`)
    .sort();
}

function naiveBinding(naive: NaiveModel, agent: string, before: number): string[] {
  return [...naive.bindingFor(agent, before)]
    .map((id) => `${id} ${naive.arrivedWhole(agent, id, before) ? 'whole' : 'not whole'}`)
    .sort();
}

const ids = (list: readonly StatedConstraint[]): string[] =>
  list.map(({ constraint }) => constraint.id).sort();

function told(context: TransferContext): unknown {
  return {
    history: context.history,
    held: context.held.map(({ constraint, origins }) => `${constraint.id} ${[...origins].sort()}`).sort(),
    upstream: context.upstream.map(({ constraint, lostAt }) => `${constraint.id} ${lostAt.hop}`).sort(),
    notReached: ids(context.notReached),
    closed: context.closed.map(({ constraint, closedAt }) => `${constraint.id} ${closedAt.hop}`).sort(),
    lapsed: ids(context.lapsed),
    known: [...context.known.keys()].sort(),
  };
}

function factsTold(context: TransferContext, key: string): string[] {
  return context
    .receivedFacts(key)
    .map(
      ({ hop, fact: { value, source, evidence } }) => `${hop} ${JSON.stringify([value, source, evidence])}`,
    );
}

function expected(naive: NaiveModel, index: number): unknown {
  return {
    history: naive.history(index),
    held: [...naive.heldAt(index)].map(([id, origins]) => `${id} ${[...origins].sort()}`).sort(),
    upstream: [...naive.upstreamAt(index)].map(([id, hop]) => `${id} ${hop}`).sort(),
    notReached: [...naive.notReachedAt(index)].sort(),
    closed: [...naive.closedBefore(index)].map(([id, hop]) => `${id} ${hop}`).sort(),
    lapsed: [...naive.lapsedAt(index)].sort(),
    known: [...naive.known(index).keys()].sort(),
  };
}

function countContext(context: TransferContext, count: (what: string, by?: number) => void): void {
  for (const { origins } of context.held) {
    for (const origin of origins) count(origin);
    if (origins.length === 1 && origins[0] === 'sender') count('sender alone');
  }
  count('upstream', context.upstream.length);
  count('not reached', context.notReached.length);
  count('closed', context.closed.length);
  count('lapsed', context.lapsed.length);
  if (context.receivedFacts('k1').length > 1) count('facts');
  if (context.history === 'partial') count('partial');
  if (context.order.length > 0) count('order fault');
}

test('every state of a random run stays as it was, also when the run goes two ways from it', (t) => {
  t.diagnostic(`FC_SEED=${seed}`);
  fc.assert(
    fc.property(randomRun, fc.nat(), (records, cut) => {
      const at = cut % (records.length + 1);
      const start = foldRun(records.slice(0, at), RANDOM_TERMS);
      const before = snapshot(start);
      const ways = [records.slice(at), records.slice(at).reverse()];
      const ends = ways.map((way) => way.reduce(foldRecord, start));
      assert.deepEqual(snapshot(start), before);
      ways.forEach((way, index) => {
        const alone = foldRun([...records.slice(0, at), ...way], RANDOM_TERMS);
        assert.deepEqual(snapshot(ends[index] ?? start), snapshot(alone));
      });
    }),
    { seed, numRuns: Math.ceil(numRuns / 4), ...REPORT },
  );
});

function snapshot(state: RunState): unknown {
  const { run, length, closed, faults, history } = state;
  const agents = ['a', 'b', 'c'].map((agent) => agentState(state, agent));
  return {
    run,
    length,
    closed,
    faults,
    history,
    agents,
    lives: livesOf(state),
    violations: violations(state),
  };
}
