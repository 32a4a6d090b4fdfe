import { LEDGER_ENTRY_SCHEMA, type LedgerEntry, type LedgerRecord, type Refusal } from '../model/ledger.js';
import { unsealRecord } from './seal-entry.js';
import type { StoredEntry, StoredRefusal } from './store.js';

/** An entry as a reader gets it. */
export function readEntry(stored: StoredEntry): LedgerEntry {
  const { seq, run, run_seq, kind, recorded_at, leaf, run_chain, chain, body, content, salt } = stored;
  return {
    schema: LEDGER_ENTRY_SCHEMA,
    seq,
    run,
    run_seq,
    kind,
    recorded_at,
    leaf,
    run_chain,
    chain,
    record: body === null ? null : unsealRecord({ body, content }),
    erased: body !== null && salt === null,
  };
}

export function readRefusal(stored: StoredRefusal): Refusal {
  const { run, kind, key, seq, code, recorded_at, body } = stored;
  const record = body === null ? null : (JSON.parse(body) as LedgerRecord);
  return { run, kind, key, seq, code, recorded_at, record };
}
