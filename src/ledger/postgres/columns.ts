import type { Digest } from '../../canonical/digest.js';
import type { LedgerKind } from '../../model/ledger.js';
import { ledgerFault } from '../fault.js';
import type { OutboxItem, StoredEntry, StoredRefusal, StoredRun } from '../store.js';
import { fromColumn, toColumn } from './column-text.js';
import type { Row } from './session.js';
import { digestOf, keyDigest } from './tables.js';

/** A column of a table: its type, what is written to it, and the member that is read from it. */
interface Column<T> {
  readonly name: string;
  readonly type: 'bigint' | 'text' | 'boolean' | 'bytea';
  readonly value: (one: T) => unknown;
}

type Columns<T> = readonly Column<T>[];

const text = (value: string | null): string | null => (value === null ? null : toColumn(value));

export const ENTRY_COLUMNS: Columns<StoredEntry> = [
  { name: 'seq', type: 'bigint', value: ({ seq }) => seq },
  { name: 'run', type: 'text', value: ({ run }) => text(run) },
  { name: 'run_seq', type: 'bigint', value: ({ run_seq }) => run_seq },
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'key', type: 'text', value: ({ key }) => text(key) },
  { name: 'edge', type: 'text', value: ({ edge }) => text(edge) },
  { name: 'at', type: 'text', value: ({ at }) => text(at) },
  { name: 'recorded_at', type: 'text', value: ({ recorded_at }) => text(recorded_at) },
  { name: 'place', type: 'bigint', value: ({ place }) => place },
  { name: 'leaf', type: 'text', value: ({ leaf }) => leaf },
  { name: 'run_chain', type: 'text', value: ({ run_chain }) => run_chain },
  { name: 'chain', type: 'text', value: ({ chain }) => chain },
  { name: 'body', type: 'text', value: ({ body }) => text(body) },
  { name: 'content', type: 'text', value: ({ content }) => text(content) },
  { name: 'salt', type: 'text', value: ({ salt }) => text(salt) },
  { name: '"commit"', type: 'text', value: ({ commit }) => commit },
  { name: 'key_digest', type: 'bytea', value: keyDigest },
];

export const RUN_COLUMNS: Columns<StoredRun> = [
  { name: 'run', type: 'text', value: ({ run }) => text(run) },
  { name: 'entries', type: 'bigint', value: ({ entries }) => entries },
  { name: 'first_seq', type: 'bigint', value: ({ first_seq }) => first_seq },
  { name: 'last_seq', type: 'bigint', value: ({ last_seq }) => last_seq },
  { name: 'first_at', type: 'text', value: ({ first_at }) => text(first_at) },
  { name: 'last_at', type: 'text', value: ({ last_at }) => text(last_at) },
  { name: 'chain', type: 'text', value: ({ chain }) => chain },
  { name: 'closed', type: 'boolean', value: ({ closed }) => closed },
  { name: 'run_digest', type: 'bytea', value: ({ run }) => digestOf(run) },
];

export const REFUSAL_COLUMNS: Columns<StoredRefusal> = [
  { name: 'run', type: 'text', value: ({ run }) => text(run) },
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'key', type: 'text', value: ({ key }) => text(key) },
  { name: 'seq', type: 'bigint', value: ({ seq }) => seq },
  { name: 'code', type: 'text', value: ({ code }) => code },
  { name: 'recorded_at', type: 'text', value: ({ recorded_at }) => text(recorded_at) },
  { name: 'body', type: 'text', value: ({ body }) => text(body) },
];

export const OUTBOX_COLUMNS: Columns<OutboxItem> = [
  { name: 'id', type: 'text', value: ({ id }) => text(id) },
  { name: '"to"', type: 'text', value: ({ to }) => text(to) },
  { name: 'body', type: 'text', value: ({ body }) => text(body) },
  { name: 'attempts', type: 'bigint', value: ({ attempts }) => attempts },
  { name: 'created_at', type: 'text', value: ({ created_at }) => text(created_at) },
  { name: 'next_at', type: 'text', value: ({ next_at }) => text(next_at) },
  { name: 'id_digest', type: 'bytea', value: ({ id }) => digestOf(id) },
];

