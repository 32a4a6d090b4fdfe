import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scoreRun } from '../../src/carry/score-run.js';
import type { RunRecord } from '../../src/model/record.js';
import { hop, message, rule } from '../run/build.js';
import { NaiveModel } from '../run/naive-model.js';
import { RANDOM_TERMS, randomRun } from '../run/random-run.js';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env['FC_RUNS'] ?? 150);

test(`lives and outcomes agree with a model that asks the list of records every time (FC_SEED=${seed})`, (t) => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(randomRun, (records) => {
      const score = scoreRun({ run: 'r', records }, { terms: RANDOM_TERMS });
      const found = score.lives
        .filter(({ constraint }) => constraint.scope === 'run')
        .flatMap(({ constraint, transitions }) =>
          transitions.flatMap(({ to, hop: at }) =>
            HANDOFF.has(to) && at !== undefined ? [`${at} ${constraint.id} ${to}`] : [],
          ),
        );
      const naive = new NaiveModel(records, RANDOM_TERMS);
      assert.deepEqual(found.sort(), stepsOf(naive, records).sort());
      assert.deepEqual(
        score.transfers.map(({ constraints }) =>
          constraints.map(({ id, outcome }) => `${id} ${outcome}`).sort(),
        ),
        outcomesOf(naive, records),
      );
      for (const step of found) {
        const to = step.split(' ').at(-1) ?? '';
        seen.set(to, (seen.get(to) ?? 0) + 1);
      }
    }),
    { seed, numRuns, includeErrorInReport: true },
  );
  t.diagnostic([...seen].map(([to, count]) => `${to} ${count}`).join(', '));
  for (const to of HANDOFF) assert.ok((seen.get(to) ?? 0) >= numRuns / 20, `${to} hardly ever came`);
});

const HANDOFF: ReadonlySet<string> = new Set(['live', 'dropped', 'weakened', 'restored', 'discharged']);

/** What each delivered handoff does to each constraint of run scope, by the words of the design. */
function stepsOf(naive: NaiveModel, records: readonly RunRecord[]): string[] {
  const steps: string[] = [];
  const everLive = new Set<string>();
  for (const index of naive.crossings(records.length)) {
    const { hop: at } = naive.transferAt(index);
    for (const [id, { scope }] of naive.known(index)) {
      if (scope !== 'run') continue;
      const before = naive.parents(index).filter((parent) => naive.carriedIn(parent).has(id));
      const wasWhole = before.some((parent) => naive.wholeIn(parent, id));
      const wasLost = before.length === 0 && naive.lostBefore(index).has(id);
      const closed = naive.closedIn(index).has(id);
      const carried = naive.carriedIn(index).has(id);
      const whole = carried && naive.wholeIn(index, id);
      const step = (to: string): void => void steps.push(`${at} ${id} ${to}`);
      if (carried && !everLive.has(id) && !wasLost) step('live');
      else if (carried && (wasLost || (whole && before.length > 0 && !wasWhole))) step('restored');
      if (carried && !whole && (before.length === 0 || wasWhole)) step('weakened');
      if (closed) step('discharged');
      else if (!carried && naive.heldAt(index).has(id) && !wasLost) step('dropped');
      if (carried) everLive.add(id);
    }
  }
  return steps;
}

/** One list for each attempt. */
function outcomesOf(naive: NaiveModel, records: readonly RunRecord[]): string[][] {
  return records.flatMap((record, index) => {
    if (record.kind !== 'transfer') return [];
    const outcomes: string[] = [];
    const sent = naive.payload(index).constraints ?? [];
    for (const id of naive.heldAt(index).keys()) {
      const known = naive.known(index).get(id);
      if (known?.scope !== 'run') continue;
      const [entry] = naive.entriesFor(index, id, sent);
      if (entry === undefined && naive.closedIn(index).has(id)) continue;
      const same = entry?.text === known.text;
      outcomes.push(`${id} ${entry === undefined ? 'dropped' : same ? 'carried' : 'unresolved'}`);
    }
    return [outcomes.sort()];
  });
}

/** Counts every look at a member of a record. */
function watched(records: readonly RunRecord[], looks: { count: number }): RunRecord[] {
  return records.map(
    (record) =>
      new Proxy(record, {
        get: (target, member, receiver): unknown => {
          looks.count += 1;
          return Reflect.get(target, member, receiver) as unknown;
        },
      }),
  );
}

function looksAt(hops: number): number {
  const rules = [rule('c1'), rule('c2')];
  const chain = Array.from({ length: hops }, (_, index) =>
    hop(index + 1, index % 2 === 0 ? 'a>b' : 'b>a', index % 3 === 0 ? rules : rules.slice(1)),
  );
  const looks = { count: 0 };
  const score = scoreRun({ run: 'r1', records: watched([message('a', rules), ...chain], looks) });
  assert.equal(score.transfers.length, hops);
  assert.equal(score.history, 'complete');
  return looks.count;
}

test('a run of 10,000 hops is looked at as often a hop as one of 1,000', () => {
  const [few, many] = [looksAt(1000), looksAt(10_000)];
  assert.ok(many <= few * 10.5, `${few} looks, then ${many}`);
});
