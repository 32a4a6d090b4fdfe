import { checkText } from '../check-text.js';
import { diagnosticsText } from '../diagnostics-text.js';
import { diffText } from '../diff-text.js';
import type { EvaluationDocument } from '../evaluation-document.js';
import { evaluationText, type JudgedRun } from '../evaluation-text.js';
import { testText } from '../test-text.js';
import type { FormatOptions } from './format-options.js';
import { grouped } from './grouped.js';
import type { Reported } from './reported.js';

/** What a terminal shows: diagnostics, and then what the command found. */
export function text(reported: Reported, options: FormatOptions): string {
  const told = diagnosticsText(reported.document.diagnostics, options);
  return `${told}${resultText(reported, options)}`;
}

function resultText(reported: Reported, { paint, place }: FormatOptions): string {
  switch (reported.command) {
    case 'evaluate':
      return reported.document.runs.length === 0
        ? ''
        : evaluationText(judgedRuns(reported.document), { paint, place });
    case 'check':
      return checkText(reported.document.edges, reported.document.diagnostics, paint, place);
    case 'diff':
      return diffText(reported.document, { paint, place });
    case 'failure':
      return '';
    case 'test':
      return testText(reported.document, { paint, place });
  }
}

function judgedRuns({ transfers, runs }: EvaluationDocument): readonly JudgedRun[] {
  const byRun = grouped(transfers, ({ transfer }) => transfer.run);
  return runs.map((run) => ({ run, transfers: byRun.get(run.run) ?? [] }));
}
