import { ledgerFault } from '../fault.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/**
 * What made the tables what they are, in order; the number of those that ran is in the database. None is ever changed,
 * only added to. Texts compare byte by byte (`C`), so that times do, whatever the database sorts by; they are found
 * by digests, since ids may be longer than an index takes.
 */
const MIGRATIONS: readonly ((tables: Tables) => readonly string[])[] = [
  ({ head, entries, runs, refusals, blobs, outbox }) => [
    `CREATE TABLE ${head} (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      seq bigint NOT NULL,
      chain text COLLATE "C" NOT NULL
    )`,
    `CREATE TABLE ${entries} (
      seq bigint PRIMARY KEY,
      run text COLLATE "C",
      run_seq bigint,
      kind text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      key_digest bytea NOT NULL UNIQUE,
      edge text COLLATE "C",
      at text COLLATE "C" NOT NULL,
      recorded_at text COLLATE "C" NOT NULL,
      place bigint,
      leaf text COLLATE "C" NOT NULL,
      run_chain text COLLATE "C",
      chain text COLLATE "C" NOT NULL,
      body text COLLATE "C",
      content text COLLATE "C",
      salt text COLLATE "C",
      "commit" text COLLATE "C"
    )`,
    `CREATE INDEX ON ${entries} (hashtextextended(run, 0), seq)`,
    `CREATE INDEX ON ${entries} (hashtextextended(edge, 0), seq)`,
    `CREATE INDEX ON ${entries} (kind, seq)`,
    // Entries come in about the order of both clocks: a few bytes for each range of pages say which to look at.
    `CREATE INDEX ON ${entries} USING brin (at, recorded_at)`,
    `CREATE TABLE ${runs} (
      run_digest bytea PRIMARY KEY,
      run text COLLATE "C" NOT NULL,
      entries bigint NOT NULL,
      first_seq bigint NOT NULL UNIQUE,
      last_seq bigint NOT NULL,
      first_at text COLLATE "C" NOT NULL,
      last_at text COLLATE "C" NOT NULL,
      chain text COLLATE "C" NOT NULL,
      closed boolean NOT NULL
    )`,
    `CREATE INDEX ON ${runs} (last_seq)`,
    `CREATE TABLE ${refusals} (
      place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      run text COLLATE "C",
      kind text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,
      code text COLLATE "C" NOT NULL,
      recorded_at text COLLATE "C" NOT NULL,
      body text COLLATE "C"
    )`,
    `CREATE INDEX ON ${refusals} (hashtextextended(run, 0), place)`,
    `CREATE INDEX ON ${refusals} (seq)`,
    `CREATE TABLE ${blobs} (digest text COLLATE "C" PRIMARY KEY, bytes bytea NOT NULL)`,
    `CREATE TABLE ${outbox} (
      place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL,
      id_digest bytea NOT NULL UNIQUE,
      "to" text COLLATE "C" NOT NULL,
      body text COLLATE "C" NOT NULL,
      attempts bigint NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      next_at text COLLATE "C" NOT NULL
    )`,
  ],
];

/** Brings the tables to what this code knows; who finds them so needs no right to change them. Under the lock. */
export async function migrate(session: Session, tables: Tables): Promise<void> {
  const from = await versionOf(session, tables);
  checkVersion(from);
  for (let version = from ?? 0; version < MIGRATIONS.length; version += 1) {
    if (version === 0) await create(session, tables);
    for (const statement of MIGRATIONS[version]?.(tables) ?? []) await session.script(statement);
    await session.rows(`UPDATE ${tables.version} SET version = $1`, [version + 1]);
  }
}

/**
 * Null where there is no ledger. The catalog is read as a table: `to_regclass` answers from a cache, which still says no
 * after the wait for the lock in which somebody else made them.
 */
export async function versionOf(session: Session, { name, version }: Tables): Promise<number | null> {
  const there = await session.rows(
    `SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = 'version'`,
    [name],
  );
  if (there.length === 0) return null;
  const [row] = await session.rows(`SELECT version FROM ${version}`);
  if (row === undefined)
    throw ledgerFault('ledger.damaged', 'the version of the ledger’s tables is not there');
  return Number(row[0]);
}

export function isCurrent(version: number | null): boolean {
  checkVersion(version);
  return version === MIGRATIONS.length;
}

function checkVersion(version: number | null): void {
  if (version !== null && version > MIGRATIONS.length)
    throw ledgerFault(
      'ledger.newer',
      `the ledger has version ${version} of its tables, and this program knows ${MIGRATIONS.length}`,
      { help: 'use the version of edge-contracts that made them, or a later one' },
    );
}

async function create(session: Session, { name, schema, version }: Tables): Promise<void> {
  const there = await session.rows('SELECT 1 FROM pg_namespace WHERE nspname = $1', [name]);
  // Asking for one that may be there takes the right to create one all the same.
  if (there.length === 0) await session.script(`CREATE SCHEMA ${schema}`);
  await session.script(
    `CREATE TABLE ${version} (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)`,
  );
  await session.script(`INSERT INTO ${version} (version) VALUES (0)`);
}
