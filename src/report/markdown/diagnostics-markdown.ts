import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { code, prose } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** What kept a command from its work, or what it warns of: errors first, since what is cut is cut from the end. */
export function diagnosticParts(
  diagnostics: readonly Diagnostic[],
  place: (file: string) => string,
  cut: number,
): readonly Part[] {
  if (diagnostics.length === 0) return [];
  const rank = ({ severity }: Diagnostic): number => (severity === 'error' ? 0 : 1);
  const sorted = diagnostics.toSorted((a, b) => rank(a) - rank(b));
  return [
    ...sorted.map((one) => ({ text: () => diagnosticLine(one, place), what: one.severity, cut })),
    kept('\n'),
  ];
}

function diagnosticLine(
  { code: id, severity, message, help, span }: Diagnostic,
  place: (file: string) => string,
): string {
  const at = span === undefined ? '' : ` at ${code(`${place(span.file)}:${span.line}:${span.column}`)}`;
  const fix = help === undefined ? '' : `  \n  Help: ${prose(help)}`;
  return `- **${severity}** ${code(id)}${at}: ${prose(message)}${fix}\n`;
}
