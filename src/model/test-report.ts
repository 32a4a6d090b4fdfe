import type { Diagnostic } from '../diagnostics/diagnostic.js';

export const TEST_REPORT_SCHEMA = 'edge-contracts/test-report/v1';

/** `test --json`: what the cases beside the contracts came to. */
export interface TestReport {
  readonly schema: typeof TEST_REPORT_SCHEMA;
  readonly cases: readonly CaseReport[];
  readonly rego: readonly RegoTestReport[];
  /** Null unless it was asked for. */
  readonly coverage: readonly ContractCoverage[] | null;
  readonly mutation: MutationReport | null;
  /** What kept cases from being run; then the run as a whole failed. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CaseReport {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly passed: boolean;
  /** Sentences: what was expected, what came. Empty where it passed. */
  readonly differences: readonly string[];
  /** Edges that its transfers were judged on. */
  readonly edges: readonly string[];
}

export interface RegoTestReport {
  /** `data.rules.limit_test.test_above`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly passed: boolean;
  /** Why not: false, undefined, or the engine's error. */
  readonly message: string | null;
}

export interface ContractCoverage {
  readonly edge: string;
  readonly file: string;
  readonly checks: readonly CheckCoverage[];
  /** Of all that could be seen failing and proven: 0 to 1. */
  readonly share: number;
}

export interface CheckCoverage {
  /** A check's code, or a custom rule's. */
  readonly code: string;
  /** Where its severity or rule is written, or the contract's first line. */
  readonly line: number;
  /** The contract writes its severity, the part that it goes by, or it as a rule; else it is there by default. */
  readonly written: boolean;
  /** A case saw it fail. */
  readonly failed: boolean;
  /** A case saw it proven while there was something to check. */
  readonly proven: boolean;
}

export interface MutationReport {
  readonly noticed: number;
  /** Of changes of what a contract writes alone; all others are of defaults. */
  readonly written: { readonly noticed: number; readonly of: number };
  /** No case noticed it: what to write a case for. */
  readonly unnoticed: readonly Mutant[];
  /** Mutants that mean the same as the contract, which are not counted. */
  readonly equivalent: number;
  /** noticed / (noticed + unnoticed): 0 to 1; null where there was nothing to change. */
  readonly score: number | null;
}

export interface Mutant {
  readonly edge: string;
  /** The mutator's id: `check.dropped`, `bound.loosened`. */
  readonly mutator: string;
  readonly file: string;
  readonly line: number;
  /** It changes what the contract writes; else a default. */
  readonly written: boolean;
  /** A sentence: what was changed. */
  readonly says: string;
}
