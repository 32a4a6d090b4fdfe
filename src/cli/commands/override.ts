import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { isOverrideNote, openOverridesAt, overridesAt } from '../../evaluate/overrides.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { OverrideNote } from '../../model/ledger.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  OVERRIDE_LIST_SCHEMA,
  OVERRIDE_SET_SCHEMA,
  type OverrideListDocument,
  type OverrideSetDocument,
  overrideListText,
  overrideSetText,
} from '../../report/override-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { type LedgerFlags, openProjectLedger, placeOf } from '../open-ledger.js';
import { overrideNote, type SettingFlags } from '../override-note.js';
import { requireEdge } from '../require-edge.js';
import { withLedger } from '../with-ledger.js';

export interface OverrideFlags extends LedgerFlags, SettingFlags {
  readonly json?: boolean;
}

export interface OverrideListFlags extends LedgerFlags {
  readonly json?: boolean;
}

/** `override EDGE`: sets something on an edge, or ends what was set, as an entry of the ledger. */
export async function override(edge: string, flags: OverrideFlags, io: Io): Promise<ExitCode> {
  const { override: note, left, diagnostics } = await done(() => set(edge, flags, io));
  const document: OverrideSetDocument = { schema: OVERRIDE_SET_SCHEMA, override: note, diagnostics };
  if (flags.json === true) io.out(jsonText(document));
  else if (note !== null) io.out(overrideSetText(note, left));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(diagnostics));
}

async function done(
  act: () => Promise<Done>,
): Promise<
  Pick<OverrideSetDocument, 'diagnostics'> & { override: OverrideNote | null; left: readonly OverrideNote[] }
> {
  try {
    const { note, left } = await act();
    return { override: note, left, diagnostics: [] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { override: null, left: [], diagnostics };
  }
}

/** What was set, and after an end what is in force on the edge. */
interface Done {
  readonly note: OverrideNote;
  readonly left: readonly OverrideNote[];
}

async function set(edge: string, flags: OverrideFlags, io: Io): Promise<Done> {
  const note = overrideNote(edge, flags, new Date());
  const place = await placeOf(io);
  const ledger = await openProjectLedger(io, flags, { purpose: 'append', place });
  try {
    if (note.set.what !== 'end') await requireEdge(edge, note.set, place, ledger, io);
    await requireThere(note, ledger);
    await ledger.append([note]);
    return { note, left: note.set.what === 'end' ? (await inForce(ledger, edge, new Date())).overrides : [] };
  } finally {
    await ledger.close();
  }
}

/** @throws DiagnosticError `input.unknown_override`, `input.unknown_alert` */
async function requireThere({ edge, set, at }: OverrideNote, ledger: Ledger): Promise<void> {
  if (set.what === 'end') {
    const { overrides, hidden } = await inForce(ledger, edge, new Date(at));
    const ids = [...overrides, ...hidden].map(({ id }) => id);
    if (!ids.includes(set.override)) throw unknown('override', set.override, edge, ids);
  } else if (set.what === 'acknowledge') {
    const ids = new Set<string>();
    for await (const { record } of ledger.entries({ kinds: ['alert'], edge }))
      if (record?.kind === 'alert') ids.add(record.alert.id);
    if (!ids.has(set.alert)) throw unknown('alert', set.alert, edge, [...ids].slice(-5));
  }
}

function unknown(
  what: 'override' | 'alert',
  id: string,
  edge: string,
  ids: readonly string[],
): DiagnosticError {
  const near = nearest(id, ids);
  const known = ids.length === 0 ? `the edge has none` : `there are: ${ids.join(', ')}`;
  return failure(`input.unknown_${what}`, `the edge \`${edge}\` has no ${what} \`${id}\``, {
    help: near === undefined ? known : `did you mean \`${near}\`?`,
  });
}

type InForce = Pick<OverrideListDocument, 'overrides' | 'hidden'>;

async function inForce(ledger: Ledger, edge: string | undefined, now: Date): Promise<InForce> {
  const notes: OverrideNote[] = [];
  const query = edge === undefined ? {} : { edge };
  for await (const { record } of ledger.entries({ kinds: ['override'], ...query }))
    if (isOverrideNote(record)) notes.push(record);
  const edges = [...new Set(notes.map((note) => note.edge))];
  const open = edges.flatMap((name) => openOverridesAt(notes, name, now));
  const active = edges.flatMap((name) => overridesAt(notes, name, now));
  const inOrder = (some: readonly OverrideNote[]): OverrideNote[] =>
    notes.filter((note) => some.includes(note));
  return { overrides: inOrder(active), hidden: inOrder(open.filter((note) => !active.includes(note))) };
}

/** `override list`: what is in force now. */
export async function overrideList(
  edge: string | undefined,
  flags: OverrideListFlags,
  io: Io,
): Promise<ExitCode> {
  const now = new Date();
  const read = await withLedger(io, flags, { purpose: 'read' }, (ledger) => inForce(ledger, edge, now));
  const diagnostics = 'result' in read ? [] : read.diagnostics;
  const { overrides, hidden } = 'result' in read ? read.result : { overrides: [], hidden: [] };
  const document: OverrideListDocument = {
    schema: OVERRIDE_LIST_SCHEMA,
    at: now.toISOString(),
    overrides,
    hidden,
    diagnostics,
  };
  if (flags.json === true) io.out(jsonText(document));
  else if ('result' in read) io.out(overrideListText(document));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(diagnostics));
}
