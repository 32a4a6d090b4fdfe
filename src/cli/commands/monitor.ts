import { findProject, type ProjectPlace } from '../../compile/find-project.js';
import { DEFAULT_METRICS_HOST } from '../../contract/read-monitor-settings.js';
import { DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import type { Ledger } from '../../ledger/ledger.js';
import { edgeStatus } from '../../monitor/edge-status.js';
import type { EdgeWatch } from '../../monitor/edge-watch.js';
import { type FollowOptions, followLedger, startMonitor } from '../../monitor/follow-ledger.js';
import { MonitorMetrics } from '../../monitor/monitor-metrics.js';
import type { WebhookTarget } from '../../monitor/post-webhook.js';
import { type SentOutbox, sendOutbox } from '../../monitor/send-outbox.js';
import { type MetricsServer, serveMetrics } from '../../monitor/serve-metrics.js';
import type { Told } from '../../monitor/tell.js';
import { alertText, stillFiringText } from '../../report/alert-text.js';
import { counted } from '../../report/counted.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { safeName } from '../../report/safe-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { timeFlag } from '../time-flag.js';
import { watchTerms } from '../watch-terms.js';
import { webhookTargets } from '../webhook-targets.js';
import { withLedger } from '../with-ledger.js';

export interface MonitorFlags extends LedgerFlags {
  readonly once?: boolean;
  readonly since?: string;
  readonly metrics?: number;
  readonly every?: number;
  readonly contracts?: string;
  readonly json?: boolean;
}

/** `monitor`: follows the ledger until it is ended, or with `--once` looks at it as it is. */
export async function monitor(flags: MonitorFlags, io: Io): Promise<ExitCode> {
  const done = await watched(flags, io);
  if ('code' in done) return done.code;
  io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

type Done =
  | { readonly code: ExitCode }
  | { readonly diagnostics: NonNullable<ReturnType<typeof diagnosticsOf>> };

async function watched(flags: MonitorFlags, io: Io): Promise<Done> {
  try {
    const place = await placeOf(io, flags);
    const targets = webhookTargets(place.project.monitor.webhooks, io);
    const options = await followOptions(flags, targets, io);
    const done = await withLedger(io, flags, { purpose: 'append', place }, (ledger) =>
      flags.once === true
        ? once(ledger, options, targets, flags, io)
        : follow(ledger, options, targets, place, flags, io),
    );
    return 'result' in done ? { code: done.result } : done;
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}

async function placeOf(io: Io, { contracts }: MonitorFlags): Promise<ProjectPlace> {
  const { place, diagnostics } = await findProject(io.cwd, contracts);
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  return place;
}

async function followOptions(
  { since, every, contracts, json }: MonitorFlags,
  targets: readonly WebhookTarget[],
  io: Io,
): Promise<FollowOptions> {
  return {
    ...(await watchTerms(io, contracts)),
    targets: targets.map(({ name }) => name),
    ...(since === undefined ? {} : { since: new Date(timeFlag('--since', since)) }),
    onRefused: ({ kind, edge }, error) =>
      io.err(
        `edge-contracts: ${kind} of ${safeName(edge)} fires and is told to nobody: the ledger refuses its note (${error.code}); the other edges go on\n`,
      ),
    ...(every === undefined ? {} : { everyMs: every * 1000 }),
    onAlert: ({ alert, heldBack }: Told) =>
      io.out(json === true ? `${JSON.stringify(alert)}\n` : alertText(alert, heldBack, io.paint)),
  };
}

/** Tells what has to be told, sends what is due once, and says with its exit code whether anything fires. */
async function once(
  ledger: Ledger,
  options: FollowOptions,
  targets: readonly WebhookTarget[],
  { json }: MonitorFlags,
  io: Io,
): Promise<ExitCode> {
  const monitor = await startMonitor(ledger, options);
  const before = firingIds(monitor.watch);
  while (await monitor.round());
  tellStanding(monitor.watch, before, json === true, io);
  const sent = await sendOutbox(ledger, { targets, clock: () => new Date(), onTry: tries(io) });
  if (sent.waiting > 0)
    io.err(`edge-contracts: ${counted(sent.waiting, 'alert')} in the outbox, not acknowledged yet\n`);
  for (const [code, count] of monitor.watch.skipped)
    io.err(`edge-contracts: ${counted(count, 'run')} could not be scored (${code})\n`);
  return monitor.firing + monitor.refused > 0 ? EXIT.gate : EXIT.ok;
}

/** The alerts of the ledger that are not over. */
function firingIds({ told }: EdgeWatch): ReadonlySet<string> {
  const all = told.edges.flatMap((edge) => [...told.of(edge).values()]);
  return new Set(all.filter(({ state }) => state === 'firing').map(({ id }) => id));
}

/** What was told before and still fires: who looks only now was told nothing. As JSON Lines, each is told once. */
function tellStanding(watch: EdgeWatch, ids: ReadonlySet<string>, json: boolean, io: Io): void {
  const print = json ? io.err : io.out;
  for (const edge of watch.told.edges) {
    const status = edgeStatus(watch, edge);
    const standing = status.alerts.filter(({ id }) => id !== null && ids.has(id));
    if (standing.length > 0) print(stillFiringText(status, standing, json ? io.errPaint : io.paint));
  }
}

async function follow(
  ledger: Ledger,
  options: FollowOptions,
  targets: readonly WebhookTarget[],
  { project }: ProjectPlace,
  flags: MonitorFlags,
  io: Io,
): Promise<ExitCode> {
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const metrics = new MonitorMetrics(
    options.manifest.edges.filter((edge) => !edge.default).map(({ name }) => name),
  );
  const server = await served(metrics, project.monitor.metrics, flags);
  if (server !== null) io.err(`edge-contracts: numbers for Prometheus at port ${server.port}, /metrics\n`);
  const clock = (): Date => new Date();
  const send = (): Promise<SentOutbox> =>
    sendOutbox(ledger, { targets, clock, signal: ended.signal, onTry: tries(io, metrics) });
  try {
    await followLedger(ledger, {
      ...options,
      signal: ended.signal,
      onStart: (watch) => tellStanding(watch, firingIds(watch), flags.json === true, io),
      onAlert: (told) => {
        metrics.alert(told.alert.edge, told.alert.kind, told.alert.state);
        options.onAlert?.(told);
      },
      onTransfer: (transfer, simulated) => metrics.transfer(transfer, simulated),
      onRound: async (watch) => metrics.round(watch, (await send()).waiting, clock()),
      onOutage: (error) => {
        metrics.outage();
        io.err(`edge-contracts: the ledger is away (${codeOf(error)}); it is tried again\n`);
      },
    });
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
    await server?.close();
  }
  return EXIT.ok;
}

async function served(
  metrics: MonitorMetrics,
  settings: ProjectPlace['project']['monitor']['metrics'],
  { metrics: port }: MonitorFlags,
): Promise<MetricsServer | null> {
  const own = port === undefined ? settings : { host: settings?.host ?? DEFAULT_METRICS_HOST, port };
  if (own === null) return null;
  try {
    return await serveMetrics(metrics.registry, own, () => metrics.isReady);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw failure('input.metrics', `numbers cannot be served at port ${own.port} (${code})`, {
      help: 'give a port that is free with `--metrics`, and an address of this machine',
    });
  }
}

function tries(io: Io, metrics?: MonitorMetrics): NonNullable<Parameters<typeof sendOutbox>[1]['onTry']> {
  return ({ to }, posted) => {
    metrics?.posted(to, posted.sent);
    if (!posted.sent)
      io.err(`edge-contracts: the webhook ${to} did not take an alert: ${posted.why}; it is tried again\n`);
  };
}

function codeOf(error: unknown): string {
  return error instanceof DiagnosticError ? error.code : 'unknown';
}
