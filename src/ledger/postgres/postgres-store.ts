import type { Digest } from '../../canonical/digest.js';
import { EMPTY_CHAIN } from '../chain.js';
import type {
  EntryKey,
  EntryQuery,
  LedgerStore,
  OutboxItem,
  RunQuery,
  Seen,
  StoreFault,
  StoredEntry,
  StoredHead,
  StoredRefusal,
  StoredRun,
  WritePlan,
} from '../store.js';
import { keyText } from '../store.js';
import { applyChanges } from './apply-changes.js';
import {
  ENTRY_COLUMNS,
  entryOf,
  namesOf,
  OUTBOX_COLUMNS,
  outboxItemOf,
  RUN_COLUMNS,
  runOf,
} from './columns.js';
import { Database } from './database.js';
import { checkFsync, checkServer, checkTables } from './durability.js';
import { closedFault } from './faults.js';
import { inspectTables, requireStructure } from './inspect-tables.js';
import { isCurrent, migrate, versionOf } from './migrations.js';
import { entriesPage, type PageSize, refusalsPage, runsPage } from './read-pages.js';
import type { Session } from './session.js';
import { digestOf, keyDigest, type Tables, tablesOf } from './tables.js';

export interface PostgresOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; what it leaves out is not looked for in the environment. */
  readonly connection: string;
  /** The schema that holds the tables; `edge_contracts` where it is left out. */
  readonly schema?: string | undefined;
  /** Milliseconds for connecting, for each statement, and for waiting until other writers are done; 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Connections at most; 4. */
  readonly connections?: number | undefined;
  /** Certificates (PEM) of authorities that are trusted besides the system's. */
  readonly ca?: string | undefined;
  readonly page?: PageSize | undefined;
}

const PAGE: PageSize = { rows: 500, bytes: 8 * 1024 * 1024 };

/**
 * Connects, checks that the server keeps what it acknowledges, and makes the tables where there are none.
 *
 * @throws DiagnosticError `ledger.location`, `ledger.unavailable`, `ledger.timeout`, `ledger.denied`,
 *   `ledger.durability`, `ledger.server`, `ledger.newer`.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<LedgerStore> {
  const { connection, schema = 'edge_contracts', timeoutMs = 10_000, connections = 4, ca } = options;
  const database = new Database({ connection, timeoutMs, connections, ca });
  const tables = tablesOf(schema);
  try {
    await prepare(database, tables);
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return new PostgresStore(database, tables, options.page ?? PAGE);
}

async function prepare(database: Database, tables: Tables): Promise<void> {
  const current = await database.read(async (session) => {
    await checkServer(session);
    return isCurrent(await versionOf(session, tables));
  });
  if (!current)
    await database.write(async (session) => {
      await lock(session, tables);
      await migrate(session, tables);
    });
  await database.read((session) => checkTables(session, tables));
}

/**
 * The one lock that all writers of a ledger take, until their transaction has ended. The server lets it go after a
 * commit is durable and seen by everyone. So whoever gets it reads the head that the last one left: `seq` has no gaps,
 * and what is committed later has a higher `seq`. Who follows the ledger by `seq` misses nothing; a sequence of the
 * database would hand out numbers first and let them be committed in any order.
 */
async function lock(session: Session, { lock: key }: Tables): Promise<void> {
  const [row] = await session.rows("SELECT current_setting('fsync'), pg_advisory_xact_lock($1::bigint)", [
    key,
  ]);
  checkFsync(row?.[0]);
}

