import { failure } from '../../diagnostics/diagnostic.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { LedgerEntry, Refusal } from '../../model/ledger.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  LEDGER_SHOW_SCHEMA,
  type LedgerShowDocument,
  ledgerShowText,
} from '../../report/ledger-show-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { withLedger } from '../with-ledger.js';

export interface LedgerShowFlags extends LedgerFlags {
  readonly json?: boolean;
}

/** What is to be shown: an entry by its number, or a run. */
export type Shown = { readonly seq: number } | { readonly run: string };

const NONE: LedgerShowDocument = {
  schema: LEDGER_SHOW_SCHEMA,
  run: null,
  health: null,
  entries: [],
  refusals: [],
  diagnostics: [],
};

/** `ledger show SEQ|RUN`: one entry, or everything of one run, whole and with both clocks. */
export async function ledgerShow(shown: Shown, flags: LedgerShowFlags, io: Io): Promise<ExitCode> {
  const done = await withLedger(io, flags, { purpose: 'read' }, (ledger) =>
    'seq' in shown ? entryOf(ledger, shown.seq) : runOf(ledger, shown.run),
  );
  const document = 'result' in done ? done.result : { ...NONE, diagnostics: done.diagnostics };
  if (flags.json === true) io.out(jsonText(document));
  else if ('result' in done) io.out(ledgerShowText(document, io.paint));
  else io.err(diagnosticsText(document.diagnostics, { paint: io.errPaint }));
  return 'result' in done ? EXIT.ok : worstOf(exitOf(document.diagnostics));
}

async function entryOf(ledger: Ledger, seq: number): Promise<LedgerShowDocument> {
  for await (const entry of ledger.entries({ after: seq - 1, until: seq }))
    return { ...NONE, entries: [entry] };
  const { seq: last } = await ledger.head();
  throw failure('input.not_in_ledger', `there is no entry ${seq}: the last one is ${last}`, {
    help: 'for a run with such a name, `ledger show --run NAME`',
  });
}

async function runOf(ledger: Ledger, run: string): Promise<LedgerShowDocument> {
  const found = await ledger.run(run);
  if (found === null)
    throw failure('input.not_in_ledger', `the ledger has no run \`${run}\``, {
      help: '`ledger list` shows the newest entries',
    });
  const entries: LedgerEntry[] = [];
  for await (const entry of ledger.entries({ run })) entries.push(entry);
  const refusals: Refusal[] = [];
  for await (const refusal of ledger.refusals({ run })) refusals.push(refusal);
  return { ...NONE, run, health: found.health, entries, refusals };
}
