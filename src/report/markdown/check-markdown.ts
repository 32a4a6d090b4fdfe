import type { DiagnosticsDocument } from '../check-text.js';
import { counted } from '../counted.js';
import type { FormatOptions } from '../formats/format-options.js';
import { diagnosticParts } from './diagnostics-markdown.js';
import { code, table } from './markdown-text.js';
import { kept, noticeText, type Part, withinBudget } from './within-budget.js';

/** What is wrong with the contracts, and which are in order. */
export function checkMarkdown(
  { edges, diagnostics }: DiagnosticsDocument,
  { place, whole }: FormatOptions,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const counts = [counted(errors, 'error'), counted(diagnostics.length - errors, 'warning')].join(', ');
  const rows = edges.map(({ name, from, to, file }) => [
    code(name),
    `${code(from)} → ${code(to)}`,
    code(place(file)),
  ]);
  const listed: Part = {
    text: () => `${table(['Contract', 'Edge', 'File'], rows)}\n`,
    what: 'contract table',
    cut: 2,
  };
  const parts: readonly Part[] = [
    kept(
      `<!-- edge-contracts check -->\n\n## Contracts: ${counts}\n\n${counted(edges.length, 'usable contract')}\n\n`,
    ),
    ...diagnosticParts(diagnostics, place, { error: 1, warning: 3 }),
    ...(rows.length === 0 ? [] : [listed]),
  ];
  return withinBudget(parts, (cut) => noticeText(cut, whole));
}
