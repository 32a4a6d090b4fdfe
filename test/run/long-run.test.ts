import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';
import { contextOf } from '../../src/run/context-of.js';
import { foldRun } from '../../src/run/fold-record.js';
import { violations } from '../../src/run/violations.js';
import { email, hop, idsOf, message, rule } from './build.js';
import { NAMED_EDGES } from './examples.js';

const HOPS = 10_000;
const AGENTS = ['a', 'b', 'c', 'd'];
const agent = (number: number): string => AGENTS[number % AGENTS.length] ?? '';

/** Processor time, which other tests on this machine do not change. Returns milliseconds. */
function timed(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A chain through four agents; what each hop carries, and how many of the last hops it comes after. */
function chain(carries: (at: number) => TransferRecord['payload'], width = 1): RunRecord[] {
  return Array.from({ length: HOPS }, (_, index) => {
    const number = index + 1;
    const after = Array.from(
      { length: Math.min(width, index) },
      (__, back) => number - 1 - back * AGENTS.length,
    );
    const place = { after: after.filter((each) => each > 0), payload: carries(number) };
    return hop(number, `${agent(index)}>${agent(number)}`, [], place);
  });
}

const ten = Array.from({ length: 10 }, (_, index) => rule(`c${index}`));
const payload = (constraints: readonly unknown[]): TransferRecord['payload'] =>
  ({ constraints, discharged: [] }) as unknown as TransferRecord['payload'];

const LONG: readonly (readonly [what: string, records: readonly RunRecord[]])[] = [
  ['ten carried all the way', [message('a', ten), ...chain(() => payload(ten))]],
  ['ten lost at once', [message('a', ten), ...chain(() => payload([]))]],
  ['lost and restored by turns', [message('a', ten), ...chain((at) => payload(at % 2 === 0 ? ten : []))]],
  [
    'three branches meet at every hop',
    [message('a', ten), ...chain((at) => payload(at % 3 === 0 ? ten : []), 3)],
  ],
  [
    'a new constraint before every hop, and all lost',
    chain(() => payload([])).flatMap((record, at) => [
      message(agent(at), [rule(`c${at}`, { stated_in: `m${at}` })], { id: `m${at}` }),
      record,
    ]),
  ],
  [
    'one sender hands to ten thousand, who all hand back to one',
    [
      message('a', ten),
      ...Array.from({ length: HOPS - 1 }, (_, index) =>
        hop(index + 1, `a>w${index}`, [], { after: [], payload: payload(ten) }),
      ),
      hop(HOPS, 'w>a', [], { after: Array.from({ length: HOPS - 1 }, (_, index) => index + 1) }),
    ],
  ],
  [
    'ten thousand effects',
    [message('a', ten), ...Array.from({ length: HOPS }, (_, at) => email('a', `e${at}`))],
  ],
];

for (const [what, records] of LONG) {
  test(`10,000 hops: ${what}`, (t) => {
    const spent = timed(() => void foldRun(records, NAMED_EDGES));
    t.diagnostic(`${Math.round(spent)} ms`);
    assert.ok(spent < 5000, `${spent} ms`);
  });
}

test('what a long chain knows at its end', () => {
  const records = [message('a', ten), ...chain((at) => payload(at < 5000 ? ten : ten.slice(1)))];
  const state = foldRun([...records, email(agent(HOPS))], NAMED_EDGES);
  const context = contextOf(state, hop(HOPS + 1, `${agent(HOPS)}>z`, []));
  assert.deepEqual(idsOf(context.held), idsOf(ten.slice(1).map((constraint) => ({ constraint })) as never));
  assert.deepEqual(
    context.upstream.map(({ lostAt }) => lostAt.hop),
    [5000],
  );
  assert.equal(violations(state).length, 10);
});

test('a context of 100 held constraints costs tens of microseconds', (t) => {
  const hundred = Array.from({ length: 100 }, (_, index) => rule(`c${index}`));
  const state = foldRun([message('a', hundred), hop(1, 'a>b', hundred)], NAMED_EDGES);
  const transfers = Array.from({ length: 3000 }, () =>
    hop(2, 'b>c', hundred, { sender: { constraints: hundred } }),
  );
  for (const transfer of transfers.slice(1000)) contextOf(state, transfer);
  const spent = timed(() => {
    for (const transfer of transfers.slice(0, 1000)) contextOf(state, transfer);
  });
  t.diagnostic(`${spent.toFixed(1)} µs, another transfer each time`);
  assert.ok(spent < 400, `${spent} µs`);
  const [same] = transfers;
  const again = timed(() => {
    for (let count = 0; count < 1000; count++) if (same !== undefined) contextOf(state, same);
  });
  t.diagnostic(`${again.toFixed(1)} µs, the same transfer`);
  assert.ok(again < 20, `${again} µs`);
});
