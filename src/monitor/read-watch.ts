import { setImmediate as turn } from 'node:timers/promises';
import { WINDOWS_KEPT } from '../carry/edge-window.js';
import type { Ledger } from '../ledger/ledger.js';
import type { EntryQuery } from '../ledger/store.js';
import type { LedgerEntry } from '../model/ledger.js';
import type { EdgeWatch, WatchOptions } from './edge-watch.js';

/** How far back a start looks for what was violated and told to nobody, unless it is told. */
export const LOOK_BACK_MS = 86_400_000;
/** Edges that no contract names are looked for among so many of the newest handoffs. */
const NEWEST = 20_000;
/** An attempt may be a repeated one: more are read than first attempts are kept. */
const ATTEMPTS_PER_HANDOFF = 3;

/**
 * Reads what a watch has to know from the ledger: notes, and the newest handoffs of each edge. It is all that a start
 * needs; nothing is kept beside the ledger.
 *
 * @param since runs that got an entry from this time on are looked at for what was violated
 */
export async function readWatch(watch: EdgeWatch, options: WatchOptions, since: Date): Promise<void> {
  const { ledger, only } = options;
  const { seq } = await ledger.head();
  for await (const entry of leavingTurns(ledger.entries({ kinds: ['alert', 'override'], until: seq })))
    watch.seeNote(entry);
  const recent = only === undefined ? await recentRuns(options, since) : new Set<string>();
  const runs = new Set(recent);
  for (const key of edgeKeys(options)) await addRuns(options, key, runs);
  if (only === undefined) await addNewest(options, runs);
  for (const run of runs) {
    await watch.see(run, recent.has(run));
    await turn();
  }
  for (const name of watch.names) expectOfWindow(watch, name);
  watch.position = seq;
}

/** What was violated in runs of the window, however long ago: it is what the edge is shown by. */
function expectOfWindow(watch: EdgeWatch, name: string): void {
  for (const { run } of watch.windowOf(name).last)
    for (const violation of run.violations) watch.expect(violation);
}

/** Entries are found by the edge that their record names, or by its agents. */
function edgeKeys({ manifest, only }: WatchOptions): readonly string[] {
  const edges = manifest.edges.filter((edge) => !edge.default && (only === undefined || edge.name === only));
  const keys = edges.flatMap(({ name, from, to }) => [name, `${from}--${to}`]);
  return [...new Set(only === undefined ? keys : [...keys, only])];
}

async function addRuns({ ledger, manifest }: WatchOptions, key: string, runs: Set<string>): Promise<void> {
  const windows = manifest.edges.map(({ monitor }) => monitor?.window ?? 0);
  const kept = Math.max(50, ...windows) * WINDOWS_KEPT;
  const first = { real: 0, made: 0 };
  let read = 0;
  for await (const { run, record } of newest(ledger, { edge: key, kinds: ['transfer'] }, NEWEST)) {
    read += 1;
    // Simulations count only where nothing is real, so that it is looked behind them.
    if (first.real >= kept || (read > kept * ATTEMPTS_PER_HANDOFF && first.made === 0)) return;
    if (run === null || record?.kind !== 'transfer') continue;
    const of = record.simulated === true ? 'made' : 'real';
    if (first[of] < kept) runs.add(run);
    if (record.attempt === 1) first[of] += 1;
  }
}

async function addNewest({ ledger }: WatchOptions, runs: Set<string>): Promise<void> {
  const perEdge = new Map<string, number>();
  for await (const { run, record } of newest(ledger, { kinds: ['transfer'] }, NEWEST)) {
    if (run === null || record?.kind !== 'transfer') continue;
    const edge = record.edge ?? `${record.from}--${record.to}`;
    const known = perEdge.get(edge) ?? 0;
    perEdge.set(edge, known + 1);
    if (known < 50 * WINDOWS_KEPT) runs.add(run);
  }
}

async function recentRuns({ ledger }: WatchOptions, since: Date): Promise<Set<string>> {
  const runs = new Set<string>();
  for await (const { run } of leavingTurns(ledger.runs({ since: since.toISOString() }))) runs.add(run);
  return runs;
}

/** So many at once. */
const PAGE = 500;

/** The newest first, at most so many, in pages: an engine reads what is asked for newest first at once. */
async function* newest(ledger: Ledger, query: EntryQuery, most: number): AsyncGenerator<LedgerEntry> {
  for (let [left, until] = [most, Number.MAX_SAFE_INTEGER]; left > 0; left -= PAGE) {
    let read = 0;
    for await (const entry of ledger.entries({ ...query, newest_first: true, until, limit: PAGE })) {
      [read, until] = [read + 1, entry.seq - 1];
      yield entry;
    }
    if (read < PAGE) return;
    await turn();
  }
}

/** Lets others have their turn now and then: SQLite answers at once, and a start that reads for long would keep all waiting. */
async function* leavingTurns<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let read = 0;
  for await (const item of items) {
    yield item;
    read += 1;
    if (read % PAGE === 0) await turn();
  }
}

/** How many entries are taken in before what they change is looked at. */
const ROUND = 2000;

/** Takes in what came since, at most a round of it; false where nothing is left. */
export async function readOn(watch: EdgeWatch, { ledger }: WatchOptions): Promise<boolean> {
  const arrived = new Map<string, Set<string>>();
  let [read, last] = [0, watch.position];
  for await (const entry of ledger.entries({ after: watch.position, limit: ROUND })) {
    watch.seeNote(entry);
    if (entry.run !== null) note(arrived, entry.run, entry);
    read += 1;
    last = entry.seq;
  }
  for (const [run, attempts] of arrived) {
    await watch.see(run, true, attempts);
    await turn();
  }
  // Only now: were it set before, a ledger that goes away in the middle would leave runs out.
  watch.position = last;
  return read === ROUND;
}

function note(arrived: Map<string, Set<string>>, run: string, { record }: LedgerEntry): void {
  const attempts = arrived.get(run) ?? new Set<string>();
  arrived.set(run, attempts);
  if (record?.kind === 'transfer') attempts.add(`${record.hop}/${record.attempt}`);
}
