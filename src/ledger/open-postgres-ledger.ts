import type { Ledger } from './ledger.js';
import { type LedgerOptions, openLedger } from './open-ledger.js';
import type { PostgresOptions } from './postgres/postgres-store.js';

export type PostgresLedgerOptions = PostgresOptions & Omit<LedgerOptions, 'store'>;

/**
 * Opens, or makes, a ledger in PostgreSQL, which any number of processes write to.
 *
 * @throws DiagnosticError `ledger.*`
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<Ledger> {
  // The driver is loaded by whoever opens one.
  const { openPostgresStore } = await import('./postgres/postgres-store.js');
  return openLedger({ ...options, store: await openPostgresStore(options) });
}
