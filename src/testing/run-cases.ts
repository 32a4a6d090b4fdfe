import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import type { Gate } from '../evaluate/gate.js';
import type { RunRecord } from '../model/record.js';
import type { CaseReport } from '../model/test-report.js';
import type { FoundCase } from './case-file.js';
import { unknownNames } from './check-names.js';
import { type CaseResult, recordsOfCase, runCase } from './run-case.js';

/** Gives the records of a file that a case names: `file` is relative to the case's own. */
export type RecordsOf = (found: FoundCase, file: string) => readonly RunRecord[];

/** A case that was run, with the records that it is about. */
export interface RanCase {
  readonly found: FoundCase;
  readonly records: readonly RunRecord[];
  readonly result: CaseResult;
  /** Contracts that its handoffs, and what the guard was asked, were judged by. */
  readonly edges: readonly string[];
}

export interface RanCases {
  readonly ran: readonly RanCase[];
  /** What kept cases from being run. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs cases, one after the other; one that cannot be run is told, and keeps no other from it. */
export function runCases(gate: Gate, cases: readonly FoundCase[], recordsOf: RecordsOf): RanCases {
  const ran: RanCase[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const found of cases) {
    try {
      const records = recordsOfCase(found.case, (file) => recordsOf(found, file));
      const unknown = unknownNames(found, records, gate.edges);
      if (unknown.length > 0) diagnostics.push(...unknown);
      else ran.push(ranCase(gate, found, records));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics.map((one) => ({ ...one, span: one.span ?? found.spanAt('') })));
    }
  }
  return { ran, diagnostics };
}

function ranCase(gate: Gate, found: FoundCase, records: readonly RunRecord[]): RanCase {
  const result = runCase(gate, withRecords(found, records), () => records);
  const named = [
    ...result.evaluation.transfers.map(({ transfer }) => transfer.edge),
    ...result.guards.map(({ edge }) => edge),
    ...result.evaluation.run.reasons.map(({ edge }) => edge),
  ];
  const edges = [...new Set(named.filter((edge) => edge !== null))].sort();
  return { found, records, result, edges };
}

/** The case with its records in it, in the place of a file and a patch. */
export function withRecords({ case: example }: FoundCase, records: readonly RunRecord[]): FoundCase['case'] {
  const { from: _, ...rest } = example;
  return { ...rest, records };
}

/** What a report says of a case. */
export function caseReport({ found, result, edges }: RanCase): CaseReport {
  const { differences } = result;
  return {
    name: found.case.name,
    file: found.file,
    line: found.line,
    passed: differences.length === 0,
    differences,
    edges,
  };
}
