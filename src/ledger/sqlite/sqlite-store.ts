import { setTimeout as wait } from 'node:timers/promises';
import type Database from 'libsql';
import type { Digest } from '../../canonical/digest.js';
import { ledgerFault } from '../fault.js';
import type {
  Changes,
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
import { openDatabase } from './open-database.js';
import { inspectDatabase, requireSchema } from './inspect-database.js';
import {
  asJson,
  type Bound,
  ENTRY_COLUMNS,
  entryOf,
  entryValues,
  OUTBOX_COLUMNS,
  outboxOf,
  outboxValues,
  REFUSAL_COLUMNS,
  type Row,
  RUN_COLUMNS,
  readRow,
  refusalOf,
  refusalValues,
  runOfRow,
  runValues,
} from './rows.js';
import { isBusy, isDoubtful, type Purpose, sqliteFault } from './sqlite-fault.js';
import { WatchedFiles } from './watched-files.js';
import { whereEntries, whereRuns } from './where.js';

export interface SqliteStoreOptions {
  /** How long another writer is waited for, in milliseconds; not given: 5000. */
  readonly timeoutMs?: number;
}

const INSERT_ENTRY = `INSERT INTO entries (${ENTRY_COLUMNS}) VALUES (${marks(16)})`;
const PUT_RUN = `INSERT OR REPLACE INTO runs (${RUN_COLUMNS}) VALUES (${marks(8)})`;
const ENTRY_BY_KEY = `SELECT ${asJson(ENTRY_COLUMNS)} FROM entries WHERE ifnull(run, '') = ? AND key = ?`;
const RUN_BY_NAME = `SELECT ${asJson(RUN_COLUMNS)} FROM runs WHERE run = ?`;

const HEAD_COLUMNS = 'seq, chain';
const PLACED_REFUSAL = `id, ${REFUSAL_COLUMNS}`;

/** Rows a page; a page is read at once, and nothing is locked between two. */
const PAGE = 200;

/**
 * Opens, or makes, a ledger in one SQLite file (`:memory:`: one that is gone with the process).
 *
 * @throws DiagnosticError `ledger.*`
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<LedgerStore> {
  const timeoutMs = options.timeoutMs ?? 5000;
  const database = await patiently(timeoutMs, 'read', () => openDatabase(path));
  return new SqliteStore(database, new WatchedFiles(path), timeoutMs);
}

/** Tries again while somebody else is writing, and lets the process do other things meanwhile. */
async function patiently<T>(timeoutMs: number, purpose: Purpose, attempt: () => T): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= end) throw sqliteFault(error, purpose);
      // Not all at the same time again.
      await wait(1 + Math.random() * 10);
    }
  }
}

