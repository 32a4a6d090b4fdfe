import { failure } from '../../diagnostics/diagnostic.js';
import { nearestEdge } from '../../diagnostics/nearest.js';
import type { Ledger } from '../../ledger/ledger.js';
import { EDGE_LIST_SCHEMA, type EdgeList, type EdgeState, type EdgeStatus } from '../../model/edge-status.js';
import { edgeStatus } from '../../monitor/edge-status.js';
import { EdgeWatch, type WatchTerms } from '../../monitor/edge-watch.js';
import { LOOK_BACK_MS, readWatch } from '../../monitor/read-watch.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { edgeListText } from '../../report/edge-list-text.js';
import { edgeStatusText } from '../../report/edge-status-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { timeFlag } from '../time-flag.js';
import { watchTerms } from '../watch-terms.js';
import { withLedger } from '../with-ledger.js';

export interface EdgesFlags extends LedgerFlags {
  readonly since?: string;
  readonly contracts?: string;
  readonly json?: boolean;
}

/** `edges show EDGE`: all that is known of one edge, on one screen. */
export function edgesShow(edge: string, flags: EdgesFlags, io: Io): Promise<ExitCode> {
  return shown(flags, io, async (ledger, terms) => {
    const since = flags.since === undefined ? undefined : new Date(timeFlag('--since', flags.since));
    const watch = await read(ledger, terms, edge);
    requireKnown(edge, watch, terms);
    const status = edgeStatus(watch, edge, since);
    return flags.json === true ? jsonText(status) : edgeStatusText(status, io.paint);
  });
}

/** `edges list`: every edge that has a contract or handoffs, a line each. */
export function edgesList(flags: EdgesFlags, io: Io): Promise<ExitCode> {
  return shown(flags, io, async (ledger, terms) => {
    const watch = await read(ledger, terms);
    const named = terms.manifest.edges.filter((edge) => !edge.default).map(({ name }) => name);
    const names = [...new Set([...named, ...watch.names])].sort();
    const list = listOf(names.map((name) => edgeStatus(watch, name)));
    return flags.json === true ? jsonText(list) : edgeListText(list, io.paint);
  });
}

async function shown(
  flags: EdgesFlags,
  io: Io,
  use: (ledger: Ledger, terms: WatchTerms) => Promise<string>,
): Promise<ExitCode> {
  const done = await textOf(flags, io, use);
  if ('result' in done) {
    io.out(done.result);
    return EXIT.ok;
  }
  io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

async function textOf(
  flags: EdgesFlags,
  io: Io,
  use: (ledger: Ledger, terms: WatchTerms) => Promise<string>,
): ReturnType<typeof withLedger<string>> {
  try {
    const terms = await watchTerms(io, flags.contracts);
    return await withLedger(io, flags, { purpose: 'read' }, (ledger) => use(ledger, terms));
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}

async function read(ledger: Ledger, terms: WatchTerms, only?: string): Promise<EdgeWatch> {
  const options = { ledger, ...terms, clock: () => new Date(), ...(only === undefined ? {} : { only }) };
  const watch = new EdgeWatch(options);
  await readWatch(watch, options, new Date(Date.now() - LOOK_BACK_MS));
  return watch;
}

/** A mistyped name would otherwise look like an edge on which nothing happens. */
function requireKnown(edge: string, watch: EdgeWatch, { manifest }: WatchTerms): void {
  const names = manifest.edges.filter((one) => !one.default).map(({ name }) => name);
  const known =
    names.includes(edge) || watch.windowOf(edge).kept.length > 0 || watch.told.edges.includes(edge);
  if (known) return;
  const near = nearestEdge(edge, names);
  throw failure(
    'input.unknown_edge',
    'the ledger has no handoff of this edge, and there is no contract for it',
    {
      help: near === undefined ? '`edge-contracts edges list` lists all' : `did you mean \`${near}\`?`,
    },
  );
}

const ORDER: readonly EdgeState[] = ['firing', 'resolved', 'too_few', 'ok', 'no_handoffs'];

function listOf(edges: readonly EdgeStatus[]): EdgeList {
  const [first] = edges;
  return {
    schema: EDGE_LIST_SCHEMA,
    generated_at: first?.generated_at ?? new Date().toISOString(),
    edges: edges.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    skipped: first?.skipped ?? [],
  };
}
