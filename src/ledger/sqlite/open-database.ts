import { closeSync, fsyncSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { EMPTY_CHAIN } from '../chain.js';
import { ledgerFault } from '../fault.js';
import { APPLICATION_ID, MIGRATIONS } from './migrations.js';

export const IN_MEMORY = ':memory:';

/** How long the driver itself waits, which it does without giving way to anything else in the process. */
const BLOCKING_MS = 50;

/** Opens a connection, sees that it keeps what it acknowledges, and brings the database up to this version. */
export function openDatabase(path: string): Database.Database {
  if (path !== IN_MEMORY) {
    createFile(path);
    refuseOddCompanions(path);
  }
  const database = new Database(path, { timeout: BLOCKING_MS });
  try {
    makeDurable(database, path);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** For its owner alone, which SQLite then does for the files beside it as well; its name is durable before its content. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
    syncFolder(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw fileFault(code);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw ledgerFault('ledger.location', 'the ledger’s path is no regular file');
  }
}

/**
 * SQLite opens the files beside the ledger's without looking: a pipe in place of one waits for a writer that never comes,
 * and a link leads the log elsewhere.
 */
function refuseOddCompanions(path: string): void {
  for (const ending of ['-wal', '-shm', '-journal'])
    if (lstatSync(`${path}${ending}`, { throwIfNoEntry: false })?.isFile() === false)
      throw ledgerFault('ledger.location', `\`${ending}\` beside the ledger’s file is no regular file`, {
        help: 'see who put it there, and take it away',
      });
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function fileFault(code: string | undefined): Error {
  const told = ` (${code ?? 'without a code'})`;
  if (code === 'EACCES' || code === 'EPERM')
    return ledgerFault('ledger.denied', `the ledger’s file cannot be created${told}`);
  if (code === 'EROFS') return ledgerFault('ledger.read_only', `the ledger’s file cannot be created${told}`);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return ledgerFault('ledger.full', `the ledger’s file cannot be created${told}`);
  return ledgerFault('ledger.location', `the ledger’s file cannot be created${told}`);
}

const SETTINGS: readonly (readonly [name: string, set: string, wanted: unknown])[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['secure_delete', 'ON', 1],
  // In pages of the log, 16 MB: copying them into the file each 4 MB took a quarter of a batch's time.
  ['wal_autocheckpoint', '4000', 4000],
  // SQLite asks no disk of a Mac to write through without this; elsewhere it says nothing.
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
];

function makeDurable(database: Database.Database, path: string): void {
  for (const [name, set, wanted] of SETTINGS) {
    database.pragma(`${name} = ${set}`);
    const found = pragma(database, name);
    const fits = found === wanted || (path === IN_MEMORY && name === 'journal_mode' && found === 'memory');
    if (!fits)
      throw ledgerFault('ledger.durability', `SQLite’s \`${name}\` is not \`${set}\` on this file`, {
        help: 'put the ledger on a local file system that has locks',
      });
  }
}

/** The value of a pragma. */
export function pragma(database: Database.Database, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown> | undefined;
  return row?.[name];
}

function migrate(database: Database.Database): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Asked again: somebody else may have been first.
    const version = versionOf(database);
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    if (version === 0)
      database.prepare('INSERT INTO head (id, seq, chain) VALUES (1, 0, ?)').run([EMPTY_CHAIN]);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: Database.Database): number {
  const version = pragma(database, 'user_version') as number;
  const application = pragma(database, 'application_id') as number;
  const empty = database.prepare('SELECT 1 AS one FROM sqlite_schema LIMIT 1').all([]).length === 0;
  if (application !== APPLICATION_ID && !(empty && application === 0 && version === 0))
    throw ledgerFault('ledger.not_a_database', 'the file is a database of another program', {
      help: 'name another file',
    });
  if (application === APPLICATION_ID && version < 1)
    throw ledgerFault('ledger.damaged', `the ledger’s version is ${version}, which no ledger has`, {
      help: 'restore a backup of the file',
    });
  if (version > MIGRATIONS.length)
    throw ledgerFault(
      'ledger.newer',
      `the ledger has version ${version}, and this program knows ${MIGRATIONS.length}`,
      { help: 'use the version that wrote it, or a later one' },
    );
  return version;
}
