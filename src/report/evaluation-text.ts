import type { RunVerdict, Verdict } from '../model/verdict.js';
import { counted } from './counted.js';
import { countsText, runVerdictText } from './run-verdict-text.js';
import { safeName } from './safe-text.js';
import { agentsText, type VerdictTextOptions, verdictText } from './verdict-text.js';

export interface JudgedRun {
  readonly transfers: readonly Verdict[];
  readonly run: RunVerdict;
}

/** Every run: its handoffs, what happened between them, the lives of its constraints; then the counts. */
export function evaluationText(runs: readonly JudgedRun[], options: VerdictTextOptions): string {
  const transfers = runs.flatMap((run) => run.transfers);
  const uncovered = transfers.filter(({ contract }) => contract === null).length;
  const counts = countsText(
    runs.map(({ run }) => run),
    uncovered,
    options.paint,
  );
  return `${runs.map((run) => runText(run, options)).join('\n')}\n${counts}\n`;
}

function runText({ transfers, run }: JudgedRun, options: VerdictTextOptions): string {
  const agentsWidth = Math.max(0, ...transfers.map(({ transfer }) => agentsText(transfer).length));
  const title = options.paint('strong', `run ${safeName(run.run)}`);
  const none = transfers.length === 0 ? ['no handoff of this run was evaluated\n'] : [];
  const told = transfers.map((verdict) => verdictText(verdict, { ...options, agentsWidth }));
  return `${title}  ${counted(transfers.length, 'handoff')}\n\n${[...none, ...told].join('')}\n${runVerdictText(run, options)}`;
}
