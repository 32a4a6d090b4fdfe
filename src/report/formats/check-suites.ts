import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DiagnosticsDocument } from '../check-text.js';
import { diagnosticFault } from './diagnostic-faults.js';
import { grouped } from './grouped.js';
import { caseOf, type Suite, type SuiteCase } from './suite.js';

/** A case a contract, and one for each other file that something is said of; one for the project as a whole. */
export function checkSuites(
  { edges, diagnostics }: DiagnosticsDocument,
  place: (file: string) => string,
): readonly Suite[] {
  const left = new Map(grouped(diagnostics, ({ span }) => span?.file ?? null));
  const contracts = edges.map(({ name, file }) => {
    const own = left.get(file) ?? [];
    left.delete(file);
    return judged(name, file, own, place);
  });
  const others = [...left].map(([file, own]) => judged(file ?? 'project', file ?? 'project', own, place));
  return [{ name: 'contracts', cases: [...contracts, ...others] }];
}

function judged(
  name: string,
  file: string,
  diagnostics: readonly Diagnostic[],
  place: (file: string) => string,
): SuiteCase {
  const faults = diagnostics.map((one) => ({ one, fault: diagnosticFault(one, place) }));
  return caseOf(name, place(file), {
    failures: faults.filter(({ one }) => one.severity === 'error').map(({ fault }) => fault),
    notes: faults
      .filter(({ one }) => one.severity === 'warning')
      .flatMap(({ fault }) => [`${fault.type}: ${fault.message}`, ...fault.details]),
  });
}
