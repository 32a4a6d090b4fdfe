import type { Toolchain } from '../compile/compile-contracts.js';
import type { ContractSet } from '../contract/contract.js';
import { quote } from '../contract/quote.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { Gate } from '../evaluate/gate.js';
import { TEST_REPORT_SCHEMA, type TestReport } from '../model/test-report.js';
import { type FoundCase, readCaseFile } from './case-file.js';
import { coverageOf } from './coverage.js';
import { type RegoTests, runRegoTests } from './rego-tests.js';
import { recordsOfCase } from './run-case.js';
import { caseReport, type RanCase, type RecordsOf, runCases } from './run-cases.js';

export interface RunTestsOptions {
  readonly gate: Gate;
  readonly set: ContractSet;
  /** Texts of `*.test.yaml`, `*.test.json` and `*_test.rego`, by path relative to the project's root. */
  readonly files: ReadonlyMap<string, string>;
  /** Gives the records of a file that a case names. */
  readonly recordsOf: RecordsOf;
  /** Parts of a case's or test's name or file, or names of edges; none: all. */
  readonly filters?: readonly string[];
  readonly coverage?: boolean;
  /** Started only where there are Rego tests. */
  readonly tools: () => Toolchain;
}

export interface RanTests {
  /** Without mutation. */
  readonly report: TestReport;
  readonly ran: readonly RanCase[];
}

/**
 * Runs a project's contract tests. What keeps any of them from being run is among the report's diagnostics, and so is
 * that there is none, or that a filter matches none: nothing tested is a failure.
 *
 * @throws OpaError where the compiler itself fails.
 */
export async function runTests(options: RunTestsOptions): Promise<RanTests> {
  const { gate, files, filters = [], recordsOf } = options;
  const read = [...files].filter(([path]) => !isRego(path)).map(([path, text]) => readCaseFile(text, path));
  const cases = read.flatMap((file) => file.cases);
  const sieve = new Sieve(filters);
  const selected = cases.filter((found) => sieve.takes(namesOf(found, gate, recordsOf)));
  const { ran, diagnostics } = runCases(gate, selected, recordsOf);
  const rego = await regoTests(options, sieve);
  const nothing = cases.length + rego.tests.length === 0 && read.length === 0;
  const told = [
    ...read.flatMap((file) => file.diagnostics),
    ...diagnostics,
    ...rego.diagnostics,
    ...(nothing && rego.diagnostics.length === 0 ? [noCases(options.set)] : []),
    ...(nothing ? [] : sieve.unmatched([...cases.map(({ case: { name } }) => name), ...gate.edges])),
  ];
  const covered = options.coverage === true ? await coverageOf(gate, ran, options.set) : null;
  const report: TestReport = {
    schema: TEST_REPORT_SCHEMA,
    cases: ran.map(caseReport),
    rego: rego.tests,
    coverage: covered?.filter(({ edge }) => isConcerned(edge, filters, gate, ran)) ?? null,
    mutation: null,
    diagnostics: told,
  };
  return { report, ran };
}

/** With filters: is it named by one, or where none names a contract, was a handoff of it judged. */
function isConcerned(edge: string, filters: readonly string[], gate: Gate, ran: readonly RanCase[]): boolean {
  if (filters.length === 0 || filters.includes(edge)) return true;
  return !gate.edges.some((name) => filters.includes(name)) && ran.some(({ edges }) => edges.includes(edge));
}

async function regoTests({ files, set, tools }: RunTestsOptions, sieve: Sieve): Promise<RegoTests> {
  const modules = [...files].filter(([path]) => isRego(path)).map(([path, text]) => ({ path, text }));
  if (modules.length === 0) return { tests: [], diagnostics: [] };
  const { tests, diagnostics } = await runRegoTests(modules, set, tools());
  return {
    tests: tests.filter(({ name, file }) => sieve.takes({ parts: [name, file], edges: [] })),
    diagnostics,
  };
}

function isRego(path: string): boolean {
  return path.endsWith('.rego');
}

interface Names {
  readonly parts: readonly string[];
  readonly edges: readonly string[];
}

/** By what a filter finds a case. */
function namesOf(found: FoundCase, gate: Gate, recordsOf: RecordsOf): Names {
  return { parts: [found.case.name, found.file], edges: edgesOf(found, gate, recordsOf) };
}

function edgesOf(found: FoundCase, gate: Gate, recordsOf: RecordsOf): readonly string[] {
  try {
    const records = recordsOfCase(found.case, (file) => recordsOf(found, file));
    return records.flatMap((record) =>
      record.kind === 'transfer' ? [gate.terms.edgeOf(record)?.name ?? ''] : [],
    );
  } catch (error) {
    // Where the case is run, this is told.
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}

/** Filters, and which of them found something. */
class Sieve {
  readonly #filters: readonly string[];
  readonly #matched = new Set<string>();

  constructor(filters: readonly string[]) {
    this.#filters = filters;
  }

  takes({ parts, edges }: Names): boolean {
    const hits = this.#filters.filter(
      (filter) => edges.includes(filter) || parts.some((part) => part.includes(filter)),
    );
    for (const filter of hits) this.#matched.add(filter);
    return this.#filters.length === 0 || hits.length > 0;
  }

  unmatched(known: readonly string[]): readonly Diagnostic[] {
    return this.#filters
      .filter((filter) => !this.#matched.has(filter))
      .map((filter) => {
        const meant = nearest(filter, known);
        const help =
          meant === undefined
            ? 'give a part of a case’s name or file, or an edge'
            : `did you mean \`${meant}\`?`;
        const message = `no case and no test matches ${quote(filter)}`;
        return { code: 'test.no_match', severity: 'error', message, help };
      });
  }
}

function noCases({ project }: ContractSet): Diagnostic {
  const message = `there is no \`*.test.yaml\` and no \`*_test.rego\` below ${quote(project.contracts)}`;
  const help = 'make a case out of a recorded run with `edge-contracts new case`';
  return { code: 'test.no_cases', severity: 'error', message, help };
}
