import { resolve } from 'node:path';
import { CarryAggregate } from '../../carry/carry-aggregate.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { CarryReport, RunScore } from '../../model/carry.js';
import { carryText } from '../../report/carry-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { amount } from '../../report/rate-text.js';
import { safe } from '../../report/safe-text.js';
import { isSame } from '../attest-file.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openRuns, type RunsFlags, type ScoredRuns } from '../open-runs.js';
import { writeWhole } from '../write-whole.js';

export interface ReportFlags extends Omit<RunsFlags, 'files'> {
  /** Only transfers of this edge, and runs that have one. */
  readonly edge?: string;
  readonly json?: boolean;
  /** Where the page goes. */
  readonly html?: string;
  /** What acting in this mode would have blocked, instead of what crossed. */
  readonly as?: 'enforce';
  readonly mostWrong?: number;
}

/** `report FILE…`, or of the ledger: what crossed of what was held, of many runs together. */
export async function report(files: readonly string[], flags: ReportFlags, io: Io): Promise<ExitCode> {
  try {
    if (flags.as === 'enforce') {
      const { reportReadiness } = await import('./report-readiness.js');
      return await reportReadiness(files, flags, io);
    }
    refuseOverwriting(files, flags, io);
    const runs = await openRuns(io, { ...flags, files });
    try {
      return await reported(runs, flags, io);
    } finally {
      await runs.close();
    }
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, flags.json, io);
  }
}

function refuseOverwriting(files: readonly string[], { html, ledger }: ReportFlags, io: Io): void {
  if (html === undefined) return;
  const read = [...files.filter((file) => file !== '-'), ...(ledger === undefined ? [] : [ledger])];
  if (read.some((file) => isSame(resolve(io.cwd, file), resolve(io.cwd, html))))
    throw failure('input.usage', '`--html` names a file that is read: it would be overwritten');
}

async function reported(runs: ScoredRuns, flags: ReportFlags, io: Io): Promise<ExitCode> {
  const document = await aggregated(runs, flags);
  if (document.counts.transfers === 0) throw nothingEvaluated(document, runs, flags);
  if (flags.html !== undefined) {
    const { reportPage } = await import('../../report/html/page.js');
    writeWhole(resolve(io.cwd, flags.html), reportPage(document), flags.html);
  }
  if (flags.json === true) io.out(jsonText(document));
  else if (flags.html === undefined) io.out(carryText(document, { paint: io.paint }));
  else
    io.out(
      `${safe(flags.html)}: ${amount(document.counts.runs, 'run')}, ${amount(document.counts.transfers, 'transfer')}\n`,
    );
  const faults = runs.faults();
  if (faults.length > 0) io.err(diagnosticsText(faults, { paint: io.errPaint }));
  // Something was left out: the numbers are told, and nobody takes them for all.
  return worstOf(exitOf(faults));
}

async function aggregated(runs: ScoredRuns, flags: ReportFlags): Promise<CarryReport> {
  const { edge, since, until } = flags;
  const edges = edge === undefined ? runs.edges : runs.edges.filter(({ name }) => name === edge);
  const aggregate = new CarryAggregate({ edges });
  for await (const run of runs.scores) {
    const kept = edge === undefined ? run : ofEdge(run, edge);
    if (kept !== null) aggregate.add(kept);
  }
  for (const skipped of runs.skipped()) aggregate.skip(skipped);
  return aggregate.report({
    generatedAt: new Date().toISOString(),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  });
}

/** The run's transfers of one edge; null where it has none. The lives stay those of the whole run. */
function ofEdge(run: RunScore, edge: string): RunScore | null {
  const transfers = run.transfers.filter((transfer) => transfer.edge === edge);
  if (transfers.length === 0) return null;
  const omitted = run.transfers.length - transfers.length;
  return { ...run, transfers, ...(omitted === 0 ? {} : { omitted_transfers: omitted }) };
}

function nothingEvaluated(
  { counts }: CarryReport,
  { edges, faults }: ScoredRuns,
  { edge, since, until }: ReportFlags,
): DiagnosticError {
  const names = edges.map(({ name }) => name);
  const near = edge === undefined ? undefined : nearest(edge, names);
  const chosen = [
    ...(edge === undefined ? [] : [`of the edge \`${edge}\``]),
    ...(since === undefined ? [] : [`from ${since}`]),
    ...(until === undefined ? [] : [`before ${until}`]),
  ].join(', ');
  const of = chosen === '' ? 'no record of a transfer was found' : `no transfer ${chosen} was found`;
  const runs = counts.runs > 0 ? ` in ${counts.runs} runs` : '';
  const told = failure('input.nothing_evaluated', `nothing was evaluated: ${of}${runs}`, {
    ...(near === undefined || names.includes(edge ?? '') ? {} : { help: `did you mean \`${near}\`?` }),
  });
  const [first, ...rest] = told.diagnostics;
  return new DiagnosticError([first as Diagnostic, ...rest, ...faults()]);
}
