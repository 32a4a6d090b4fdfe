import type { SigningKey } from '../attestation/attestation-key.js';
import { type Digest, digestBytes } from '../canonical/digest.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
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
import { appendNote } from './append-note.js';
import { diagnosticsOf } from './check-record.js';
import { refusalsOf, runsAt, signCheckpoint } from './checkpoint.js';
import { eraseEntries } from './erase-entries.js';
import { ledgerFault } from './fault.js';
import type { AppendMore, Erase, Ledger } from './ledger.js';
import { AppendPlan, keysOf } from './plan-append.js';
import { type PreparedRecord, prepareRecord } from './prepare-record.js';
import { readEntry, readRefusal } from './read-entry.js';
import { readRun } from './read-run.js';
import { keyOf, runOf } from './record-key.js';
import type { EntryQuery, LedgerStore, OutboxItem, RunQuery, StoredBlob } from './store.js';
import { type LedgerVerification, type VerifyLedgerOptions, verifyLedger } from './verify-ledger.js';

export interface LedgerOptions {
  readonly store: LedgerStore;
  /** The ledger's own clock; not given: the system's. */
  readonly clock?: () => Date;
  /**
   * What is put in a record's place before it is sealed and written, the same for the same record each time: that is
   * how a copy is known. Not given: the record itself.
   */
  readonly redact?: (record: LedgerRecord) => LedgerRecord;
}

/** A ledger over an engine. Closing it closes the engine. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  // So that what cannot be read is told now, and not at the first record.
  await options.store.head();
  return new StoredLedger(options);
}

class StoredLedger implements Ledger {
  readonly #store: LedgerStore;
  readonly #clock: () => Date;
  readonly #redact: ((record: LedgerRecord) => LedgerRecord) | undefined;

  constructor({ store, clock = () => new Date(), redact }: LedgerOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#redact = redact;
  }

  get engine(): LedgerStore['engine'] {
    return this.#store.engine;
  }

  async append(records: readonly LedgerRecord[], more: AppendMore = {}): Promise<readonly Appended[]> {
    const prepared = this.#prepare(records);
    if (prepared.length === 0) return [];
    const blobs = (more.blobs ?? []).map((bytes): StoredBlob => ({ digest: digestBytes(bytes), bytes }));
    const send = (more.send ?? []).map((item): OutboxItem => ({ ...item, attempts: 0 }));
    return this.#store.write({
      keys: keysOf(prepared),
      build: (seen) => {
        const plan = new AppendPlan(seen, this.#now());
        for (const record of prepared) plan.add(record);
        // What is there already was sent when it came.
        const sent = plan.appended ? { send } : {};
        return { changes: { ...plan.changes(), blobs, ...sent }, result: plan.outcomes };
      },
    });
  }

  #now(): string {
    return this.#clock().toISOString();
  }

  #prepare(records: readonly LedgerRecord[]): PreparedRecord[] {
    requireGood(records);
    const redact = this.#redact;
    if (redact === undefined) return records.map(prepareRecord);
    const redacted = records.map((record) => sameName(record, redact(record)));
    requireGood(redacted);
    return redacted.map(prepareRecord);
  }

  async *entries(query: EntryQuery = {}): AsyncIterable<LedgerEntry> {
    for await (const entry of this.#store.entries(query)) yield readEntry(entry);
  }

  async *runs(query: RunQuery = {}): AsyncIterable<RunSummary> {
    for await (const { chain: _chain, ...run } of this.#store.runs(query)) yield run;
  }

  run(id: string): Promise<LedgerRun | null> {
    return readRun(this.#store, id);
  }

  async *refusals(query: { readonly run?: string } = {}): AsyncIterable<Refusal> {
    for await (const refusal of this.#store.refusals(query)) yield readRefusal(refusal);
  }

  head(): Promise<{ readonly seq: number; readonly chain: Digest }> {
    return this.#store.head();
  }

  async blob(digest: Digest): Promise<Uint8Array | null> {
    const bytes = await this.#store.blob(digest);
    if (bytes === null || digestBytes(bytes) === digest) return bytes;
    throw ledgerFault('ledger.changed', `the blob ${digest} is not what was kept under this digest`, {
      help: 'run `ledger verify`, and take the blob from a copy of the ledger',
    });
  }

  async checkpoint(key: SigningKey): Promise<CheckpointNote> {
    const head = await this.#store.head();
    const runs = await runsAt(this.#store, head);
    const refusals = await refusalsOf(this.#store);
    const note = signCheckpoint({ head, runs, refusals }, key, this.#now());
    await appendNote(this.#store, note, this.#now());
    return note;
  }

  erase(what: Erase): Promise<ErasureNote> {
    return eraseEntries(this.#store, what, this.#clock);
  }

  verify(options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    return verifyLedger(this.#store, options);
  }

  outbox(limit: number): Promise<readonly OutboxItem[]> {
    return this.#store.outbox(limit);
  }

  settleOutbox(settled: Parameters<Ledger['settleOutbox']>[0]): Promise<void> {
    return this.#store.write({ keys: [], build: () => ({ changes: settled, result: undefined }) });
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

/** @throws DiagnosticError with every fault of every record; nothing is written then. */
function requireGood(records: readonly unknown[]): void {
  const [first, ...rest] = diagnosticsOf(records);
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
}

function sameName(before: LedgerRecord, after: LedgerRecord): LedgerRecord {
  const same =
    before.kind === after.kind &&
    runOf(before) === runOf(after) &&
    keyOf(before) === keyOf(after) &&
    before.at === after.at;
  if (same) return after;
  throw ledgerFault('ledger.redaction', `redaction changed what names a record of the kind ${before.kind}`, {
    help: 'redact texts and values only',
  });
}
