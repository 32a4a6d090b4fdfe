import type { Ledger } from './ledger.js';
import { type LedgerOptions, openLedger } from './open-ledger.js';
import type { SqliteStoreOptions } from './sqlite/sqlite-store.js';

export type SqliteLedgerOptions = SqliteStoreOptions & Omit<LedgerOptions, 'store'>;

/**
 * Opens, or makes, a ledger in one SQLite file (`:memory:`: one that is gone with the process).
 *
 * @throws DiagnosticError `ledger.*`
 */
export async function openSqliteLedger(path: string, options: SqliteLedgerOptions = {}): Promise<Ledger> {
  // The driver is loaded by whoever opens one.
  const { openSqliteStore } = await import('./sqlite/sqlite-store.js');
  return openLedger({ ...options, store: await openSqliteStore(path, options) });
}
