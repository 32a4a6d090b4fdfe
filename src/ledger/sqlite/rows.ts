import type { Digest } from '../../canonical/digest.js';
import type { LedgerKind } from '../../model/ledger.js';
import { ledgerFault } from '../fault.js';
import type { OutboxItem, StoredEntry, StoredRefusal, StoredRun } from '../store.js';

/** A row as the driver gives it. */
export type Row = Readonly<Record<string, unknown>>;
export type Bound = string | number | null | Uint8Array;

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Columns as one value, to be read by `readRow`. The driver ends a text at its first U+0000, where SQL compares all of
 * it, and takes the process along where a text is no UTF-8: so no text is read by it.
 */
export function asJson(columns: string): string {
  return `CAST(json_array(${columns}) AS BLOB) AS json`;
}

/** @throws DiagnosticError `ledger.damaged` where a text is none. */
export function readRow(columns: string, row: Row): Row {
  const names = columns.split(', ');
  try {
    const values = JSON.parse(STRICT.decode(row['json'] as ArrayBuffer)) as readonly unknown[];
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  } catch {
    throw ledgerFault('ledger.damaged', 'a row of the ledger holds a text that is no UTF-8', { help: HELP });
  }
}

const HELP = 'run `ledger verify`, and take what is damaged from a copy of the ledger';

export const ENTRY_COLUMNS =
  'seq, run, run_seq, kind, key, edge, at, recorded_at, place, leaf, run_chain, chain, body, content, salt, commitment';

export function entryOf(row: Row): StoredEntry {
  return {
    seq: row['seq'] as number,
    run: row['run'] as string | null,
    run_seq: row['run_seq'] as number | null,
    kind: row['kind'] as LedgerKind,
    key: row['key'] as string,
    edge: row['edge'] as string | null,
    at: row['at'] as string,
    recorded_at: row['recorded_at'] as string,
    place: row['place'] as number | null,
    leaf: row['leaf'] as Digest,
    run_chain: row['run_chain'] as Digest | null,
    chain: row['chain'] as Digest,
    body: row['body'] as string | null,
    content: row['content'] as string | null,
    salt: row['salt'] as string | null,
    commit: row['commitment'] as Digest | null,
  };
}

export function entryValues(entry: StoredEntry): readonly Bound[] {
  const { seq, run, run_seq, kind, key, edge, at, recorded_at, place, leaf, run_chain, chain } = entry;
  const { body, content, salt, commit } = entry;
  return [
    ...[seq, run, run_seq, kind, key, edge, at, recorded_at],
    ...[place, leaf, run_chain, chain, body, content, salt, commit],
  ];
}

export const RUN_COLUMNS = 'run, entries, first_seq, last_seq, first_at, last_at, chain, closed';

export function runOfRow(row: Row): StoredRun {
  return {
    run: row['run'] as string,
    entries: row['entries'] as number,
    first_seq: row['first_seq'] as number,
    last_seq: row['last_seq'] as number,
    first_at: row['first_at'] as string,
    last_at: row['last_at'] as string,
    chain: row['chain'] as Digest,
    closed: closedOf(row['closed']),
  };
}

/** A query for open runs, or for closed ones, finds no other value. */
function closedOf(value: unknown): boolean {
  if (value === 0 || value === 1) return value === 1;
  throw ledgerFault('ledger.damaged', 'a run of the ledger is neither open nor closed', { help: HELP });
}

export function runValues(run: StoredRun): readonly Bound[] {
  const { entries, first_seq, last_seq, first_at, last_at, chain, closed } = run;
  return [run.run, entries, first_seq, last_seq, first_at, last_at, chain, closed ? 1 : 0];
}

export const REFUSAL_COLUMNS = 'run, kind, key, seq, code, recorded_at, body';

export function refusalOf(row: Row): StoredRefusal {
  return {
    run: row['run'] as string | null,
    kind: row['kind'] as LedgerKind,
    key: row['key'] as string,
    seq: row['seq'] as number,
    code: row['code'] as StoredRefusal['code'],
    recorded_at: row['recorded_at'] as string,
    body: row['body'] as string | null,
  };
}

export function refusalValues(refusal: StoredRefusal): readonly Bound[] {
  const { run, kind, key, seq, code, recorded_at, body } = refusal;
  return [run, kind, key, seq, code, recorded_at, body];
}

export const OUTBOX_COLUMNS = 'id, recipient, body, attempts, created_at, next_at';

export function outboxOf(row: Row): OutboxItem {
  return {
    id: row['id'] as string,
    to: row['recipient'] as string,
    body: row['body'] as string,
    attempts: row['attempts'] as number,
    created_at: row['created_at'] as string,
    next_at: row['next_at'] as string,
  };
}

export function outboxValues(item: OutboxItem): readonly Bound[] {
  return [item.id, item.to, item.body, item.attempts, item.created_at, item.next_at];
}
