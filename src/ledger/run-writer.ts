import type { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { Appended, LedgerKind, LedgerRecord } from '../model/ledger.js';
import type { RecordKind } from '../model/record.js';
import { ledgerFault } from './fault.js';
import type { Ledger } from './ledger.js';
import { keyOf } from './record-key.js';

/** What of a ledger a run is written with. */
export type RunLedger = Pick<Ledger, 'append' | 'entries' | 'run' | 'head'>;

/** What one call writes, and what it is told once that is durable. */
export interface Batch<T> {
  readonly records: readonly LedgerRecord[];
  readonly blobs?: readonly Uint8Array[];
  readonly told: () => T;
}

export interface WriterOptions {
  readonly ledger: RunLedger;
  readonly run: string;
  /** The ledger's last entry that was looked at when the run was opened. */
  readonly seen: number;
  /** Told of each batch that is durable. */
  readonly onDurable: (records: readonly LedgerRecord[]) => void;
}

const RUN_KINDS: Readonly<Record<RecordKind, true>> = {
  message: true,
  statement: true,
  tool_call: true,
  effect: true,
  config: true,
  transfer: true,
  closed: true,
};
const KINDS = Object.keys(RUN_KINDS) as readonly LedgerKind[];

/**
 * Writes one run's batches in the order of the calls, one after the other. What is not known to be durable keeps everything
 * back that comes after it, until it was written again.
 */
export class RunWriter {
  readonly #options: WriterOptions;
  #tail: Promise<unknown> = Promise.resolve();
  #seen: number;
  /** Not known to be durable. */
  #pending: Batch<unknown> | null = null;
  #stopped: DiagnosticError | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#seen = options.seen;
  }

  get status(): 'open' | 'stuck' | 'stopped' {
    if (this.#stopped !== null) return 'stopped';
    return this.#pending === null ? 'open' : 'stuck';
  }

  /**
   * Does it after all calls before, writes what it gives, and resolves when that is durable.
   *
   * @param what Throws where the call is wrong; then nothing is written, and the run goes on.
   */
  do<T>(what: () => Batch<T> | Promise<Batch<T>>): Promise<T> {
    return this.#next(async () => {
      if (this.#pending !== null) throw stuck();
      return this.#write(await what());
    });
  }

  /** Writes again what was not known to be durable, and resolves with what its call would have. */
  retry(): Promise<unknown> {
    return this.#next(async () => (this.#pending === null ? undefined : this.#write(this.#pending)));
  }

  #next<T>(what: () => Promise<T>): Promise<T> {
    const next = this.#tail.then(() => {
      if (this.#stopped !== null) throw this.#stopped;
      return what();
    });
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #write<T>(batch: Batch<T>): Promise<T> {
    const { records, blobs, told } = batch;
    if (records.length === 0) return told();
    this.#pending = batch;
    const { ledger, onDurable } = this.#options;
    const outcomes = await ledger.append(records, blobs === undefined ? {} : { blobs });
    await this.#requireAlone(records, outcomes);
    this.#pending = null;
    onDurable(records);
    return told();
  }

  /** No other record under the same keys, and none of the run that this writer did not write. */
  async #requireAlone(records: readonly LedgerRecord[], outcomes: readonly Appended[]): Promise<void> {
    outcomes.forEach(({ outcome, seq }, index) => {
      const record = records[index];
      if (outcome === 'refused' && record !== undefined) throw this.#stop(refused(record, seq));
    });
    const own = new Set(outcomes.map(({ seq }) => seq));
    const last = Math.max(this.#seen, ...own);
    if (last - this.#seen !== own.size) await this.#requireOwn(own, last);
    this.#seen = last;
  }

  /** Other runs, and notes on this one, may stand between. */
  async #requireOwn(own: ReadonlySet<number>, until: number): Promise<void> {
    const { ledger, run } = this.#options;
    const between = ledger.entries({ run, kinds: KINDS, after: this.#seen, until });
    for await (const { seq, kind } of between) if (!own.has(seq)) throw this.#stop(foreign(kind, seq));
  }

  #stop(fault: DiagnosticError): DiagnosticError {
    this.#stopped = fault;
    return fault;
  }
}

function stuck(): DiagnosticError {
  return ledgerFault(
    'ledger.run_stuck',
    'nothing is written to this run: a record before is not known to be durable',
    { help: 'call `retry()` until it resolves, and hand nothing on meanwhile' },
  );
}

const ONE = 'end one of the two writers, and resume the run';

function refused(record: LedgerRecord, seq: number): DiagnosticError {
  const message = `entry ${seq} of the ledger is another record with the key ${JSON.stringify(keyOf(record))} of this run: somebody else writes to it`;
  return ledgerFault('ledger.other_writer', message, { help: ONE });
}

function foreign(kind: LedgerKind, seq: number): DiagnosticError {
  const message = `entry ${seq} of the ledger is a ${kind} of this run that this writer did not write`;
  return ledgerFault('ledger.other_writer', message, { help: ONE });
}
