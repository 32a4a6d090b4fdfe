import { canBeSaved, isViolated } from '../../carry/conservation.js';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { LOWER_BOUND, type RunScore } from '../../model/carry.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  RUN_LIST_SCHEMA,
  type RunLine,
  type RunList,
  runLineOf,
  runViewOf,
} from '../../report/run-documents.js';
import { runListText } from '../../report/run-list-text.js';
import { RUN_STATES } from '../../report/run-state-words.js';
import { runTimelineText } from '../../report/run-timeline-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openRuns, type RunsFlags, type ScoredRuns } from '../open-runs.js';

interface SharedFlags extends Omit<RunsFlags, 'files'> {
  /** Files of records, instead of the ledger. */
  readonly from?: readonly string[];
  readonly json?: boolean;
}

export type RunsShowFlags = SharedFlags;

export interface RunsListFlags extends SharedFlags {
  /** Only runs in which a constraint is lost: not back, and not violated. */
  readonly lost?: boolean;
  readonly open?: boolean;
  readonly violated?: boolean;
  /** Only runs with a transfer of this edge. */
  readonly edge?: string;
  readonly limit?: number;
}

/** `runs show ID`: one run, and each of its constraints along the hops. */
export function runsShow(id: string, flags: RunsShowFlags, io: Io): Promise<ExitCode> {
  return withRuns(flags, io, async (runs) => {
    const run = await runs.find(id);
    if (run === null) throw noRun(id, flags, runs, nearest(id, await runs.ids()));
    const view = runViewOf(run);
    io.out(flags.json === true ? jsonText(view) : runTimelineText(view, { paint: io.paint }));
  });
}

/** `runs list`: the runs, worst first. */
export function runsList(flags: RunsListFlags, io: Io): Promise<ExitCode> {
  return withRuns(flags, io, async (runs) => {
    const list = await listed(runs, flags);
    io.out(flags.json === true ? jsonText(list) : runListText(list, { paint: io.paint }));
  });
}

async function withRuns(
  flags: SharedFlags,
  io: Io,
  use: (runs: ScoredRuns) => Promise<void>,
): Promise<ExitCode> {
  try {
    const runs = await openRuns(io, { ...flags, files: flags.from ?? [] });
    try {
      await use(runs);
      const faults = runs.faults();
      if (faults.length > 0) io.err(diagnosticsText(faults, { paint: io.errPaint }));
      return worstOf(exitOf(faults));
    } finally {
      await runs.close();
    }
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, flags.json, io);
  }
}

function noRun(
  id: string,
  { from }: SharedFlags,
  { faults }: ScoredRuns,
  near: string | undefined,
): DiagnosticError {
  const where = from === undefined ? 'the ledger has' : 'the files have';
  const unread = faults().length > 0 ? '; lines of them could not be read' : '';
  return failure('input.unknown_run', `${where} no run \`${id}\`${unread}`, {
    help: near === undefined ? 'list the runs with `edge-contracts runs list`' : `did you mean \`${near}\``,
  });
}

const LIMIT = 200;

async function listed(runs: ScoredRuns, flags: RunsListFlags): Promise<RunList> {
  const limit = flags.limit ?? LIMIT;
  const [lines, counts]: [RunLine[], { seen: number; found: number }] = [[], { seen: 0, found: 0 }];
  for await (const run of runs.scores) {
    counts.seen += 1;
    if (!isWanted(run, flags)) continue;
    counts.found += 1;
    lines.push(runLineOf(run));
    // Twice as many as are listed, at most: memory does not grow with the ledger.
    if (lines.length >= 2 * limit) lines.sort(worstFirst).splice(limit);
  }
  const shown = lines.sort(worstFirst).slice(0, limit);
  return {
    schema: RUN_LIST_SCHEMA,
    note: LOWER_BOUND,
    runs: shown,
    counts: { ...counts, omitted: counts.found - shown.length },
    skipped: runs.skipped(),
  };
}

function isWanted(run: RunScore, { lost, open, violated, edge }: RunsListFlags): boolean {
  if (open === true && run.closed) return false;
  if (lost === true && !canBeSaved({ ...run, closed: false })) return false;
  if (violated === true && !isViolated(run)) return false;
  return edge === undefined || run.transfers.some((transfer) => transfer.edge === edge);
}

function worstFirst(a: RunLine, b: RunLine): number {
  const state = RUN_STATES.indexOf(a.state) - RUN_STATES.indexOf(b.state);
  return state || Date.parse(b.to) - Date.parse(a.to) || (a.run < b.run ? -1 : 1);
}
