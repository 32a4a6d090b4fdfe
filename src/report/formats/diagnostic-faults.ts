import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { caseOf, type Fault, type Suite } from './suite.js';

export function diagnosticFault(diagnostic: Diagnostic, place: (file: string) => string): Fault {
  const { code, message, help, pointer } = diagnostic;
  const at = placeText(diagnostic, place);
  return {
    type: code,
    message,
    details: [
      ...(at === '' ? [] : [at]),
      ...(pointer === undefined || pointer === '' ? [] : [`at ${pointer}`]),
      ...(help === undefined ? [] : [`help: ${help}`]),
    ],
  };
}

export function placeText({ span }: Pick<Diagnostic, 'span'>, place: (file: string) => string): string {
  return span === undefined ? '' : `${place(span.file)}:${span.line}:${span.column}`;
}

/** What kept a command from its work, as a suite that did not pass; none where nothing did. */
export function brokenSuite(
  command: string,
  diagnostics: readonly Diagnostic[],
  place: (file: string) => string,
): readonly Suite[] {
  if (diagnostics.length === 0) return [];
  const cases = diagnostics.map((diagnostic) => {
    const fault = diagnosticFault(diagnostic, place);
    const group = `edge-contracts.${command}`;
    return diagnostic.severity === 'error'
      ? caseOf(diagnostic.code, group, { errors: [fault] })
      : caseOf(diagnostic.code, group, { notes: [`${fault.type}: ${fault.message}`, ...fault.details] });
  });
  return [{ name: `edge-contracts ${command}`, cases }];
}
