import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { code, prose } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** What kept a command from its work, and what it warns of: errors first, and warnings are cut long before them. */
export function diagnosticParts(
  diagnostics: readonly Diagnostic[],
  place: (file: string) => string,
  cut: Readonly<Record<Diagnostic['severity'], number>>,
): readonly Part[] {
  if (diagnostics.length === 0) return [];
  const parts = (['error', 'warning'] as const).flatMap((severity) =>
    diagnostics
      .filter((one) => one.severity === severity)
      .map((one) => ({ text: () => diagnosticLine(one, place), what: severity, cut: cut[severity] })),
  );
  return [...parts, kept('\n')];
}

function diagnosticLine(
  { code: id, severity, message, help, span }: Diagnostic,
  place: (file: string) => string,
): string {
  const at = span === undefined ? '' : ` at ${code(`${place(span.file)}:${span.line}:${span.column}`)}`;
  const fix = help === undefined ? '' : `  \n  Help: ${prose(help)}`;
  return `- **${severity}** ${code(id)}${at}: ${prose(message)}${fix}\n`;
}
