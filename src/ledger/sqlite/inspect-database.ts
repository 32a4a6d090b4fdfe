import Database from 'libsql';
import { type Digest, digestBytes } from '../../canonical/digest.js';
import { CHANGED_BLOB } from '../changed-blob.js';
import { ledgerFault } from '../fault.js';
import { BACKWARDS, hiddenIn, hiddenText } from '../hidden-rows.js';
import type { StoreFault } from '../store.js';
import { MIGRATIONS } from './migrations.js';
import { asJson, type Row, readRow } from './rows.js';

const SCHEMA_COLUMNS = 'type, name, tbl_name, sql';
const SCHEMA = `SELECT ${asJson(SCHEMA_COLUMNS)} FROM sqlite_schema ORDER BY name, type`;

/** Kinds of what a database is made of, in our words. */
const KINDS: ReadonlySet<unknown> = new Set(['table', 'index', 'trigger', 'view']);

const HIDDEN = hiddenIn('id');

/** What `ANALYZE` keeps is only about speed; all but this very table under such a name is somebody's. */
const STATISTICS: ReadonlyMap<string, string> = new Map(
  ['sqlite_stat1(tbl,idx,stat)', 'sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'].map((made) => {
    const [name = ''] = made.split('(');
    return [`table ${name}`, JSON.stringify([name, `CREATE TABLE ${made}`])];
  }),
);

/** By `type name`, how each was made. */
type Schema = ReadonlyMap<string, string>;

let made: Schema | undefined;

/** What the migrations make. */
function madeSchema(): Schema {
  if (made !== undefined) return made;
  const database = new Database(':memory:');
  for (const step of MIGRATIONS) database.exec(step);
  made = schemaOf(database);
  database.close();
  return made;
}

function schemaOf(database: Database.Database): Schema {
  const rows = database.prepare(SCHEMA).all([]) as Row[];
  return new Map(
    rows
      .map((row) => readRow(SCHEMA_COLUMNS, row))
      .map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, JSON.stringify([tbl_name, sql])]),
  );
}

/**
 * In each transaction that writes: an index that leaves rows out lets a second record in under one key, and a trigger
 * changes what is written.
 *
 * @throws DiagnosticError `ledger.structure`; `ledger.damaged` where a row stands where no reader looks
 */
export function requireSchema(database: Database.Database): void {
  const [first] = schemaFaults(database);
  const help = 'nothing was written: run `ledger verify`, and see who changed the database';
  if (first !== undefined) throw ledgerFault('ledger.structure', first, { help });
  const [hidden] = [...hiddenRows(database), ...statisticFaults(database)];
  if (hidden !== undefined) throw ledgerFault('ledger.damaged', hidden, { help });
}

/** Rows before the first one that readers ask for; each is looked up in an index. */
function hiddenRows(database: Database.Database): string[] {
  return HIDDEN.filter(({ table, column }) => hasRow(database, `${table} WHERE ${column} < 1`)).map(
    hiddenText,
  );
}

function hasRow(database: Database.Database, from: string): boolean {
  return (database.prepare(`SELECT 1 AS one FROM ${from} LIMIT 1`).all([]) as Row[]).length > 0;
}

function schemaFaults(database: Database.Database): string[] {
  const [found, wanted] = [schemaOf(database), madeSchema()];
  const faults: string[] = [];
  for (const [what, made] of wanted) {
    const is = found.get(what);
    if (is === undefined) faults.push(`the ${what} is missing`);
    else if (is !== made) faults.push(`the ${what} is not as it was made`);
  }
  // Its name is somebody else's, and could be anything.
  for (const [what, is] of found)
    if (!wanted.has(what) && STATISTICS.get(what) !== is)
      faults.push(`there is a ${kindOf(what)} that no ledger has`);
  return faults;
}

function kindOf(what: string): string {
  const [kind = ''] = what.split(' ');
  return KINDS.has(kind) ? kind : 'part';
}

/** The schema, SQLite's own check of the file, and keys that are there twice where nothing kept them unique. */
export function* inspectDatabase(database: Database.Database): Generator<StoreFault> {
  const structure = schemaFaults(database);
  for (const message of structure) yield { code: 'ledger.structure', seq: null, message };
  const whole = isWhole(database);
  if (!whole)
    yield {
      code: 'ledger.damaged',
      seq: null,
      message: 'SQLite’s own `integrity_check` finds the file damaged, or an index that lacks rows',
    };
  if (structure.length === 0) yield* displaced(database);
  if (structure.length === 0 && whole) yield* changedBlobs(database);
  // An index that is whole, and made as it has to be, has no key twice.
  if (structure.length > 0 || !whole) yield* twice(database);
}

/** What it says is not read as a text: it quotes what is in the file. */
function isWhole(database: Database.Database): boolean {
  const rows = database
    .prepare('SELECT CAST(integrity_check AS BLOB) AS told FROM pragma_integrity_check(1)')
    .all([]) as Row[];
  return rows.length === 1 && Buffer.from(rows[0]?.['told'] as ArrayBuffer).toString('latin1') === 'ok';
}

/** Its rows are SQLite's own: names that the schema has, and counts. Another text could be kept there past an erasure. */
function statisticFaults(database: Database.Database): string[] {
  if (!hasRow(database, `sqlite_schema WHERE name = 'sqlite_stat1'`)) return [];
  return hasRow(database, STRANGE_STATISTICS)
    ? ['the table sqlite_stat1 has a row that `ANALYZE` does not write']
    : [];
}

const STRANGE_STATISTICS = `sqlite_stat1 WHERE typeof(stat) <> 'text' OR length(stat) > 200 OR stat GLOB '*[^0-9 ]*'
  OR octet_length(stat) <> length(stat) OR tbl NOT IN (SELECT name FROM sqlite_schema WHERE type = 'table') OR typeof(tbl) <> 'text'
  OR (idx IS NOT NULL AND idx NOT IN (SELECT name FROM sqlite_schema))`;

function* displaced(database: Database.Database): Generator<StoreFault> {
  const told = [...hiddenRows(database), ...statisticFaults(database)];
  if (hasRow(database, 'runs WHERE last_seq < first_seq')) told.push(BACKWARDS);
  for (const message of told) yield { code: 'ledger.damaged', seq: null, message };
}

const BLOBS = 'SELECT digest, bytes FROM blobs WHERE digest > ? ORDER BY digest LIMIT 20';

/** What is kept by its digest, whether or not a verdict names it. */
function* changedBlobs(database: Database.Database): Generator<StoreFault> {
  const page = database.prepare(BLOBS);
  for (let after = ''; ; ) {
    const rows = page.all([after]) as { readonly digest: Digest; readonly bytes: ArrayBuffer }[];
    for (const { digest, bytes } of rows)
      if (digestBytes(new Uint8Array(bytes)) !== digest) yield CHANGED_BLOB;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.digest;
  }
}

const TWICE = `SELECT min(seq) AS first, max(seq) AS last FROM entries NOT INDEXED
  GROUP BY ifnull(run, ''), key HAVING count(*) > 1 ORDER BY last LIMIT 1000`;

function* twice(database: Database.Database): Generator<StoreFault> {
  if (database.prepare(`SELECT 1 AS one FROM sqlite_schema WHERE name = 'entries'`).all([]).length === 0)
    return;
  for (const { first, last } of database.prepare(TWICE).all([]) as Row[])
    yield {
      code: 'ledger.twice',
      seq: last as number,
      message: `it has the key of entry ${first}`,
    };
}
