import type { Digest } from '../canonical/digest.js';
import type { LedgerKind } from '../model/ledger.js';

/**
 * The port of an engine: durable, ordered, atomic. An engine knows nothing of records, chains or keys of any kind;
 * what is written is made by `build`, which is pure and runs inside of the transaction.
 */
export interface LedgerStore {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * One transaction, and the only writer while it lasts: reads what `plan` asks for, lets it say what to write, and
   * resolves when that is durable. Rejects with `ledger.unavailable` and the like where it is not known to be; then
   * nothing may be taken as written, and writing the same again is safe.
   */
  write<T>(plan: WritePlan<T>): Promise<T>;

  /** Ascending by `seq`, read in pages: memory does not grow with the ledger. */
  entries(query: EntryQuery): AsyncIterable<StoredEntry>;
  /** Ascending by first entry. */
  runs(query: RunQuery): AsyncIterable<StoredRun>;
  refusals(query: { readonly run?: string }): AsyncIterable<StoredRefusal>;
  head(): Promise<StoredHead>;
  blob(digest: Digest): Promise<Uint8Array | null>;
  /** What waits to be sent, oldest first. */
  outbox(limit: number): Promise<readonly OutboxItem[]>;
  /**
   * What is wrong beneath that which is read: tables, indexes and triggers that are not as the engine made them, and what
   * the engine itself says of its files. A write is refused (`ledger.structure`) where the first is so.
   */
  inspect(): AsyncIterable<StoreFault>;
  close(): Promise<void>;
}

export interface StoreFault {
  readonly code: 'ledger.structure' | 'ledger.damaged' | 'ledger.twice' | 'ledger.changed';
  /** The entry, where it is about one. */
  readonly seq: number | null;
  readonly message: string;
}

export interface WritePlan<T> {
  /** Keys that may be there already; with a run, its head is read too. */
  readonly keys: readonly EntryKey[];
  /** Heads of further runs that are needed. */
  readonly runs?: readonly string[];
  /** Entries whose content is to be looked at in `build`, such as those to be erased. */
  readonly select?: EntryQuery;
  readonly build: (seen: Seen) => { readonly changes: Changes; readonly result: T };
}

/** `run` is null for a note of no run. `key` names the record within it: `transfer/2/1`, `message/m1`, `closed`. */
export interface EntryKey {
  readonly run: string | null;
  readonly key: string;
}

export interface Seen {
  readonly head: StoredHead;
  readonly runs: ReadonlyMap<string, StoredRun>;
  /** By `keyText`. */
  readonly existing: ReadonlyMap<string, StoredEntry>;
  /** What `select` found. */
  readonly selected: readonly StoredEntry[];
}

/** One text for a key, to look it up by. */
export function keyText({ run, key }: EntryKey): string {
  return run === null ? `-${key}` : `${run.length} ${run}${key}`;
}

export interface Changes {
  /** A run that they belong to has a row, after the write: an engine looks no further for the entries of one without. */
  readonly insert?: readonly StoredEntry[];
  /** Whole rows that take the place of those with the same `run`. */
  readonly runs?: readonly StoredRun[];
  readonly refuse?: readonly StoredRefusal[];
  readonly blobs?: readonly StoredBlob[];
  /** The head after this write. */
  readonly head?: StoredHead;
  /**
   * By `seq`: drop `content` and `salt` (`content`), or `body`, `edge` and `commit` as well (`entries`); and the bodies
   * of refusals with one of these `seq`. The key stays, so that what was taken out does not come back as new. Once
   * `write` resolves, nothing of it is in the files of SQLite any more; PostgreSQL answers no query with it, and keeps
   * old pages until it has vacuumed them, as its operator says.
   */
  readonly erase?: { readonly what: 'content' | 'entries'; readonly seqs: readonly number[] };
  readonly send?: readonly OutboxItem[];
  /** Ids of outbox items: acknowledged (they go), or tried once more. */
  readonly sent?: readonly string[];
  readonly tried?: readonly { readonly id: string; readonly next_at: string }[];
}

/** The end of the chain: 0 and `EMPTY_CHAIN` for an empty ledger. */
export interface StoredHead {
  readonly seq: number;
  readonly chain: Digest;
}

export interface StoredEntry {
  readonly seq: number;
  readonly run: string | null;
  readonly run_seq: number | null;
  readonly kind: LedgerKind;
  /** Unique within its run; among entries of no run, in the ledger. */
  readonly key: string;
  /** The edge that a transfer's record names or its agents make, a verdict's, an override's, an alert's; else null. */
  readonly edge: string | null;
  /** The writer's clock, RFC 3339 in UTC with milliseconds, so that texts compare as times do. */
  readonly at: string;
  /** The ledger's clock, the same form. */
  readonly recorded_at: string;
  /** The recorder's count. */
  readonly place: number | null;
  readonly leaf: Digest;
  readonly run_chain: Digest | null;
  readonly chain: Digest;
  /** Canonical JSON in which each personal field is a salted digest; null where pruned. */
  readonly body: string | null;
  /** The personal fields: JSON, by pointer; null where erased, or where there is none. */
  readonly content: string | null;
  /** Hexadecimal; null where erased. */
  readonly salt: string | null;
  /** A salted digest of the record as it came: the very same again is known by it. Null where pruned. */
  readonly commit: Digest | null;
}

export interface StoredRun {
  readonly run: string;
  readonly entries: number;
  readonly first_seq: number;
  readonly last_seq: number;
  readonly first_at: string;
  readonly last_at: string;
  readonly chain: Digest;
  readonly closed: boolean;
}

export interface StoredRefusal {
  readonly run: string | null;
  readonly kind: LedgerKind;
  readonly key: string;
  readonly seq: number;
  readonly code: 'ledger.conflict' | 'ledger.erased';
  readonly recorded_at: string;
  /** The record as JSON, after redaction; dropped when its run is erased, and not kept of what was erased before. */
  readonly body: string | null;
}

export interface StoredBlob {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

/** Something that waits until it is acknowledged. */
export interface OutboxItem {
  readonly id: string;
  /** The name of where it goes. */
  readonly to: string;
  readonly body: string;
  readonly attempts: number;
  readonly created_at: string;
  /** Not before this time. */
  readonly next_at: string;
}

/** All given have to hold. */
export interface EntryQuery {
  readonly run?: string;
  readonly kinds?: readonly LedgerKind[];
  readonly edge?: string;
  /** Only entries after this `seq`. */
  readonly after?: number;
  readonly until?: number;
  /** By the writer's clock: from (inclusive), to (exclusive). */
  readonly at_from?: string;
  readonly at_to?: string;
  /** By the ledger's clock: before (exclusive). */
  readonly recorded_before?: string;
  readonly limit?: number;
  /** The newest first, at most `limit`. */
  readonly newest_first?: boolean;
}

export interface RunQuery {
  readonly run?: string;
  /** By the ledger's clock: runs that got an entry from this time on. */
  readonly since?: string;
  readonly until?: string;
  readonly closed?: boolean;
  /** Only runs whose last entry is after this `seq`. */
  readonly after?: number;
}
