import { createHash } from 'node:crypto';
import type { EntryKey } from '../store.js';
import { toColumn } from './column-text.js';

/** The names of a ledger's tables, written out in full: no search path has a say in what is read or written. */
export interface Tables {
  /** The schema's name, and how it is written in a statement. */
  readonly name: string;
  readonly schema: string;
  readonly version: string;
  readonly head: string;
  readonly entries: string;
  readonly runs: string;
  readonly refusals: string;
  readonly blobs: string;
  readonly outbox: string;
  /** The key of the advisory lock that who writes to this ledger holds. */
  readonly lock: string;
}

export function tablesOf(schema: string): Tables {
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  const table = (name: string): string => `${quoted}.${name}`;
  return {
    name: schema,
    schema: quoted,
    version: table('version'),
    head: table('head'),
    entries: table('entries'),
    runs: table('runs'),
    refusals: table('refusals'),
    blobs: table('blobs'),
    outbox: table('outbox'),
    lock: lockKey(schema),
  };
}

/** Advisory locks have numbers for names, shared by all that uses the database: so 64 bits that nobody else comes to. */
function lockKey(schema: string): string {
  const digest = createHash('sha256').update(`edge-contracts/ledger/${schema}`).digest();
  return String(digest.readBigInt64BE());
}

/** What a text is found by: an index holds no text of any length, and somebody else says how long ids are. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(toColumn(text)).digest();
}

/** Unique in the ledger. Kept for good, so not by `keyText`, which is free to change. */
export function keyDigest({ run, key }: EntryKey): Buffer {
  return digestOf(JSON.stringify([run, key]));
}
