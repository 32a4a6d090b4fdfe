import type { EntryQuery, RunQuery, StoredEntry, StoredRefusal, StoredRun } from '../store.js';
import {
  ENTRY_COLUMNS,
  entryOf,
  namesOf,
  REFUSAL_COLUMNS,
  RUN_COLUMNS,
  refusalOf,
  runOf,
} from './columns.js';
import { Conditions, columnOf, entryConditions, isText, runConditions } from './conditions.js';
import type { Row, Session } from './session.js';
import type { Tables } from './tables.js';

/** How much one page may hold: rows, and bytes of what they hold (but at least one row). */
export interface PageSize {
  readonly rows: number;
  readonly bytes: number;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Whether there was nothing more then. */
  readonly last: boolean;
}

export async function entriesPage(
  session: Session,
  { entries }: Tables,
  query: EntryQuery,
  size: PageSize,
): Promise<Page<StoredEntry>> {
  const conditions = entryConditions(query);
  const page = { conditions, by: 'seq', down: query.newest_first === true, size };
  return pageOf(
    session,
    entries,
    { ...page, columns: namesOf(ENTRY_COLUMNS), weighed: ['body', 'content'] },
    entryOf,
  );
}

/** `past`: only runs whose first entry is after this `seq`. */
export async function runsPage(
  session: Session,
  { runs }: Tables,
  query: RunQuery,
  past: number,
  size: PageSize,
): Promise<Page<StoredRun>> {
  const conditions = runConditions(query).add('first_seq > ?::bigint', past);
  const page = { conditions, by: 'first_seq', down: false, size };
  return pageOf(session, runs, { ...page, columns: namesOf(RUN_COLUMNS), weighed: ['run'] }, runOf);
}

export interface PlacedRefusal {
  readonly place: number;
  readonly refusal: StoredRefusal;
}

export async function refusalsPage(
  session: Session,
  { refusals }: Tables,
  run: string | undefined,
  past: number,
  size: PageSize,
): Promise<Page<PlacedRefusal>> {
  const conditions = new Conditions().add(isText('run'), columnOf(run)).add('place > ?::bigint', past);
  const page = { conditions, by: 'place', down: false, size };
  const columns = `${namesOf(REFUSAL_COLUMNS)}, place`;
  return pageOf(session, refusals, { ...page, columns, weighed: ['body'] }, (row) => ({
    refusal: refusalOf(row),
    place: Number(row[REFUSAL_COLUMNS.length]),
  }));
}

interface Plan {
  readonly columns: string;
  readonly conditions: Conditions;
  /** The column that the rows are in the order of, and that no two share. */
  readonly by: string;
  readonly down: boolean;
  readonly size: PageSize;
  /** Columns that can be large. Their lengths are known without reading them. */
  readonly weighed: readonly string[];
}

/** Rows up to a count, and of these no more than there is room for. */
async function pageOf<T>(
  session: Session,
  table: string,
  { columns, conditions, by, down, size, weighed }: Plan,
  read: (row: Row) => T,
): Promise<Page<T>> {
  const order = `${by} ${down ? 'DESC' : 'ASC'}`;
  const weight = weighed.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
  const rows = await session.rows(
    `SELECT ${columns}, found FROM (
       SELECT *, count(*) OVER () AS found, row_number() OVER (ORDER BY ${order}) AS number,
         sum(${weight}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS bytes
       FROM (SELECT * FROM ${table} ${conditions.where()} ORDER BY ${order} LIMIT ${size.rows}) AS page
     ) AS sized
     WHERE number = 1 OR bytes <= ${size.bytes} ORDER BY ${order}`,
    conditions.values,
  );
  const found = Number(rows[0]?.at(-1) ?? 0);
  return { rows: rows.map(read), last: found < size.rows && rows.length === found };
}
