import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../canonical/canonical-json.js';
import { type ErasureNote, LEDGER_NOTE_SCHEMA, type LedgerKind } from '../model/ledger.js';
import { ledgerFault } from './fault.js';
import type { Erase } from './ledger.js';
import { appendNote } from './append-note.js';
import { readNote } from './read-entry.js';
import type { EntryQuery, LedgerStore, StoredEntry } from './store.js';
import { utcTime } from './utc-time.js';

/**
 * Entries that are never pruned: without them nobody could tell what was erased, what a checkpoint covered, or that an
 * override was ended. They hold nothing of a run.
 */
export const LASTING_KINDS: readonly LedgerKind[] = ['checkpoint', 'erasure', 'override'];

/** How many entries are taken out in one transaction. */
const AT_ONCE = 500;

/**
 * Takes content out. The note is written before anything goes: what is gone is always covered, and what an interruption
 * leaves is found by verifying, and goes when the same is erased again.
 *
 * @throws DiagnosticError `ledger.erase_*`
 */
export async function eraseEntries(
  store: LedgerStore,
  erase: Erase,
  clock: () => Date,
): Promise<ErasureNote> {
  const of = ofErase(erase, clock());
  const refused = await refusedOf(store, erase.what, of);
  const count = await countOf(store, erase.what, of);
  const note =
    count > 0 || refused.length > 0 ? newNote(erase, of, count, clock) : await noteOf(store, erase.what, of);
  if (note === null) throw nothing();
  if (count > 0 || refused.length > 0) await appendNote(store, note, clock().toISOString());
  await takeOut(store, erase.what, of);
  // Also where there is nothing left to take: so that the engine's own remains of the last time go.
  await eraseThese(store, erase.what, refused);
  return note;
}

function newNote(erase: Erase, of: ErasureNote['of'], count: number, clock: () => Date): ErasureNote {
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'erasure',
    id: randomUUID(),
    at: clock().toISOString(),
    what: erase.what,
    of,
    count,
    by: erase.by,
    reason: erase.reason,
  };
}

/** An earlier note that erased just this; null where there is none. */
async function noteOf(
  store: LedgerStore,
  what: ErasureNote['what'],
  of: ErasureNote['of'],
): Promise<ErasureNote | null> {
  const wanted = canonicalJson({ what, of });
  for await (const entry of store.entries({ kinds: ['erasure'] })) {
    const note = readNote(entry);
    if (note?.kind === 'erasure' && canonicalJson({ what: note.what, of: note.of }) === wanted) return note;
  }
  return null;
}

async function countOf(
  store: LedgerStore,
  what: ErasureNote['what'],
  of: ErasureNote['of'],
): Promise<number> {
  let count = 0;
  for await (const entry of store.entries(queryOf(of))) if (loses(entry, what)) count += 1;
  return count;
}

async function takeOut(store: LedgerStore, what: ErasureNote['what'], of: ErasureNote['of']): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    after = await store.write({
      keys: [],
      select: { ...queryOf(of), after, limit: AT_ONCE },
      build: ({ selected }) => {
        const seqs = selected.filter((entry) => loses(entry, what)).map(({ seq }) => seq);
        const changes = seqs.length === 0 ? {} : { erase: { what, seqs } };
        return { changes, result: selected[AT_ONCE - 1]?.seq ?? null };
      },
    });
  }
}

async function eraseThese(
  store: LedgerStore,
  what: ErasureNote['what'],
  seqs: readonly number[],
): Promise<void> {
  await store.write({ keys: [], build: () => ({ changes: { erase: { what, seqs } }, result: undefined }) });
}

/** The entries whose keys refused records share that still have a body: those may say what the entry does not. */
async function refusedOf(
  store: LedgerStore,
  what: ErasureNote['what'],
  of: ErasureNote['of'],
): Promise<readonly number[]> {
  const seqs = new Set<number>();
  for await (const { seq, kind, body, recorded_at } of store.refusals('run' in of ? of : {})) {
    const old = 'run' in of || recorded_at < of.before;
    const lasts = what === 'entries' && LASTING_KINDS.includes(kind);
    if (body !== null && old && !lasts) seqs.add(seq);
  }
  return [...seqs];
}

function ofErase(erase: Erase, now: Date): ErasureNote['of'] {
  if ('run' in erase) return { run: erase.run };
  const before = utcTime(erase.before);
  if (before <= now.toISOString()) return { before };
  throw ledgerFault('ledger.erase_future', 'the time up to which to erase has not come yet', {
    help: 'give a time in the past',
  });
}

export function queryOf(of: ErasureNote['of']): EntryQuery {
  return 'run' in of ? { run: of.run } : { recorded_before: of.before };
}

function nothing(): Error {
  return ledgerFault(
    'ledger.erase_nothing',
    'there is nothing to erase: no such entry, or it is erased already',
    {
      help: 'see what there is with `ledger list`',
    },
  );
}

/** Is there something in this entry that this erasure takes out. */
function loses({ kind, body, content }: StoredEntry, what: ErasureNote['what']): boolean {
  if (what === 'content') return content !== null;
  return body !== null && !LASTING_KINDS.includes(kind);
}
