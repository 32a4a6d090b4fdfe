import { CHANGED_BLOB } from '../changed-blob.js';
import { ledgerFault } from '../fault.js';
import { BACKWARDS, hiddenIn, hiddenText } from '../hidden-rows.js';
import type { StoreFault } from '../store.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/** What the migrations make, as `LINES` tells it: by table, its columns, then its indexes. */
const MADE: Readonly<Record<string, readonly [columns: string, indexes: string]>> = {
  version: ['one boolean not null; version integer not null', 'btree unique one'],
  head: ['chain text not null C; one boolean not null; seq bigint not null', 'btree unique one'],
  entries: [
    'at text not null C; body text C; chain text not null C; commit text C; content text C; edge text C; key text not null C; key_digest bytea not null; kind text not null C; leaf text not null C; place bigint; recorded_at text not null C; run text C; run_chain text C; run_seq bigint; salt text C; seq bigint not null',
    'btree unique seq; btree unique key_digest; btree hashtextextended(run, (0)::bigint), seq; btree hashtextextended(edge, (0)::bigint), seq; btree kind, seq; brin at, recorded_at',
  ],
  runs: [
    'chain text not null C; closed boolean not null; entries bigint not null; first_at text not null C; first_seq bigint not null; last_at text not null C; last_seq bigint not null; run text not null C; run_digest bytea not null',
    'btree unique run_digest; btree unique first_seq; btree last_seq',
  ],
  refusals: [
    'body text C; code text not null C; key text not null C; kind text not null C; place bigint not null; recorded_at text not null C; run text C; seq bigint not null',
    'btree unique place; btree hashtextextended(run, (0)::bigint), place; btree seq',
  ],
  blobs: ['bytes bytea not null; digest text not null C', 'btree unique digest'],
  outbox: [
    'attempts bigint not null; body text not null C; created_at text not null C; id text not null C; id_digest bytea not null; next_at text not null C; place bigint not null; to text not null C',
    'btree unique place; btree unique id_digest',
  ],
};

/** Rows of: table, what it is (ours), and the rest (which may hold names that are somebody else's). */
const LINES = `
  WITH ours AS (
    SELECT c.oid, c.relname::text AS name, c.relrowsecurity AS secured FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname = ANY($2::text[]) AND c.relkind = 'r'
  )
  SELECT name, 'column', concat(a.attname, ' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END,
      CASE WHEN a.attcollation = '"C"'::regcollation THEN ' C' WHEN a.attcollation <> 0 THEN ' collated' END,
      CASE WHEN a.attgenerated <> '' THEN ' generated' END)
    FROM pg_attribute AS a JOIN ours ON ours.oid = a.attrelid WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT name, 'index', concat(m.amname, CASE WHEN i.indisunique THEN ' unique' END, ' ',
      (SELECT string_agg(pg_get_indexdef(i.indexrelid, k, false), ', ' ORDER BY k) FROM generate_series(1, i.indnatts) AS k),
      CASE WHEN i.indpred IS NOT NULL THEN ' of a part' END,
      CASE WHEN NOT (i.indisvalid AND i.indisready AND i.indislive AND i.indimmediate) THEN ' not valid' END,
      CASE WHEN EXISTS (SELECT 1 FROM pg_opclass AS o WHERE o.oid = ANY(i.indclass::oid[]) AND NOT o.opcdefault) THEN ' of another order' END)
    FROM pg_index AS i JOIN ours ON ours.oid = i.indrelid
      JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_am AS m ON m.oid = x.relam
  UNION ALL SELECT name, 'trigger', '' FROM pg_trigger AS t JOIN ours ON ours.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL SELECT name, 'rule', '' FROM pg_rewrite AS r JOIN ours ON ours.oid = r.ev_class
  UNION ALL SELECT name, 'policy', '' FROM pg_policy AS p JOIN ours ON ours.oid = p.polrelid
  UNION ALL SELECT name, 'policy', '' FROM ours WHERE secured
  UNION ALL SELECT name, 'inheritance', '' FROM pg_inherits AS h JOIN ours ON ours.oid IN (h.inhparent, h.inhrelid)`;

