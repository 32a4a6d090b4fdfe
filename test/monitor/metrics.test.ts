import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followLedger, startMonitor } from '../../src/monitor/follow-ledger.js';
import { MonitorMetrics } from '../../src/monitor/monitor-metrics.js';
import { serveMetrics } from '../../src/monitor/serve-metrics.js';
import { appendRuns, Clock, EDGE, follow, ledgerFile, openAt, runRecords } from './support.js';

/** The text format, read by its grammar: every line is a comment or a sample. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('# TYPE ')) types.add(line.split(' ')[2] ?? '');
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] =
      /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/.exec(
        line,
      ) ?? [];
    assert.notEqual(name, '', `no sample: ${line}`);
    assert.ok(types.has(name), `${name} has no type`);
    samples.set(`${name}${labels}`, Number(value));
  }
  return samples;
}

describe('numbers for Prometheus', () => {
  it('are served, and say how the edges stand', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    const metrics = new MonitorMetrics([EDGE]);
    const monitor = await startMonitor(
      ledger,
      follow(clock, { onTransfer: (transfer, simulated) => metrics.transfer(transfer, simulated) }),
    );
    await appendRuns(ledger, clock, 'good', 3);
    await appendRuns(ledger, clock, 'bad', 1, { carried: false, violated: true });
    await appendRuns(ledger, clock, 'made', 2, { carried: false, violated: true, simulated: true });
    await appendRuns(ledger, clock, 'odd', 1, { from: 'a "b"\n\\c' });
    while (await monitor.round());
    clock.pass(30_000);
    metrics.round(monitor.watch, (await ledger.outbox(10)).length, clock.now());
    const server = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 });
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    const samples = parse(await response.text());
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const edge = `edge="${EDGE}"`;
    const expected: Record<string, number> = {
      [`edge_contracts_transfers_total{${edge},attempt="first",delivered="true",simulated="false"}`]: 4,
      [`edge_contracts_transfers_total{${edge},attempt="first",delivered="true",simulated="true"}`]: 2,
      [`edge_contracts_held_total{${edge},class="constraints",simulated="false"}`]: 4,
      [`edge_contracts_held_total{${edge},class="constraints",simulated="true"}`]: 2,
      [`edge_contracts_carried_total{${edge},class="constraints",simulated="false"}`]: 3,
      [`edge_contracts_window_simulated{${edge}}`]: 0,
      [`edge_contracts_carry_ratio{${edge},class="constraints"}`]: 0.75,
      [`edge_contracts_carry_threshold_ratio{${edge},class="constraints"}`]: 0.98,
      [`edge_contracts_too_few{${edge}}`]: 0,
      [`edge_contracts_alert_firing{${edge},kind="carry_rate"}`]: 1,
      [`edge_contracts_alert_firing{${edge},kind="violated"}`]: 1,
      [`edge_contracts_alert_firing{${edge},kind="no_records"}`]: 0,
      [`edge_contracts_last_record_age_seconds{${edge}}`]: 210,
      edge_contracts_outbox_waiting: 2,
      edge_contracts_skipped_runs: 0,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/`)).status, 404);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status, 405);
    await server.close();
    await ledger.close();
  });

  it('are served while what the ledger holds is read, and say that it is', async () => {
    const clock = new Clock();
    const ledger = await openAt(ledgerFile(), clock);
    // Far more runs than an answer takes turns; the ledger itself answers within one.
    for (let i = 0; i < 10; i += 1)
      await ledger.append(Array.from({ length: 100 }, (_, k) => runRecords(`r-${i}-${k}`, clock.ms)).flat());
    const metrics = new MonitorMetrics([EDGE]);
    const server = await serveMetrics(
      metrics.registry,
      { host: '127.0.0.1', port: 0 },
      () => metrics.isReady,
    );
    const at = `http://127.0.0.1:${server.port}`;
    const ready = async (): Promise<number[]> => [
      parse(await (await fetch(`${at}/metrics`)).text()).get('edge_contracts_ready') ?? -1,
      (await fetch(`${at}/healthz`)).status,
    ];
    const events: unknown[] = [];
    const ended = new AbortController();
    const asked = ready().then((answer) => events.push(answer));
    await followLedger(
      ledger,
      follow(clock, {
        signal: ended.signal,
        onStart: () => events.push('read'),
        onRound: async (watch) => {
          metrics.round(watch, 0, clock.now());
          events.push(await ready());
          ended.abort();
        },
      }),
    );
    await asked;
    assert.deepEqual(events, [[0, 503], 'read', [1, 200]]);
    assert.equal((await fetch(`${at}/healthz`, { method: 'POST' })).status, 405);
    await server.close();
    await ledger.close();
  });

  it('have no more series than edges that are known, however many names agents have', async () => {
    const metrics = new MonitorMetrics([EDGE]);
    for (let i = 0; i < 3000; i += 1) metrics.alert(`edge-${i}`, 'violated', 'firing');
    const samples = parse(await metrics.registry.metrics());
    const series = [...samples.keys()].filter((name) => name.startsWith('edge_contracts_alerts_total'));
    assert.ok(series.length <= 500, `${series.length}`);
    assert.equal(
      samples.get('edge_contracts_alerts_total{edge="other",kind="violated",state="firing"}'),
      2501,
    );
  });
});
