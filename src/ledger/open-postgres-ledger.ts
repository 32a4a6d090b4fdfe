import type { Ledger } from './ledger.js';
import { type LedgerOptions, openLedger } from './open-ledger.js';
import { openPostgresStore, type PostgresOptions } from './postgres/postgres-store.js';

export type PostgresLedgerOptions = PostgresOptions & Omit<LedgerOptions, 'store'>;

/**
 * Opens, or makes, a ledger in PostgreSQL, which any number of processes write to.
 *
 * @throws DiagnosticError `ledger.*`
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<Ledger> {
  return openLedger({ ...options, store: await openPostgresStore(options) });
}
