import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { failure } from '../../src/diagnostics/diagnostic.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import type { Alert } from '../../src/model/alert.js';
import type { AlertNote } from '../../src/model/ledger.js';
import { edgeStatus } from '../../src/monitor/edge-status.js';
import {
  type FollowOptions,
  followLedger,
  type Monitor,
  startMonitor,
} from '../../src/monitor/follow-ledger.js';
import { schemaErrors } from '../cli/cli.js';
import { appendRuns, Clock, EDGE, follow, ledgerFile, openAt, override, runRecords } from './support.js';

async function notes(ledger: Ledger): Promise<AlertNote[]> {
  const found: AlertNote[] = [];
  for await (const { record } of ledger.entries({ kinds: ['alert'] }))
    if (record?.kind === 'alert') found.push(record);
  return found;
}

const words = ({ kind, state, severity }: Alert): string => `${kind} ${state} ${severity}`;
const told = async (ledger: Ledger): Promise<string[]> =>
  (await notes(ledger)).map(({ alert }) => words(alert));

async function rounds(ledger: Ledger, options: FollowOptions): Promise<Monitor> {
  const monitor = await startMonitor(ledger, options);
  while (await monitor.round());
  return monitor;
}

describe('a monitor', () => {
  it('records what fires together with what is to be sent, once', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await appendRuns(ledger, clock, 'good', 6);
    const monitor = await rounds(ledger, follow(clock));
    assert.deepEqual(await told(ledger), []);
    assert.equal(edgeStatus(monitor.watch, EDGE).state, 'ok');
    await appendRuns(ledger, clock, 'bad', 1, { carried: false, closed: false });
    assert.equal(await monitor.round(), false);
    await monitor.round();
    assert.deepEqual(await told(ledger), ['carry_rate firing page']);
    assert.equal(monitor.firing, 1);
    const [item, ...others] = await ledger.outbox(10);
    assert.deepEqual(others, []);
    const [note] = await notes(ledger);
    const alert = JSON.parse(item?.body ?? '') as Alert;
    assert.deepEqual(alert, note?.alert);
    assert.equal(schemaErrors('alert', alert), null);
    assert.deepEqual(
      [alert.edge, alert.owner, alert.rate.carried, alert.rate.held, alert.rescue.runs, alert.first?.run],
      [EDGE, 'payments-platform', 6, 7, ['bad-0'], 'bad-0'],
    );
    await ledger.close();
  });

  it('tells that it is over when clean handoffs have come, and to those who were told', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await appendRuns(ledger, clock, 'bad', 4, { carried: false });
    const monitor = await rounds(ledger, follow(clock));
    for (let i = 0; i < 12; i += 1) {
      await appendRuns(ledger, clock, `good-${i}`, 1);
      await monitor.round();
    }
    assert.deepEqual(await told(ledger), ['carry_rate firing page', 'carry_rate resolved page']);
    const [begun, over] = await notes(ledger);
    assert.equal(over?.alert.id, begun?.alert.id);
    assert.equal((await ledger.outbox(10)).length, 2);
    assert.equal(edgeStatus(monitor.watch, EDGE).state, 'resolved');
    await ledger.close();
  });

  it('pages for each violation once, also of a run that is long out of the window, and not for what was dropped', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    const [message, transfer] = runRecords('old', clock.ms, { carried: false, closed: false });
    const [, , call, effect] = runRecords('old', clock.ms + 1000, { carried: false, violated: true });
    assert.ok(message && transfer && call && effect);
    await ledger.append([message, transfer]);
    const monitor = await rounds(ledger, follow(clock));
    assert.deepEqual(await told(ledger), []);
    await appendRuns(ledger, clock, 'good', 100);
    await ledger.append([call, effect]);
    while (await monitor.round());
    const [note, ...others] = await notes(ledger);
    assert.deepEqual([others.length, note && words(note.alert)], [0, 'violated firing page']);
    assert.deepEqual(
      note?.alert.violations.map(({ run, cause, by, hop }) => [run, cause, by, hop]),
      [['old', 'transmission', 'notifications', 1]],
    );
    await rounds(ledger, follow(clock));
    assert.equal((await notes(ledger)).length, 1);
    await ledger.close();
  });

  it('that is silenced records and sends nothing, and sends when that ends', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await ledger.append([override('o1', clock.ms, { what: 'silence' }, clock.ms + 3_600_000)]);
    await appendRuns(ledger, clock, 'bad', 4, { carried: false });
    const monitor = await rounds(ledger, follow(clock));
    assert.deepEqual([(await notes(ledger)).length, (await ledger.outbox(10)).length], [1, 0]);
    clock.pass(3_600_000);
    await monitor.round();
    await monitor.round();
    assert.equal((await ledger.outbox(10)).length, 1);
    const [silent, sent] = await notes(ledger);
    assert.deepEqual(
      [silent?.silenced, sent?.silenced, sent?.alert.id === silent?.alert.id],
      [true, undefined, true],
    );
    await ledger.close();
  });

  it('does not send again what somebody looks at', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await appendRuns(ledger, clock, 'v', 1, { carried: false, violated: true });
    const monitor = await rounds(ledger, follow(clock));
    const [first] = await notes(ledger);
    const set = { what: 'acknowledge', alert: first?.alert.id ?? '' } as const;
    await ledger.append([override('o1', clock.ms, set, null)]);
    await appendRuns(ledger, clock, 'w', 1, { carried: false, violated: true });
    await monitor.round();
    const all = await notes(ledger);
    assert.deepEqual([all.length, (await ledger.outbox(10)).length], [2, 1]);
    assert.equal(edgeStatus(monitor.watch, EDGE).alerts[0]?.acknowledged_by, 'ops');
    await ledger.close();
  });

  it('tells two hundred violations of one file, a hundred at a time', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    const runs = Array.from({ length: 205 }, (_, i) =>
      runRecords(`v${i}`, clock.ms, { carried: false, violated: true }),
    );
    await ledger.append(runs.flat());
    await rounds(ledger, follow(clock));
    const alerts = (await notes(ledger)).map(({ alert }) => alert).filter(({ kind }) => kind === 'violated');
    assert.deepEqual(
      alerts.map(({ violations }) => violations.length),
      [100, 100, 5],
    );
    const runsTold = alerts.flatMap(({ violations }) => violations.map(({ run }) => run));
    assert.equal(new Set(runsTold).size, 205);
    await ledger.close();
  });

  it('waits while the ledger is away, and goes on', async () => {
    const clock = new Clock();
    const real = await openAt(ledgerFile(), clock);
    await appendRuns(real, clock, 'bad', 4, { carried: false });
    let away = 2;
    let outages = 0;
    const ledger = Object.create(real) as Ledger;
    ledger.append = async (records, more) => {
      away -= 1;
      if (away >= 0) throw failure('ledger.unavailable', 'the database is away');
      return real.append(records, more);
    };
    for (const name of ['entries', 'run', 'runs', 'head', 'outbox'] as const)
      Object.assign(ledger, { [name]: (real[name] as (...given: unknown[]) => unknown).bind(real) });
    const ended = new AbortController();
    await followLedger(ledger, {
      ...follow(clock),
      everyMs: 1,
      signal: ended.signal,
      onOutage: () => {
        outages += 1;
      },
      onAlert: () => ended.abort(),
    });
    assert.deepEqual([outages, await told(real)], [2, ['carry_rate firing page']]);
    await real.close();
  });

  it('scores what it can, and counts what it cannot', async () => {
    const clock = new Clock();
    const real = await openAt(ledgerFile(), clock);
    await appendRuns(real, clock, 'bad', 5, { carried: false });
    const ledger = Object.create(real) as Ledger;
    for (const name of ['entries', 'runs', 'head', 'outbox', 'append'] as const)
      Object.assign(ledger, { [name]: (real[name] as (...given: unknown[]) => unknown).bind(real) });
    ledger.run = async (id) => {
      if (id === 'bad-0') throw failure('ledger.damaged', 'it cannot be read');
      return real.run(id);
    };
    const monitor = await rounds(ledger, follow(clock));
    assert.deepEqual([...monitor.watch.skipped], [['ledger.damaged', 1]]);
    const [note] = await notes(real);
    assert.deepEqual([note?.alert.rate.held, note?.alert.data.skipped], [4, 1]);
    await real.close();
  });

  it('tells of the other edges where the ledger refuses the note of one', async () => {
    const clock = new Clock();
    const real = await openAt(ledgerFile(), clock);
    await appendRuns(real, clock, 'r', 3, { violated: true, carried: false });
    await appendRuns(real, clock, 's', 3, { violated: true, carried: false, from: 'other' });
    const refusing = Object.create(real) as Ledger;
    refusing.append = async (records, more) => {
      const [record] = records;
      if (record?.kind === 'alert' && record.alert.edge === EDGE)
        throw failure('ledger.invalid', 'it is not taken');
      return real.append(records, more);
    };
    for (const name of ['entries', 'run', 'runs', 'head'] as const)
      Object.assign(refusing, { [name]: (real[name] as (...given: unknown[]) => unknown).bind(real) });
    const refused: string[] = [];
    const monitor = await startMonitor(
      refusing,
      follow(clock, { onRefused: ({ edge, kind }, { code }) => refused.push(`${edge} ${kind} ${code}`) }),
    );
    for (let round = 0; round < 2; round += 1) while (await monitor.round());
    assert.deepEqual(refused.includes(`${EDGE} violated ledger.invalid`), true);
    assert.equal(new Set(refused).size, refused.length, 'each is said once');
    assert.deepEqual(monitor.refused, refused.length);
    assert.deepEqual(await told(real), ['violated firing page']);
    await real.close();
  });

  it('goes by what is real, however much a simulation made up after it, and also one that is started anew', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await appendRuns(ledger, clock, 'real', 6);
    const going = await rounds(ledger, follow(clock));
    // More than a start reads at once.
    const made = Array.from({ length: 1300 }, (_, i) =>
      runRecords(`made-${i}`, clock.ms, { carried: false, violated: i % 100 === 0, simulated: true }),
    );
    for (let at = 0; at < made.length; at += 100) await ledger.append(made.slice(at, at + 100).flat());
    while (await going.round());
    const anew = await rounds(ledger, follow(clock, { since: new Date(clock.ms + 1) }));
    assert.deepEqual(await told(ledger), []);
    for (const { watch } of [going, anew]) {
      const { simulated, now, state, skipped } = edgeStatus(watch, EDGE);
      assert.deepEqual([state, simulated, now.rate.carried, now.rate.held], ['ok', false, 6, 6]);
      assert.match(skipped[0]?.why ?? '', /^made up by a simulation/);
    }
    await ledger.close();
  });

  it('takes a late handoff at its arrival, and scores anew what a late message changes', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    await appendRuns(ledger, clock, 'good', 5);
    // Its message comes later: until then nobody knows what was held.
    const [message, transfer] = runRecords('late', clock.ms - 3_600_000, { carried: false });
    assert.ok(message && transfer?.kind === 'transfer');
    const { constraints: _own, ...sender } = transfer.sender;
    await ledger.append([{ ...transfer, seq: 2, sender }]);
    const monitor = await rounds(ledger, follow(clock));
    assert.equal(monitor.watch.nowOf(EDGE).window.to?.run, 'late');
    assert.deepEqual(await told(ledger), []);
    assert.equal(monitor.watch.nowOf(EDGE).data.incomplete_runs, 1);
    await ledger.append([{ ...message, seq: 1 }]);
    await monitor.round();
    assert.deepEqual(await told(ledger), ['carry_rate firing page']);
    assert.equal(monitor.watch.nowOf(EDGE).window.transfers, 6);
    await ledger.close();
  });
});