export function namesOf<T>(columns: Columns<T>): string {
  return columns.map(({ name }) => name).join(', ');
}

/** One statement for any number of rows: an array for each column. */
export function insertOf<T>(table: string, columns: Columns<T>, rest = ''): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return `INSERT INTO ${table} (${namesOf(columns)}) SELECT * FROM unnest(${arrays}) ${rest}`;
}

export function arraysOf<T>(columns: Columns<T>, rows: readonly T[]): readonly unknown[] {
  return columns.map(({ value }) => rows.map(value));
}

export function entryOf(row: Row): StoredEntry {
  const cell = cellsOf(row);
  const entry: StoredEntry = {
    seq: cell.number(0),
    run: cell.maybe(1),
    run_seq: cell.maybeNumber(2),
    kind: cell.text(3) as LedgerKind,
    key: cell.text(4),
    edge: cell.maybe(5),
    at: cell.text(6),
    recorded_at: cell.text(7),
    place: cell.maybeNumber(8),
    leaf: cell.text(9) as Digest,
    run_chain: cell.maybe(10) as Digest | null,
    chain: cell.text(11) as Digest,
    body: cell.maybe(12),
    content: cell.maybe(13),
    salt: cell.maybe(14),
    commit: cell.maybe(15) as Digest | null,
  };
  requireDigest(row[16], keyDigest(entry), `entry ${entry.seq}`);
  return entry;
}

export function runOf(row: Row): StoredRun {
  const cell = cellsOf(row);
  const run: StoredRun = {
    run: cell.text(0),
    entries: cell.number(1),
    first_seq: cell.number(2),
    last_seq: cell.number(3),
    first_at: cell.text(4),
    last_at: cell.text(5),
    chain: cell.text(6) as Digest,
    closed: cell.text(7) === 't',
  };
  requireDigest(row[8], digestOf(run.run), `the run that entry ${run.first_seq} begins`);
  return run;
}

export function refusalOf(row: Row): StoredRefusal {
  const cell = cellsOf(row);
  return {
    run: cell.maybe(0),
    kind: cell.text(1) as LedgerKind,
    key: cell.text(2),
    seq: cell.number(3),
    code: cell.text(4) as StoredRefusal['code'],
    recorded_at: cell.text(5),
    body: cell.maybe(6),
  };
}

export function outboxItemOf(row: Row): OutboxItem {
  const cell = cellsOf(row);
  const item: OutboxItem = {
    id: cell.text(0),
    to: cell.text(1),
    body: cell.text(2),
    attempts: cell.number(3),
    created_at: cell.text(4),
    next_at: cell.text(5),
  };
  requireDigest(row[6], digestOf(item.id), 'a message of the outbox');
  return item;
}

function readText(column: string): string {
  const text = fromColumn(column);
  if (text === null)
    throw ledgerFault('ledger.damaged', 'a row holds a text that is not written as the ledger writes it', {
      help: HELP,
    });
  return text;
}

/** What a row is found by is under no chain: it has to be of what the row holds. */
function requireDigest(cell: string | null | undefined, digest: Buffer, what: string): void {
  if (cell === `\\x${digest.toString('hex')}`) return;
  throw ledgerFault('ledger.damaged', `${what} is kept where it is not found by its name`, { help: HELP });
}

const HELP = 'run `ledger verify`, and take what is damaged from a copy of the ledger';

interface Cells {
  text(index: number): string;
  maybe(index: number): string | null;
  number(index: number): number;
  maybeNumber(index: number): number | null;
}

function cellsOf(row: Row): Cells {
  const maybe = (index: number): string | null => {
    const value = row[index] ?? null;
    return value === null ? null : readText(value);
  };
  const maybeNumber = (index: number): number | null => {
    const value = row[index] ?? null;
    return value === null ? null : Number(value);
  };
  return {
    maybe,
    maybeNumber,
    text: (index) => maybe(index) ?? '',
    number: (index) => maybeNumber(index) ?? 0,
  };
}