/** What is in the tables' schema and was not made by the ledger, or is missing; each told in words of ours. */
async function structureFaults(session: Session, { name }: Tables): Promise<readonly string[]> {
  const rows = await session.rows(LINES, [name, Object.keys(MADE)]);
  const found = new Set(rows.map(([table, what, rest]) => `${table} ${what} ${rest}`));
  const faults = new Set<string>();
  const wanted = new Set(madeLines());
  for (const line of wanted) if (!found.has(line)) faults.add(`${line.replace(' ', ': ')} is missing`);
  for (const line of found) {
    const [table, what] = line.split(' ');
    if (!wanted.has(line)) faults.add(`${table}: there is a ${what} that no ledger has`);
  }
  return [...faults];
}

function madeLines(): string[] {
  return Object.entries(MADE).flatMap(([table, [columns, indexes]]) => [
    ...columns.split('; ').map((column) => `${table} column ${column}`),
    ...indexes.split('; ').map((index) => `${table} index ${index}`),
  ]);
}

/**
 * Without its indexes a table takes a second record under one key, and a trigger changes what is written.
 *
 * @throws DiagnosticError `ledger.structure`; `ledger.damaged` where a row stands where no reader looks
 */
export async function requireStructure(session: Session, tables: Tables): Promise<void> {
  const [first] = await structureFaults(session, tables);
  const help = 'nothing was written: run `ledger verify`, and see who changed the database';
  if (first !== undefined) throw ledgerFault('ledger.structure', first, { help });
  const [hidden] = await hiddenRows(session, tables);
  if (hidden !== undefined) throw ledgerFault('ledger.damaged', hidden, { help });
}

const HIDDEN = hiddenIn('place');

/** Rows before the first one that readers ask for; each is looked up in an index. */
async function hiddenRows(session: Session, tables: Tables): Promise<string[]> {
  const hidden: string[] = [];
  for (const numbered of HIDDEN) {
    const from = `${tables[numbered.table]} WHERE ${numbered.column} < 1`;
    if (await hasRow(session, from)) hidden.push(hiddenText(numbered));
  }
  return hidden;
}

async function hasRow(session: Session, from: string): Promise<boolean> {
  return (await session.rows(`SELECT 1 FROM ${from} LIMIT 1`)).length > 0;
}

async function displaced(session: Session, tables: Tables): Promise<StoreFault[]> {
  const told = await hiddenRows(session, tables);
  if (await hasRow(session, `${tables.runs} WHERE last_seq < first_seq`)) told.push(BACKWARDS);
  return told.map((message) => ({ code: 'ledger.damaged', seq: null, message }));
}

/** What is kept by its digest, whether or not a verdict names it. */
async function changedBlobs(session: Session, { blobs }: Tables): Promise<StoreFault[]> {
  const other = `'sha256:' || encode(sha256(bytes), 'hex') <> digest`;
  const rows = await session.rows(`SELECT 1 FROM ${blobs} WHERE ${other} LIMIT 1000`);
  return rows.map(() => CHANGED_BLOB);
}

/** The structure, and where it is another, keys that are there twice. */
export async function inspectTables(session: Session, tables: Tables): Promise<readonly StoreFault[]> {
  const faults = await structureFaults(session, tables);
  if (faults.length === 0)
    return [...(await displaced(session, tables)), ...(await changedBlobs(session, tables))];
  const told = faults.map((message): StoreFault => ({ code: 'ledger.structure', seq: null, message }));
  if (faults.some((fault) => fault.startsWith('entries: column'))) return told;
  const twice = await session.rows(
    `SELECT min(seq), max(seq) FROM ${tables.entries} GROUP BY key_digest HAVING count(*) > 1 ORDER BY 2 LIMIT 1000`,
  );
  return [
    ...told,
    ...twice.map(
      ([first, last]): StoreFault => ({
        code: 'ledger.twice',
        seq: Number(last),
        message: `it has the key of entry ${first}`,
      }),
    ),
  ];
}
