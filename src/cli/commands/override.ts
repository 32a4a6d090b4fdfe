import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { isOverrideNote, overridesAt } from '../../evaluate/overrides.js';
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
  const { override: note, diagnostics } = await done(() => set(edge, flags, io));
  const document: OverrideSetDocument = { schema: OVERRIDE_SET_SCHEMA, override: note, diagnostics };
  if (flags.json === true) io.out(jsonText(document));
  else if (note !== null) io.out(overrideSetText(note));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(diagnostics));
}

async function done(
  act: () => Promise<OverrideNote>,
): Promise<Pick<OverrideSetDocument, 'override' | 'diagnostics'>> {
  try {
    return { override: await act(), diagnostics: [] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { override: null, diagnostics };
  }
}

async function set(edge: string, flags: OverrideFlags, io: Io): Promise<OverrideNote> {
  const note = overrideNote(edge, flags, new Date());
  const place = await placeOf(io);
  const ledger = await openProjectLedger(io, flags, { purpose: 'append', place });
  try {
    if (note.set.what !== 'end') await requireEdge(edge, note.set, place, ledger, io);
    await requireThere(note, ledger);
    await ledger.append([note]);
    return note;
  } finally {
    await ledger.close();
  }
}

/** @throws DiagnosticError `input.unknown_override`, `input.unknown_alert` */
async function requireThere({ edge, set, at }: OverrideNote, ledger: Ledger): Promise<void> {
  if (set.what === 'end') {
    const ids = (await inForce(ledger, edge, new Date(at))).map(({ id }) => id);
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

async function inForce(ledger: Ledger, edge: string | undefined, now: Date): Promise<OverrideNote[]> {
  const notes: OverrideNote[] = [];
  const query = edge === undefined ? {} : { edge };
  for await (const { record } of ledger.entries({ kinds: ['override'], ...query }))
    if (isOverrideNote(record)) notes.push(record);
  const edges = [...new Set(notes.map((note) => note.edge))];
  const open = new Set(edges.flatMap((name) => overridesAt(notes, name, now)));
  return notes.filter((note) => open.has(note));
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
  const overrides = 'result' in read ? read.result : [];
  const document: OverrideListDocument = {
    schema: OVERRIDE_LIST_SCHEMA,
    at: now.toISOString(),
    overrides,
    diagnostics,
  };
  if (flags.json === true) io.out(jsonText(document));
  else if ('result' in read) io.out(overrideListText(document));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(diagnostics));
}
