import type { Digest } from '../../src/canonical/digest.js';
import { EMPTY_CHAIN } from '../../src/ledger/chain.js';
import type {
  Changes,
  EntryQuery,
  LedgerStore,
  OutboxItem,
  RunQuery,
  StoredEntry,
  StoredRefusal,
  StoredRun,
} from '../../src/ledger/store.js';

export const AT = '2026-11-30T09:00:00.000Z';

export function digest(text: string): Digest {
  return `sha256:${Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64)}`;
}

export function entryAt(seq: number, part: Partial<StoredEntry> = {}): StoredEntry {
  return {
    seq,
    run: 'r1',
    run_seq: seq,
    kind: 'message',
    key: `message/m${seq}`,
    edge: null,
    at: AT,
    recorded_at: AT,
    place: null,
    leaf: digest(`leaf ${seq}`),
    run_chain: digest(`run ${seq}`),
    chain: digest(`chain ${seq}`),
    body: `{"n":${seq}}`,
    content: `{"/text":"hello ${seq}"}`,
    salt: `${seq}`.padStart(32, '0'),
    commit: digest(`commit ${seq}`),
    ...part,
  };
}

export function runRow(run: string, part: Partial<StoredRun> = {}): StoredRun {
  return {
    run,
    entries: 1,
    first_seq: 1,
    last_seq: 1,
    first_at: AT,
    last_at: AT,
    chain: EMPTY_CHAIN,
    closed: false,
    ...part,
  };
}

export function refusalOf(part: Partial<StoredRefusal> = {}): StoredRefusal {
  return {
    run: 'r1',
    kind: 'message',
    key: 'message/m1',
    seq: 1,
    code: 'ledger.conflict',
    recorded_at: AT,
    body: '{"other":true}',
    ...part,
  };
}

export function itemOf(id: string, part: Partial<OutboxItem> = {}): OutboxItem {
  return { id, to: 'hook', body: '{}', attempts: 0, created_at: AT, next_at: AT, ...part };
}

/** Writes without looking at what is there. */
export function put(store: LedgerStore, changes: Changes): Promise<void> {
  return store.write({ keys: [], build: () => ({ changes, result: undefined }) });
}

/** Appends entries behind the head, each of these keys once, and gives their numbers. */
export function append(store: LedgerStore, keys: readonly string[], run = 'r1'): Promise<readonly number[]> {
  return store.write({
    keys: keys.map((key) => ({ run, key })),
    build: ({ head, runs }) => {
      const insert = keys.map((key, index) => entryAt(head.seq + 1 + index, { run, key }));
      const last = insert.at(-1);
      if (last === undefined) return { changes: {}, result: [] };
      const before = runs.get(run);
      const row = runRow(run, {
        entries: (before?.entries ?? 0) + insert.length,
        first_seq: before?.first_seq ?? head.seq + 1,
        last_seq: last.seq,
      });
      const changes = { insert, runs: [row], head: { seq: last.seq, chain: last.chain } };
      return { changes, result: insert.map(({ seq }) => seq) };
    },
  });
}

export async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of iterable) found.push(one);
  return found;
}

/** What the port says of a query, over an array in the order of `seq`. */
export function selected(entries: readonly StoredEntry[], query: EntryQuery): readonly StoredEntry[] {
  const { kinds, after = 0, until = Number.MAX_SAFE_INTEGER, at_from = '', at_to, recorded_before } = query;
  const found = entries.filter(
    ({ run, kind, edge, seq, at, recorded_at }) =>
      (query.run === undefined || run === query.run) &&
      (kinds === undefined || kinds.includes(kind)) &&
      (query.edge === undefined || edge === query.edge) &&
      seq > after &&
      seq <= until &&
      at >= at_from &&
      (at_to === undefined || at < at_to) &&
      (recorded_before === undefined || recorded_at < recorded_before),
  );
  if (query.newest_first === true) found.reverse();
  return found.slice(0, query.limit);
}

export function selectedRuns(runs: readonly StoredRun[], query: RunQuery): readonly StoredRun[] {
  return runs
    .filter(
      (run) =>
        (query.run === undefined || run.run === query.run) &&
        (query.since === undefined || run.last_at >= query.since) &&
        (query.until === undefined || run.first_at < query.until) &&
        (query.closed === undefined || run.closed === query.closed) &&
        run.last_seq > (query.after ?? 0),
    )
    .sort((a, b) => a.first_seq - b.first_seq);
}
