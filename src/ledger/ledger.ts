import type { SigningKey } from '../attestation/attestation-key.js';
import type { Digest } from '../canonical/digest.js';
import type {
  Appended,
  CheckpointNote,
  ErasureNote,
  LedgerEntry,
  LedgerRecord,
  LedgerRun,
  Refusal,
  RunSummary,
} from '../model/ledger.js';
import type { EntryQuery, OutboxItem, RunQuery } from './store.js';
import type { LedgerVerification, VerifyLedgerOptions } from './verify-ledger.js';

/**
 * The ledger of transfers: append-only, durable, tamper-evident. Each pair of a sender's state and its receiver's
 * payload is one record under its run and hop.
 */
export interface Ledger {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Resolves when all of them are durable: what it says was appended survives a crash of this process and of the
   * engine. One transaction; the outcomes are in the order of the records. Appending the same again is safe.
   *
   * @throws DiagnosticError `ledger.*` where it is not known that they are durable; nothing of it may be taken as
   *   written then, and appending the same again is safe.
   */
  append(records: readonly LedgerRecord[], more?: AppendMore): Promise<readonly Appended[]>;

  entries(query?: EntryQuery): AsyncIterable<LedgerEntry>;
  runs(query?: RunQuery): AsyncIterable<RunSummary>;
  /** Null where the ledger has no entry of it. */
  run(id: string): Promise<LedgerRun | null>;
  refusals(query?: { readonly run?: string }): AsyncIterable<Refusal>;
  head(): Promise<{ readonly seq: number; readonly chain: Digest }>;
  /**
   * Null where there is none.
   *
   * @throws DiagnosticError `ledger.changed` where its bytes do not give the digest.
   */
  blob(digest: Digest): Promise<Uint8Array | null>;

  /** Signs the state of the whole ledger, as an entry of its own. */
  checkpoint(key: SigningKey): Promise<CheckpointNote>;
  /** Takes the personal fields of one run out (`content`), or all but the chain of entries older than a time. */
  erase(what: Erase): Promise<ErasureNote>;
  /** Is everything in it as it was written. */
  verify(options?: VerifyLedgerOptions): Promise<LedgerVerification>;

  outbox(limit: number): Promise<readonly OutboxItem[]>;
  /** What became of items of the outbox. */
  settleOutbox(settled: {
    readonly sent: readonly string[];
    readonly tried: readonly { readonly id: string; readonly next_at: string }[];
  }): Promise<void>;
  close(): Promise<void>;
}

export interface AppendMore {
  /** Kept by digest: sources of contracts. */
  readonly blobs?: readonly Uint8Array[];
  /** Put into the outbox in the same transaction: what is recorded as an alert is also sent, or neither is. */
  readonly send?: readonly Omit<OutboxItem, 'attempts'>[];
}

export type Erase = { readonly by: string; readonly reason: string } & (
  | { readonly what: 'content'; readonly run: string }
  | { readonly what: 'content' | 'entries'; readonly before: string }
);