class PostgresStore implements LedgerStore {
  readonly engine = 'postgres';
  readonly #database: Database;
  readonly #tables: Tables;
  readonly #size: PageSize;
  /** Were the tables found to be as they were made. */
  #looked = false;
  /** Writers of one process wait here, not each on a connection. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(database: Database, tables: Tables, size: PageSize) {
    this.#database = database;
    this.#tables = tables;
    this.#size = size;
  }

  write<T>(plan: WritePlan<T>): Promise<T> {
    if (this.#database.closed) return Promise.reject(closedFault());
    const written = this.#writing.then(() => this.#database.write((session) => this.#write(session, plan)));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #write<T>(session: Session, plan: WritePlan<T>): Promise<T> {
    await lock(session, this.#tables);
    // Once for each handle: it takes as long as a small write.
    if (!this.#looked) await requireStructure(session, this.#tables);
    this.#looked = true;
    const { changes, result } = plan.build(await this.#seen(session, plan));
    await applyChanges(session, this.#tables, changes);
    return result;
  }

  async #seen(session: Session, plan: WritePlan<unknown>): Promise<Seen> {
    const named = new Set(plan.runs ?? []);
    for (const { run } of plan.keys) if (run !== null) named.add(run);
    return {
      head: await headOf(session, this.#tables),
      runs: await runsOf(session, this.#tables, [...named]),
      existing: await existingOf(session, this.#tables, plan.keys),
      selected: plan.select === undefined ? [] : await this.#selected(session, plan.select),
    };
  }

  async #selected(session: Session, query: EntryQuery): Promise<readonly StoredEntry[]> {
    const selected: StoredEntry[] = [];
    const read = (part: EntryQuery, size: PageSize) => entriesPage(session, this.#tables, part, size);
    for await (const entry of pagesOfEntries(query, this.#size, read)) selected.push(entry);
    return selected;
  }

  entries(query: EntryQuery): AsyncIterable<StoredEntry> {
    return pagesOfEntries(query, this.#size, (part, size) =>
      this.#database.read((session) => entriesPage(session, this.#tables, part, size)),
    );
  }

  async *runs(query: RunQuery): AsyncIterable<StoredRun> {
    for (let past = 0; ; ) {
      const page = await this.#database.read((session) =>
        runsPage(session, this.#tables, query, past, this.#size),
      );
      yield* page.rows;
      if (page.last) return;
      past = page.rows.at(-1)?.first_seq ?? past;
    }
  }

  async *refusals({ run }: { readonly run?: string }): AsyncIterable<StoredRefusal> {
    for (let past = 0; ; ) {
      const page = await this.#database.read((session) =>
        refusalsPage(session, this.#tables, run, past, this.#size),
      );
      for (const { refusal } of page.rows) yield refusal;
      if (page.last) return;
      past = page.rows.at(-1)?.place ?? past;
    }
  }

  head(): Promise<StoredHead> {
    return this.#database.read((session) => headOf(session, this.#tables));
  }

  blob(digest: Digest): Promise<Uint8Array | null> {
    return this.#database.read(async (session) => {
      const [row] = await session.rows(`SELECT bytes FROM ${this.#tables.blobs} WHERE digest = $1`, [digest]);
      // `\x` and hexadecimal digits.
      return row?.[0] == null ? null : new Uint8Array(Buffer.from(row[0].slice(2), 'hex'));
    });
  }

  outbox(limit: number): Promise<readonly OutboxItem[]> {
    return this.#database.read(async (session) => {
      const rows = await session.rows(
        `SELECT ${namesOf(OUTBOX_COLUMNS)} FROM ${this.#tables.outbox} ORDER BY created_at, place LIMIT $1::bigint`,
        [limit],
      );
      return rows.map(outboxItemOf);
    });
  }

  async *inspect(): AsyncIterable<StoreFault> {
    yield* await this.#database.read((session) => inspectTables(session, this.#tables));
  }

  async close(): Promise<void> {
    const writing = this.#writing;
    await writing;
    await this.#database.close();
  }
}

type ReadPage = (query: EntryQuery, size: PageSize) => ReturnType<typeof entriesPage>;

async function* pagesOfEntries(
  query: EntryQuery,
  size: PageSize,
  read: ReadPage,
): AsyncGenerator<StoredEntry> {
  let { limit = Number.POSITIVE_INFINITY } = query;
  for (let part = query; limit > 0; ) {
    const page = await read(part, { ...size, rows: Math.min(size.rows, limit) });
    yield* page.rows;
    limit -= page.rows.length;
    const last = page.rows.at(-1);
    if (page.last || last === undefined) return;
    part = query.newest_first === true ? { ...part, until: last.seq - 1 } : { ...part, after: last.seq };
  }
}

async function headOf(session: Session, { head }: Tables): Promise<StoredHead> {
  const [row] = await session.rows(`SELECT seq, chain FROM ${head}`);
  return { seq: Number(row?.[0] ?? 0), chain: (row?.[1] ?? EMPTY_CHAIN) as Digest };
}

async function runsOf(
  session: Session,
  { runs }: Tables,
  named: readonly string[],
): Promise<ReadonlyMap<string, StoredRun>> {
  if (named.length === 0) return new Map();
  const rows = await session.rows(
    `SELECT ${namesOf(RUN_COLUMNS)} FROM ${runs} WHERE run_digest = ANY($1::bytea[])`,
    [named.map(digestOf)],
  );
  return new Map(rows.map(runOf).map((run) => [run.run, run]));
}

async function existingOf(
  session: Session,
  { entries }: Tables,
  keys: readonly EntryKey[],
): Promise<ReadonlyMap<string, StoredEntry>> {
  if (keys.length === 0) return new Map();
  const rows = await session.rows(
    `SELECT ${namesOf(ENTRY_COLUMNS)} FROM ${entries} WHERE key_digest = ANY($1::bytea[])`,
    [keys.map(keyDigest)],
  );
  return new Map(rows.map(entryOf).map((entry) => [keyText(entry), entry]));
}