class SqliteStore implements LedgerStore {
  readonly engine = 'sqlite';
  readonly #database: Database.Database;
  readonly #files: WatchedFiles;
  readonly #timeoutMs: number;
  readonly #statements = new Map<string, Database.Statement>();
  /** What is written next waits for this: in the order in which it was asked for. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(database: Database.Database, files: WatchedFiles, timeoutMs: number) {
    this.#database = database;
    this.#files = files;
    this.#timeoutMs = timeoutMs;
  }

  write<T>(plan: WritePlan<T>): Promise<T> {
    const written = this.#last.then(() => patiently(this.#timeoutMs, 'write', () => this.#writeOnce(plan)));
    this.#last = written.catch(() => {});
    return written;
  }

  #writeOnce<T>(plan: WritePlan<T>): T {
    this.#requireOpen('write');
    this.#files.check();
    let erased = false;
    const result = this.#transaction(() => {
      requireSchema(this.#database);
      const { changes, result } = plan.build(this.#seen(plan));
      this.#apply(changes);
      erased = changes.erase !== undefined;
      return result;
    });
    this.#files.check();
    if (erased) this.#emptyLog();
    return result;
  }

  #transaction<T>(work: () => T): T {
    const database = this.#database;
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      // Another try on this connection could succeed on pages that never reached the disk.
      if (isDoubtful(error)) this.#giveUp();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      this.#giveUp();
    }
  }

  #giveUp(): void {
    this.#closed = true;
  }

  #seen({ keys, runs, select }: WritePlan<unknown>): Seen {
    const heads = this.#heads(new Set([...keys.flatMap(({ run }) => run ?? []), ...(runs ?? [])]));
    const existing = new Map<string, StoredEntry>();
    for (const at of keys) {
      // A run without a head has no entries; should it have some, the unique index refuses another.
      if (at.run !== null && !heads.has(at.run)) continue;
      const row = this.#one(ENTRY_BY_KEY, [at.run ?? '', at.key]);
      if (row !== undefined) existing.set(keyText(at), entryOf(readRow(ENTRY_COLUMNS, row)));
    }
    return { head: this.#head(), runs: heads, existing, selected: this.#selected(select) };
  }

  #heads(names: ReadonlySet<string>): Map<string, StoredRun> {
    const heads = new Map<string, StoredRun>();
    for (const run of names) {
      const row = this.#one(RUN_BY_NAME, [run]);
      if (row !== undefined) heads.set(run, runOfRow(readRow(RUN_COLUMNS, row)));
    }
    return heads;
  }

  #selected(query: EntryQuery | undefined): readonly StoredEntry[] {
    if (query === undefined) return [];
    return query.newest_first === true
      ? this.#newest(query)
      : this.#page(query, query.limit ?? -1, query.after ?? 0);
  }

  #apply(changes: Changes): void {
    for (const entry of changes.insert ?? []) this.#run(INSERT_ENTRY, entryValues(entry));
    for (const run of changes.runs ?? []) this.#run(PUT_RUN, runValues(run));
    for (const refusal of changes.refuse ?? [])
      this.#run(`INSERT INTO refusals (${REFUSAL_COLUMNS}) VALUES (${marks(7)})`, refusalValues(refusal));
    for (const { digest, bytes } of changes.blobs ?? [])
      this.#run('INSERT OR IGNORE INTO blobs (digest, bytes) VALUES (?, ?)', [digest, bytes]);
    if (changes.head !== undefined)
      this.#run('UPDATE head SET seq = ?, chain = ? WHERE id = 1', [changes.head.seq, changes.head.chain]);
    if (changes.erase !== undefined) this.#erase(changes.erase);
    this.#settle(changes);
  }

  #erase({ what, seqs }: NonNullable<Changes['erase']>): void {
    const more = what === 'entries' ? ', body = NULL, edge = NULL, commitment = NULL' : '';
    for (const seq of seqs) {
      this.#run(`UPDATE entries SET content = NULL, salt = NULL${more} WHERE seq = ?`, [seq]);
      this.#run('UPDATE refusals SET body = NULL WHERE seq = ?', [seq]);
    }
  }

  #settle({ send, sent, tried }: Changes): void {
    for (const item of send ?? [])
      this.#run(`INSERT OR IGNORE INTO outbox (${OUTBOX_COLUMNS}) VALUES (${marks(6)})`, outboxValues(item));
    for (const id of sent ?? []) this.#run('DELETE FROM outbox WHERE id = ?', [id]);
    for (const { id, next_at } of tried ?? [])
      this.#run('UPDATE outbox SET attempts = attempts + 1, next_at = ? WHERE id = ?', [next_at, id]);
  }

  /** The log beside the file still holds the old pages; without it they are nowhere. */
  #emptyLog(): void {
    const [row] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as Row[];
    if (row?.['busy'] !== 0)
      throw ledgerFault(
        'ledger.erase_unfinished',
        'another process reads the ledger, so that old pages are kept',
        {
          help: 'close other readers and erase the same again',
        },
      );
  }

  async *entries(query: EntryQuery): AsyncIterable<StoredEntry> {
    if (query.newest_first === true) {
      yield* await this.#read(() => this.#newest(query));
      return;
    }
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let after = query.after ?? 0;
    while (left > 0) {
      const page = await this.#read(() => this.#page(query, Math.min(PAGE, left), after));
      yield* page;
      const last = page[page.length - 1];
      if (last === undefined || page.length < Math.min(PAGE, left)) return;
      after = last.seq;
      left -= page.length;
    }
  }

  #page(query: EntryQuery, limit: number, after: number): StoredEntry[] {
    const { sql, values } = whereEntries({ ...query, after });
    return this.#all(`SELECT ${asJson(ENTRY_COLUMNS)} FROM entries WHERE ${sql} ORDER BY seq LIMIT ?`, [
      ...values,
      limit,
    ]).map((row) => entryOf(readRow(ENTRY_COLUMNS, row)));
  }

  #newest(query: EntryQuery): StoredEntry[] {
    const { sql, values } = whereEntries(query);
    return this.#all(`SELECT ${asJson(ENTRY_COLUMNS)} FROM entries WHERE ${sql} ORDER BY seq DESC LIMIT ?`, [
      ...values,
      query.limit ?? -1,
    ]).map((row) => entryOf(readRow(ENTRY_COLUMNS, row)));
  }

  async *runs(query: RunQuery): AsyncIterable<StoredRun> {
    const { sql, values } = whereRuns(query);
    for (let after = 0; ; ) {
      const rows = await this.#read(() =>
        this.#all(
          `SELECT ${asJson(RUN_COLUMNS)} FROM runs WHERE ${sql} AND first_seq > ? ORDER BY first_seq LIMIT ?`,
          [...values, after, PAGE],
        ),
      );
      const page = rows.map((row) => runOfRow(readRow(RUN_COLUMNS, row)));
      yield* page;
      const last = page[page.length - 1];
      if (last === undefined || page.length < PAGE) return;
      after = last.first_seq;
    }
  }

  async *refusals({ run }: { readonly run?: string }): AsyncIterable<StoredRefusal> {
    const where = run === undefined ? '1' : 'run = ?';
    const values = run === undefined ? [] : [run];
    for (let after = 0; ; ) {
      const rows = await this.#read(() =>
        this.#all(
          `SELECT ${asJson(PLACED_REFUSAL)} FROM refusals WHERE ${where} AND id > ? ORDER BY id LIMIT ?`,
          [...values, after, PAGE],
        ),
      );
      const page = rows.map((row) => readRow(PLACED_REFUSAL, row));
      yield* page.map(refusalOf);
      const last = page[page.length - 1];
      if (last === undefined || page.length < PAGE) return;
      after = last['id'] as number;
    }
  }

  head(): Promise<StoredHead> {
    return this.#read(() => this.#head());
  }

  #head(): StoredHead {
    const found = this.#one(`SELECT ${asJson(HEAD_COLUMNS)} FROM head WHERE id = 1`, []);
    if (found === undefined) throw ledgerFault('ledger.damaged', 'the ledger has lost its head');
    const row = readRow(HEAD_COLUMNS, found);
    return { seq: row['seq'] as number, chain: row['chain'] as Digest };
  }

  blob(digest: Digest): Promise<Uint8Array | null> {
    return this.#read(() => {
      const row = this.#one('SELECT bytes FROM blobs WHERE digest = ?', [digest]);
      return row === undefined ? null : new Uint8Array(row['bytes'] as ArrayBuffer);
    });
  }

  outbox(limit: number): Promise<readonly OutboxItem[]> {
    return this.#read(() =>
      this.#all(`SELECT ${asJson(OUTBOX_COLUMNS)} FROM outbox ORDER BY created_at, id LIMIT ?`, [limit]).map(
        (row) => outboxOf(readRow(OUTBOX_COLUMNS, row)),
      ),
    );
  }

  async *inspect(): AsyncIterable<StoreFault> {
    yield* await this.#read(() => [...inspectDatabase(this.#database)]);
  }

  /** After what was asked to be written before. */
  async close(): Promise<void> {
    await this.#last;
    if (!this.#database.open) return;
    this.#tidyUp();
    this.#closed = true;
    this.#database.close();
  }

  /** The driver keeps its statements, and so the log, until they are collected; what is copied then is one file all the same. */
  #tidyUp(): void {
    if (this.#closed) return;
    this.#statements.clear();
    try {
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // What is in the log is durable there.
    }
  }

  #read<T>(work: () => T): Promise<T> {
    return patiently(this.#timeoutMs, 'read', () => {
      this.#requireOpen('read');
      return work();
    });
  }

  #requireOpen(purpose: Purpose): void {
    if (!this.#closed) return;
    throw ledgerFault('ledger.closed', 'the ledger was closed, or gave up after a fault of the disk', {
      help: purpose === 'read' ? 'open it again' : 'open it again, and append the same again',
    });
  }

  #all(sql: string, values: readonly Bound[]): Row[] {
    return this.#prepared(sql).all([...values]) as Row[];
  }

  #one(sql: string, values: readonly Bound[]): Row | undefined {
    return this.#prepared(sql).get([...values]) as Row | undefined;
  }

  #run(sql: string, values: readonly Bound[]): void {
    this.#prepared(sql).run([...values]);
  }

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
