import type { Ledger } from '../../ledger/ledger.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import type { Io } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { textSink } from '../text-sink.js';
import { timeFlag } from '../time-flag.js';
import { withLedger } from '../with-ledger.js';

export interface LedgerExportFlags extends LedgerFlags {
  readonly run?: string;
  readonly since?: string;
  readonly records?: boolean;
}

/** `ledger export`: entries as JSON Lines, or with `--records` the runs as `evaluate` reads them. */
export async function ledgerExport(flags: LedgerExportFlags, io: Io): Promise<ExitCode> {
  const done = await withLedger(io, flags, { purpose: 'read' }, (ledger) =>
    flags.records === true ? exportRecords(ledger, flags, io) : exportEntries(ledger, flags, io),
  );
  if ('result' in done) return EXIT.ok;
  io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

async function exportEntries(ledger: Ledger, { run, since }: LedgerExportFlags, io: Io): Promise<void> {
  const query = {
    ...(run === undefined ? {} : { run }),
    ...(since === undefined ? {} : { at_from: timeFlag('--since', since) }),
  };
  const sink = textSink(undefined, io);
  for await (const entry of ledger.entries(query)) {
    sink.write(`${JSON.stringify(entry)}\n`);
    if (sink.isFull() && !(await sink.flush())) return;
  }
  await sink.end();
}

/** Whole runs, one after the other, each in its own order. What is left out is counted. */
async function exportRecords(ledger: Ledger, { run, since }: LedgerExportFlags, io: Io): Promise<void> {
  const query = {
    ...(run === undefined ? {} : { run }),
    ...(since === undefined ? {} : { since: timeFlag('--since', since) }),
  };
  const sink = textSink(undefined, io);
  const left = { pruned: 0, refused: 0, missing: 0 };
  for await (const { run: id } of ledger.runs(query)) {
    const found = await ledger.run(id);
    if (found === null) continue;
    for (const record of found.records) sink.write(`${JSON.stringify(record)}\n`);
    if (sink.isFull() && !(await sink.flush())) return;
    left.pruned += found.health.pruned;
    left.refused += found.health.refused;
    left.missing += found.health.missing.length;
  }
  if (!(await sink.end())) return;
  const told = Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  if (told.length > 0) io.err(`not in it: ${told.join(', ')}\n`);
}
