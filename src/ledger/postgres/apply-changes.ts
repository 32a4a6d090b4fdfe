import { ledgerFault } from '../fault.js';
import type { Changes, StoredHead } from '../store.js';
import { toColumn } from './column-text.js';
import {
  arraysOf,
  ENTRY_COLUMNS,
  insertOf,
  OUTBOX_COLUMNS,
  REFUSAL_COLUMNS,
  RUN_COLUMNS,
} from './columns.js';
import type { Session } from './session.js';
import { digestOf, type Tables } from './tables.js';

/** A page that holds one row must still be read whole; a character takes up to three bytes. */
const LONGEST = 64 * 1024 * 1024;
/** Of one statement. */
const MOST_ROWS = 2000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

export async function applyChanges(session: Session, tables: Tables, changes: Changes): Promise<void> {
  const { insert = [], runs = [], refuse = [], send = [], head } = changes;
  await inserted(session, insertOf(tables.entries, ENTRY_COLUMNS), ENTRY_COLUMNS, insert);
  await inserted(session, runUpsert(tables), RUN_COLUMNS, runs);
  await inserted(session, insertOf(tables.refusals, REFUSAL_COLUMNS), REFUSAL_COLUMNS, refuse);
  for (const { digest, bytes } of changes.blobs ?? []) await keepBlob(session, tables, digest, bytes);
  await eraseEntries(session, tables, changes);
  // The same item again is the same item: what came with it is appended again where its outcome was not known.
  const sendOnce = insertOf(tables.outbox, OUTBOX_COLUMNS, 'ON CONFLICT (id_digest) DO NOTHING');
  await inserted(session, sendOnce, OUTBOX_COLUMNS, send);
  await settle(session, tables, changes);
  if (head !== undefined) await moveHead(session, tables, head);
}

type Columns<T> = Parameters<typeof arraysOf<T>>[0];

async function inserted<T>(
  session: Session,
  statement: string,
  columns: Columns<T>,
  rows: readonly T[],
): Promise<void> {
  for (const part of parts(rows)) await session.rows(statement, arraysOf(columns, part));
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  let part: T[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = lengthOf(row);
    if (part.length >= MOST_ROWS || (part.length > 0 && characters + length > MOST_CHARACTERS)) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(row);
    characters += length;
  }
  if (part.length > 0) yield part;
}

function lengthOf(row: unknown): number {
  const { body, content } = row as { readonly body?: string | null; readonly content?: string | null };
  const length = (body?.length ?? 0) + (content?.length ?? 0);
  if (length > LONGEST) throw tooLong();
  return length;
}

function tooLong(): Error {
  return ledgerFault('ledger.record', `one record, or one blob, is longer than ${LONGEST} characters`);
}

function runUpsert({ runs }: Tables): string {
  const members = RUN_COLUMNS.map(({ name }) => name).filter((name) => name !== 'run_digest');
  const set = members.map((name) => `${name} = excluded.${name}`).join(', ');
  return insertOf(runs, RUN_COLUMNS, `ON CONFLICT (run_digest) DO UPDATE SET ${set}`);
}

async function keepBlob(
  session: Session,
  { blobs }: Tables,
  digest: string,
  bytes: Uint8Array,
): Promise<void> {
  if (bytes.length > LONGEST) throw tooLong();
  await session.rows(`INSERT INTO ${blobs} (digest, bytes) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING`, [
    digest,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
}

async function eraseEntries(
  session: Session,
  { entries, refusals }: Tables,
  { erase }: Changes,
): Promise<void> {
  if (erase === undefined || erase.seqs.length === 0) return;
  const columns = erase.what === 'content' ? CONTENT : [...CONTENT, 'body', 'edge', '"commit"'];
  const set = columns.map((column) => `${column} = NULL`).join(', ');
  await session.rows(`UPDATE ${entries} SET ${set} WHERE seq = ANY($1::bigint[])`, [erase.seqs]);
  await session.rows(`UPDATE ${refusals} SET body = NULL WHERE seq = ANY($1::bigint[])`, [erase.seqs]);
}

const CONTENT = ['content', 'salt'];

async function settle(
  session: Session,
  { outbox }: Tables,
  { sent = [], tried = [] }: Changes,
): Promise<void> {
  if (sent.length > 0)
    await session.rows(`DELETE FROM ${outbox} WHERE id_digest = ANY($1::bytea[])`, [sent.map(digestOf)]);
  if (tried.length === 0) return;
  await session.rows(
    `UPDATE ${outbox} AS item SET attempts = item.attempts + 1, next_at = tried.next_at
     FROM unnest($1::bytea[], $2::text[]) AS tried (id_digest, next_at) WHERE item.id_digest = tried.id_digest`,
    [tried.map(({ id }) => digestOf(id)), tried.map(({ next_at }) => toColumn(next_at))],
  );
}

async function moveHead(session: Session, { head }: Tables, { seq, chain }: StoredHead): Promise<void> {
  await session.rows(
    `INSERT INTO ${head} (seq, chain) VALUES ($1, $2)
     ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, chain = excluded.chain`,
    [seq, chain],
  );
}
