import { ledgerFault } from '../fault.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/**
 * Refuses a server whose word is worth nothing. It is asked in each transaction that writes, since these are settings
 * that a server takes over while it runs.
 */
export function checkFsync(fsync: string | null | undefined): void {
  if (fsync !== 'on')
    throw ledgerFault(
      'ledger.durability',
      'the server runs with `fsync = off`: what it acknowledges, a crash can lose',
      {
        help: 'set `fsync = on` and restart the server, or keep the ledger elsewhere',
      },
    );
}

/** What the server is, and what became of the tables since they were made. */
export async function checkServer(session: Session): Promise<void> {
  const [row] = await session.rows(
    "SELECT current_setting('fsync'), current_setting('server_version_num'), current_setting('server_encoding')",
  );
  const [fsync, version, encoding] = row ?? [];
  checkFsync(fsync);
  if (Number(version) < OLDEST)
    throw ledgerFault('ledger.server', `the server is older than PostgreSQL ${OLDEST / 10_000}`);
  if (encoding !== 'UTF8')
    throw ledgerFault('ledger.server', 'the encoding of the database is not UTF8', {
      help: 'create one with `CREATE DATABASE … ENCODING UTF8 TEMPLATE template0`',
    });
}

/** An unlogged table is emptied by the first crash. */
export async function checkTables(session: Session, { name }: Tables): Promise<void> {
  const unlogged = await session.rows(
    `SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relpersistence <> 'p'`,
    [name],
  );
  if (unlogged.length > 0)
    throw ledgerFault(
      'ledger.durability',
      'a table of the ledger is unlogged: a crash of the server empties it',
      {
        help: 'make it durable with `ALTER TABLE … SET LOGGED`',
      },
    );
}

const OLDEST = 130_000;
