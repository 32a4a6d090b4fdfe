import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../canonical/canonical-json.js';
import { type ErasureNote, LEDGER_NOTE_SCHEMA, type LedgerKind } from '../model/ledger.js';
import { ledgerFault } from './fault.js';
import type { Erase } from './ledger.js';
import { appendNote } from './append-note.js';
import { readNote } from './read-entry.js';
import type { EntryQuery, LedgerStore, OutboxItem, StoredEntry } from './store.js';
import { utcTime } from './utc-time.js';

/**
 * Entries that are never pruned: without them nobody could tell what was erased, what a checkpoint covered, or that an
 * override was ended. They hold nothing of a run.
 */
export const LASTING_KINDS: readonly LedgerKind[] = ['checkpoint', 'erasure', 'override'];

/** How many entries one note names beside those of its run. */
const MOST_ALSO = 10_000;

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
  const alerts = 'run' in of ? await alertsAbout(store, of.run) : [];
  const left = alerts.filter(({ hasContent }) => hasContent).map(({ seq }) => seq);
  const refused = await refusedOf(store, erase.what, of, alerts);
  const waiting = await waitingOf(store, of, alerts);
  const count = await countOf(store, erase.what, of);
  const some = count + left.length + refused.length + waiting.length > 0;
  const notes = some ? newNotes(erase, of, { count, also: left, unsent: waiting.length }, clock) : [];
  for (const note of notes) await appendNote(store, note, clock().toISOString());
  const note = notes[0] ?? (await noteOf(store, erase.what, of));
  if (note === null) throw nothing();
  await takeOut(store, erase.what, of);
  // Also where there is nothing left to take: so that the engine's own remains of the last time go.
  await eraseThese(store, erase.what, [...refused, ...left], waiting);
  return note;
}

/** One note, and further ones where it cannot name all the entries beside those of the run. */
function newNotes(erase: Erase, of: ErasureNote['of'], goes: Goes, clock: () => Date): ErasureNote[] {
  const { also } = goes;
  const notes = [newNote(erase, of, { ...goes, also: also.slice(0, MOST_ALSO) }, clock)];
  for (let start = MOST_ALSO; start < also.length; start += MOST_ALSO) {
    const more = { count: 0, also: also.slice(start, start + MOST_ALSO), unsent: 0 };
    notes.push(newNote(erase, of, more, clock));
  }
  return notes;
}

/** What an erasure takes out. */
interface Goes {
  /** Entries that it is about. */
  readonly count: number;
  /** Alerts beside them. */
  readonly also: readonly number[];
  /** What waits to be sent. */
  readonly unsent: number;
}

function newNote(
  erase: Erase,
  of: ErasureNote['of'],
  { count, also, unsent }: Goes,
  clock: () => Date,
): ErasureNote {
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'erasure',
    id: randomUUID(),
    at: clock().toISOString(),
    what: erase.what,
    of,
    count: count + also.length,
    ...(also.length > 0 ? { also } : {}),
    ...(unsent > 0 ? { unsent } : {}),
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
  sent: readonly string[],
): Promise<void> {
  const changes = { erase: { what, seqs }, sent };
  await store.write({ keys: [], build: () => ({ changes, result: undefined }) });
}

/** The entries whose keys refused records share that still have a body: those may say what the entry does not. */
async function refusedOf(
  store: LedgerStore,
  what: ErasureNote['what'],
  of: ErasureNote['of'],
  alerts: readonly AlertEntry[],
): Promise<readonly number[]> {
  const seqs = new Set<number>();
  for await (const { seq, kind, body, recorded_at } of store.refusals('run' in of ? of : {})) {
    const old = 'run' in of || recorded_at < of.before;
    const lasts = what === 'entries' && LASTING_KINDS.includes(kind);
    if (body !== null && old && !lasts) seqs.add(seq);
  }
  if (alerts.length === 0) return [...seqs];
  const ofAlerts = new Set(alerts.map(({ seq }) => seq));
  for await (const { seq, body } of store.refusals({})) if (body !== null && ofAlerts.has(seq)) seqs.add(seq);
  return [...seqs];
}

interface AlertEntry {
  readonly seq: number;
  /** The note's id, by which what waits to be sent is known. */
  readonly id: string;
  readonly hasContent: boolean;
}

/**
 * Alerts that may quote a run: those that name it, and all that came after its first entry on an edge that it crossed, since
 * an alert's faults hold texts of runs that it does not list. Where it is not known of every handoff what a contract calls
 * its edge, they are those of every edge.
 */
async function alertsAbout(store: LedgerStore, run: string): Promise<readonly AlertEntry[]> {
  const { first, edges } = await crossedBy(store, run);
  if (first === null) return [];
  const named = JSON.stringify(run);
  const alerts: AlertEntry[] = [];
  for await (const { seq, edge, key, body, content } of store.entries({ kinds: ['alert'], after: first }))
    if (edges === null || (edge !== null && edges.has(edge)) || body?.includes(named) === true)
      alerts.push({ seq, id: key.slice('alert/'.length), hasContent: content !== null });
  return alerts;
}

interface Crossed {
  /** The run's first entry; null where it has none. */
  readonly first: number | null;
  /** What its edges may be called; null where that is not known of each. */
  readonly edges: ReadonlySet<string> | null;
}

/**
 * Each handoff is asked for its own verdict, since one may have several and another none. What was pruned says no edge any
 * more, nor whether it was a handoff of its own that a verdict was about.
 */
async function crossedBy(store: LedgerStore, run: string): Promise<Crossed> {
  const edges = new Set<string>();
  const handoffs = new Set<string>();
  const judged = new Set<string>();
  let first: number | null = null;
  let unknown = false;
  for await (const entry of store.entries({ run })) {
    first ??= entry.seq;
    unknown ||= entry.body === null;
    if (entry.edge !== null) edges.add(entry.edge);
    if (entry.kind === 'transfer') handoffs.add(entry.key);
    if (entry.kind === 'verdict') judged.add(handoffOf(entry));
  }
  const named = !unknown && [...handoffs].every((key) => judged.has(key));
  return { first, edges: named ? edges : null };
}

/** The key of the handoff that a verdict is about; of what is none any more, none. */
function handoffOf(entry: StoredEntry): string {
  const note = readNote(entry);
  if (note?.kind !== 'verdict') return '';
  const { hop, attempt } = note.verdict.transfer;
  return `transfer/${hop}/${attempt}`;
}

/** What waits to be sent and quotes what is erased, by id: it goes without being sent. */
async function waitingOf(
  store: LedgerStore,
  of: ErasureNote['of'],
  alerts: readonly AlertEntry[],
): Promise<readonly string[]> {
  const notes = new Set(alerts.map(({ id }) => id));
  if ('run' in of && notes.size === 0) return [];
  const items = await store.outbox(Number.MAX_SAFE_INTEGER);
  const quotes = ({ id, to, created_at }: OutboxItem): boolean =>
    'run' in of ? notes.has(id.slice(0, -(to.length + 1))) : Date.parse(created_at) < Date.parse(of.before);
  return items.filter(quotes).map(({ id }) => id);
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
