import type { ConstraintLife, EngineError, Reason, RunVerdict, Verdict } from '../../model/verdict.js';
import { counted } from '../counted.js';
import type { EvaluationDocument } from '../evaluation-document.js';
import type { FormatOptions } from '../formats/format-options.js';
import { grouped } from '../formats/grouped.js';
import { diagnosticParts } from './diagnostics-markdown.js';
import { code, prose, table } from './markdown-text.js';
import { kept, noticeText, type Part, withinBudget } from './within-budget.js';

/** Runs with their handoffs; below them each reason, and what became of each constraint. */
export function evaluationMarkdown(document: EvaluationDocument, { place, whole }: FormatOptions): string {
  const { transfers, runs, diagnostics } = document;
  const byRun = grouped(transfers, ({ transfer }) => transfer.run);
  const parts: readonly Part[] = [
    kept(`<!-- edge-contracts evaluate -->\n\n${headText(document)}`),
    ...diagnosticParts(diagnostics, place, { error: 1, warning: 4 }),
    // Runs that are blocked first: what is cut is cut from the end.
    ...runs
      .toSorted((a, b) => Number(a.action === 'allow') - Number(b.action === 'allow'))
      .flatMap((run) => runParts(run, byRun.get(run.run) ?? [], place)),
  ];
  return withinBudget(parts, (cut) => noticeText(cut, whole));
}

function headText({ transfers, runs, diagnostics }: EvaluationDocument): string {
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return '## Handoffs: **nothing was evaluated**\n\n';
  const blocked = transfers.filter(({ action }) => action === 'block').length;
  const runsBlocked = runs.filter(({ action }) => action === 'block').length;
  const counts = `${counted(transfers.length, 'handoff')}, ${blocked} blocked`;
  return `## Handoffs: ${counts}\n\n${counted(runs.length, 'run')}, ${runsBlocked} of them blocked\n\n`;
}

function runParts(
  run: RunVerdict,
  transfers: readonly Verdict[],
  place: (file: string) => string,
): readonly Part[] {
  const head = `### Run ${code(run.run)}: ${actionText(run)}\n\n`;
  const reasons = [
    ...transfers.flatMap((verdict) => judgedLines(`hop ${verdict.transfer.hop}`, verdict, place)),
    ...judgedLines('run', run, place),
    ...run.lives.map(lifeLine),
  ];
  return [
    { text: () => `${head}${table(HEAD, transfers.map(rowOf))}\n`, what: 'run', cut: 2 },
    ...reasons.map((text) => ({ text: () => text, what: 'detail', cut: 3 })),
    { text: () => '\n', what: '', cut: 3 },
  ];
}

const HEAD = ['Hop', 'From', 'To', 'Decision', 'Why'];

function rowOf({ transfer, action, decision, mode, reasons, errors, contract }: Verdict): string[] {
  const { hop, attempt, from, to } = transfer;
  const codes = [...new Set([...errors, ...reasons].map((one) => one.code))]
    .slice(0, 8)
    .map((one) => code(one));
  const why = [...(contract === null ? ['no contract covers this edge'] : []), ...codes].join(', ');
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return [`${hop}${again}`, code(from), code(to), actionText({ action, decision, mode }), why];
}

function actionText({ action, decision, mode }: Pick<Verdict, 'action' | 'decision' | 'mode'>): string {
  if (action === 'block') return '**BLOCK**';
  return decision === 'block' ? `allow (${code(mode)}; would block)` : 'allow';
}

type Judged = {
  readonly reasons: readonly Reason[];
  readonly errors: readonly EngineError[];
  readonly omitted_reasons?: number;
};

function judgedLines(where: string, judged: Judged, place: (file: string) => string): string[] {
  const { reasons, errors, omitted_reasons: omitted = 0 } = judged;
  return [
    ...errors.map((error) => `- ${where}, **error** ${code(error.code)}: ${prose(error.message)}\n`),
    ...reasons.map((reason) => `- ${where}, ${reasonText(reason, place)}\n`),
    ...(omitted > 0 ? [`- ${where}: and ${counted(omitted, 'more reason')}\n`] : []),
  ];
}

function reasonText(
  { code: id, severity, message, at, fix, exception }: Reason,
  place: (file: string) => string,
): string {
  const how = exception === undefined ? code(severity) : 'excepted';
  const contract = at.file === null ? '' : ` (${code(`${place(at.file)}:${at.line ?? 1}`)})`;
  const through =
    exception === undefined
      ? ''
      : `  \n  Let through to the end of ${code(exception.expires)}, by ${code(exception.owner)}: ${prose(exception.reason)}`;
  const repair = fix === undefined ? '' : `  \n  Fix: ${prose(fix.say)}`;
  return `${code(id)} (${how}): ${prose(message)}${contract}${through}${repair}`;
}

function lifeLine({ constraint, state }: ConstraintLife): string {
  return `- constraint ${code(constraint.id)}, **${state}**: ${prose(constraint.text, 200)}\n`;
}
