import { openPostgresStore } from '../../../src/ledger/postgres/postgres-store.js';
import { openSqliteStore } from '../../../src/ledger/sqlite/sqlite-store.js';
import type { LedgerStore } from '../../../src/ledger/store.js';
import { type MessageRecord, RECORD_SCHEMA } from '../../../src/model/record.js';

/** Where a ledger is, as it is told to another process. */
export type LedgerPlace =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly connection: string; readonly schema: string };

export function openPlace(place: LedgerPlace): Promise<LedgerStore> {
  return place.engine === 'sqlite'
    ? openSqliteStore(place.path)
    : openPostgresStore({ ...place, timeoutMs: 5000 });
}

const LARGEST = 20;

/** The batch that begins with a writer's record of this number: always the same one, so that it can be appended again. */
export function batchAt(writer: string, from: number): readonly MessageRecord[] {
  return Array.from({ length: sizeAt(from) }, (_, index) => recordAt(writer, from + index));
}

export function sizeAt(from: number): number {
  return 1 + ((from * 7919 + 13) % LARGEST);
}

/** Some small, some of several pages of a database. */
function recordAt(writer: string, number: number): MessageRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'message',
    run: `${writer}-${Math.floor(number / 50)}`,
    at: new Date(Date.UTC(2026, 10, 30) + number).toISOString(),
    id: `${writer}.${number}`,
    to: 'triage',
    text: 'x'.repeat((number * 2477) % 6000),
    constraints: [],
  };
}

/** The writer and the number of the record that has this key. */
export function numberOf(key: string): readonly [writer: string, number: number] {
  const [, writer = '', number = ''] = /^message\/(\w+)\.(\d+)$/.exec(key) ?? [];
  return [writer, Number(number)];
}
