import { failure } from '../../diagnostics/diagnostic.js';
import type { Erase } from '../../ledger/ledger.js';
import type { ErasureNote } from '../../model/ledger.js';
import { counted } from '../../report/counted.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { LEDGER_DONE_SCHEMA, type LedgerDone, tried } from '../ledger-done.js';
import { type LedgerFlags, openProjectLedger } from '../open-ledger.js';
import { timeFlag } from '../time-flag.js';

export interface LedgerEraseFlags extends LedgerFlags {
  readonly by: string;
  readonly reason: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `ledger erase RUN`: takes the personal fields of one run out. The chain stays valid. */
export function ledgerErase(run: string, flags: LedgerEraseFlags, io: Io): Promise<ExitCode> {
  const { by, reason } = flags;
  return erased(() => ({ what: 'content', run, by, reason }), `the personal fields of the run`, flags, io);
}

export interface LedgerPruneFlags extends LedgerEraseFlags {
  readonly before: string;
}

/** `ledger prune --before TIME`: takes out everything older but what the chain is made of. */
export function ledgerPrune(flags: LedgerPruneFlags, io: Io): Promise<ExitCode> {
  const { by, reason } = flags;
  const what = (): Erase => ({ what: 'entries', before: timeFlag('--before', flags.before), by, reason });
  return erased(what, 'all entries that are older', flags, io);
}

async function erased(what: () => Erase, words: string, flags: LedgerEraseFlags, io: Io): Promise<ExitCode> {
  const started = new Date();
  const done = await tried(async () => {
    const erase = what();
    if (flags.yes !== true)
      throw failure('input.usage', `this takes out ${words}, and nobody can undo it`, {
        help: 'add `--yes` if that is meant',
      });
    const ledger = await openProjectLedger(io, flags, { purpose: 'read' });
    try {
      if ('run' in erase && (await ledger.run(erase.run)) === null)
        throw failure('input.not_in_ledger', `the ledger has no run \`${erase.run}\`: nothing was erased`, {
          help: 'list the runs with `edge-contracts runs list`',
        });
      return await ledger.erase(erase);
    } finally {
      await ledger.close();
    }
  });
  if (flags.json === true) io.out(jsonText({ schema: LEDGER_DONE_SCHEMA, ...done } satisfies LedgerDone));
  else if (done.note?.kind === 'erasure') io.out(doneText(done.note, started));
  if (flags.json !== true) io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

/** Where all of it was gone before, the ledger gives the note of that time. */
function doneText({ at, count, also = [], unsent = 0 }: ErasureNote, started: Date): string {
  if (Date.parse(at) < started.getTime()) return `0 entries: erased already on ${at}\n`;
  const pages =
    unsent === 0
      ? ''
      : `${counted(unsent, 'alert')} waited to be sent and went unsent: see \`edges list\`, and tell who is on call\n`;
  const quoting =
    also.length === 0
      ? ''
      : `: ${count - also.length} of the run, and ${counted(also.length, 'alert')} that may quote it`;
  return `erased ${counted(count, 'entry', 'entries')}${quoting}; the chain stays valid over what is left\n${pages}${COPIES}\n`;
}

const COPIES = 'reports, exports and copies that were made before are yours to delete';
