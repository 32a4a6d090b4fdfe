import type { FormatOptions } from '../formats/format-options.js';
import type { Failed } from '../formats/reported.js';
import { diagnosticParts } from './diagnostics-markdown.js';
import { kept, noticeText, withinBudget } from './within-budget.js';

const TITLES: Readonly<Record<Failed['of'], string>> = {
  diff: 'Policy changes: **not compared**',
  evaluate: 'Handoffs: **nothing was evaluated**',
  check: 'Contracts: **not checked**',
  test: 'Contract tests: **nothing was tested**',
};

/** With the marker of the command's result: the comment that told of an earlier one is updated, and stands for nothing. */
export function failureMarkdown({ of, document }: Failed, { place, whole }: FormatOptions): string {
  const parts = [
    kept(`<!-- edge-contracts ${of} -->\n\n## ${TITLES[of]}\n\n`),
    ...diagnosticParts(document.diagnostics, place, { error: 1, warning: 2 }),
  ];
  return withinBudget(parts, (cut) => noticeText(cut, whole));
}
