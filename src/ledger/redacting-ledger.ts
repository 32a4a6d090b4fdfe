import type { LedgerRecord } from '../model/ledger.js';
import type { AppendMore, Ledger } from './ledger.js';
import { type LedgerOptions, openLedger } from './open-ledger.js';
import { addCounts, NOTHING_REDACTED, type RedactionCounts, type Redactor } from './redact/redactor.js';

export interface RedactingOptions extends Omit<LedgerOptions, 'redact'> {
  readonly redactor: Redactor;
  /** Told after each append how much was replaced in it. */
  readonly onRedacted?: (counts: RedactionCounts) => void;
}

/** A ledger that never stores what its redactor replaces: neither in records, nor in what waits to be sent. */
export async function openRedactingLedger(options: RedactingOptions): Promise<Ledger> {
  const { redactor, onRedacted, ...rest } = options;
  let counts = NOTHING_REDACTED;
  const redact = (record: LedgerRecord): LedgerRecord => {
    const redacted = redactor.redact(record);
    counts = addCounts(counts, redacted.counts);
    return redacted.value;
  };
  const ledger = await openLedger({ ...rest, redact });
  const append: Ledger['append'] = async (records, more = {}) => {
    // Records are redacted before the first wait, so that what is counted here is of this append.
    counts = NOTHING_REDACTED;
    const appended = ledger.append(records, withoutTexts(more, redactor));
    const own = counts;
    const outcomes = await appended;
    onRedacted?.(own);
    return outcomes;
  };
  return overriding(ledger, { append });
}

function withoutTexts(more: AppendMore, redactor: Redactor): AppendMore {
  if (more.send === undefined) return more;
  const send = more.send.map((item) => ({ ...item, body: redactor.redactDocument(item.body).value }));
  return { ...more, send };
}

/** The same ledger with some of its methods replaced. */
export function overriding(ledger: Ledger, methods: Partial<Ledger>): Ledger {
  return {
    engine: ledger.engine,
    append: (records, more) => ledger.append(records, more),
    entries: (query) => ledger.entries(query),
    runs: (query) => ledger.runs(query),
    run: (id) => ledger.run(id),
    refusals: (query) => ledger.refusals(query),
    head: () => ledger.head(),
    blob: (digest) => ledger.blob(digest),
    checkpoint: (key) => ledger.checkpoint(key),
    erase: (what) => ledger.erase(what),
    outbox: (limit) => ledger.outbox(limit),
    settleOutbox: (settled) => ledger.settleOutbox(settled),
    close: () => ledger.close(),
    ...methods,
  };
}
