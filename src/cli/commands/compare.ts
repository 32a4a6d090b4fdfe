import { CarryAggregate } from '../../carry/carry-aggregate.js';
import { compareReports, type NamedReport } from '../../carry/compare-reports.js';
import { readReport } from '../../carry/read-report.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { REPORT_SCHEMA } from '../../model/carry.js';
import { readJson } from '../../record/read-json.js';
import { comparisonText } from '../../report/comparison-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openRuns } from '../open-runs.js';
import { nameOf, readHead, readInput } from '../read-input.js';

export interface CompareFlags {
  readonly contracts?: string | false;
  readonly json?: boolean;
}

/** `compare BEFORE AFTER`: which rates differ, and whether by more than chance. */
export async function compare(before: string, after: string, flags: CompareFlags, io: Io): Promise<ExitCode> {
  try {
    const [was, is] = [await readSet(before, flags, io), await readSet(after, flags, io)];
    const comparison = compareReports(was, is, { generatedAt: new Date().toISOString() });
    io.out(flags.json === true ? jsonText(comparison) : comparisonText(comparison, { paint: io.paint }));
    const faults = [...was.faults, ...is.faults];
    if (faults.length > 0) io.err(diagnosticsText(faults, { paint: io.errPaint }));
    return worstOf(exitOf(faults));
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, flags.json, io);
  }
}

type ReadSet = NamedReport & { readonly faults: readonly Diagnostic[] };

/** A report is one by its first lines; everything else is read as records, of any size. */
async function readSet(file: string, flags: CompareFlags, io: Io): Promise<ReadSet> {
  return isReport(file, io) ? readReportFile(file, io) : readRuns(file, flags, io);
}

const REPORT = new RegExp(`^\\s*\\{\\s*"schema"\\s*:\\s*"${REPORT_SCHEMA}"`);
const MAX_REPORT = 256 * 1024 * 1024;

function isReport(file: string, io: Io): boolean {
  return file !== '-' && REPORT.test(readHead(file, io, 1000));
}

async function readReportFile(file: string, io: Io): Promise<ReadSet> {
  const reading = readJson(await readInput(file, io, MAX_REPORT), { maxBytes: MAX_REPORT });
  const span = { file, line: 1, column: 1 };
  if ('code' in reading) throw failure('comparison.report', `this is no JSON: ${reading.message}`, { span });
  try {
    return { name: file, report: readReport(reading.value), faults: [] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [first, ...rest] = error.diagnostics.map((one) => ({ ...one, span }));
    throw new DiagnosticError([first as Diagnostic, ...rest]);
  }
}

async function readRuns(file: string, { contracts }: CompareFlags, io: Io): Promise<ReadSet> {
  const runs = await openRuns(io, { files: [file], ...(contracts === undefined ? {} : { contracts }) });
  try {
    const aggregate = new CarryAggregate({ edges: runs.edges, runsShown: 0 });
    for await (const run of runs.scores) aggregate.add(run);
    for (const skipped of runs.skipped()) aggregate.skip(skipped);
    const report = aggregate.report({ generatedAt: new Date().toISOString() });
    if (report.counts.transfers === 0)
      throw failure('input.nothing_evaluated', `there is no transfer in ${nameOf(file)}: nothing to compare`);
    return { name: nameOf(file), report, faults: runs.faults() };
  } finally {
    await runs.close();
  }
}