describe('a monitor that is started again', () => {
  it('tells what another would have told: neither less nor twice, wherever it was ended', async () => {
    const step = fc.record({
      carried: fc.boolean(),
      violated: fc.boolean(),
      held: fc.boolean(),
      restart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const [steady, broken] = [await history(steps, false), await history(steps, true)];
        assert.deepEqual(broken, steady);
      }),
      { numRuns: 15 },
    );
  });

  it('sends what was recorded by one that died before it sent', async () => {
    const clock = new Clock();
    const file = ledgerFile();
    const first = await openAt(file, clock);
    await appendRuns(first, clock, 'bad', 4, { carried: false });
    await rounds(first, follow(clock));
    await first.close();
    const second = await openAt(file, clock);
    await rounds(second, follow(clock));
    assert.deepEqual([(await notes(second)).length, (await second.outbox(10)).length], [1, 1]);
    await second.close();
  });

  it('beside another tells nothing twice', async () => {
    const clock = new Clock();
    const file = ledgerFile();
    const [one, two] = [await openAt(file, clock), await openAt(file, clock)];
    const monitors = [await rounds(one, follow(clock)), await rounds(two, follow(clock))];
    for (let i = 0; i < 6; i += 1) {
      await appendRuns(one, clock, `b${i}`, 1, { carried: false, violated: i % 2 === 0 });
      await Promise.all(monitors.map((monitor) => monitor.round()));
      await Promise.all(monitors.map((monitor) => monitor.round()));
    }
    const ids = (await notes(one)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const all = (await notes(one)).map(({ alert }) => alert);
    assert.equal(all.filter(({ kind }) => kind === 'carry_rate').length, 1);
    const violated = all.flatMap(({ violations, kind }) => (kind === 'violated' ? violations : []));
    assert.deepEqual(violated.map(({ run }) => run).sort(), ['b0-0', 'b2-0', 'b4-0']);
    await Promise.all([one.close(), two.close()]);
  });

  interface Step {
    readonly carried: boolean;
    readonly violated: boolean;
    readonly held: boolean;
    readonly restart: boolean;
  }

  /** What is in the ledger and the outbox after these steps. */
  async function history(steps: readonly Step[], restarts: boolean): Promise<unknown> {
    const clock = new Clock();
    const file = ledgerFile();
    let ledger = await openAt(file, clock);
    let monitor = await rounds(ledger, follow(clock));
    for (const [i, { restart, ...parts }] of steps.entries()) {
      await appendRuns(ledger, clock, `s${i}`, 1, parts);
      if (restarts && restart) {
        await ledger.close();
        ledger = await openAt(file, clock);
        monitor = await startMonitor(ledger, follow(clock));
      }
      while (await monitor.round());
    }
    const result = { notes: await notes(ledger), outbox: (await ledger.outbox(1000)).map(({ id }) => id) };
    await ledger.close();
    return result;
  }
});
