import {
  LEDGER_ENTRY_SCHEMA,
  LEDGER_NOTE_SCHEMA,
  type LedgerEntry,
  type LedgerNote,
  type LedgerRecord,
  type Refusal,
} from '../model/ledger.js';
import { recordFaults } from './check-record.js';
import { ledgerFault } from './fault.js';
import { unsealRecord } from './seal-entry.js';
import type { StoredEntry, StoredRefusal } from './store.js';

/**
 * An entry as a reader gets it.
 *
 * @throws DiagnosticError `ledger.damaged` where what is kept is no JSON any more.
 */
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
    record: body === null ? null : readable(seq, () => unsealRecord({ body, content })),
    erased: body !== null && salt === null,
  };
}

export function readRefusal(stored: StoredRefusal): Refusal {
  const { run, kind, key, seq, code, recorded_at, body } = stored;
  const record = body === null ? null : readable(seq, () => JSON.parse(body) as LedgerRecord);
  return { run, kind, key, seq, code, recorded_at, record };
}

/** The note in an entry; null where there is none any more, or what is there is none. */
export function readNote(stored: StoredEntry): LedgerNote | null {
  const { body, content } = stored;
  if (body === null) return null;
  try {
    const record = unsealRecord({ body, content });
    return recordFaults(record).length === 0 && isNote(record) ? record : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isNote(record: LedgerRecord): record is LedgerNote {
  return record.schema === LEDGER_NOTE_SCHEMA;
}

function readable<T>(seq: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw ledgerFault('ledger.damaged', `entry ${seq} cannot be read`, {
      help: 'run `ledger verify`, and take the entry from a copy of the ledger',
    });
  }
}
