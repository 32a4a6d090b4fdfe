import { resolve } from 'node:path';
import { compileInMemory, readContracts } from '../../compile/compile-project.js';
import type { Toolchain } from '../../compile/compile-contracts.js';
import { type FoundProject, findProject, type ProjectPlace } from '../../compile/find-project.js';
import { bundleOnDisk, currentSources, isFrom } from '../../compile/fresh-bundle.js';
import { bundleText } from '../../compile/write-compilation.js';
import { InternalError } from '../../diagnostics/failures.js';
import { type OpenBundle, openBundle } from '../../evaluate/open-bundle.js';
import { ENGINE_VERSION } from '../../model/engine-version.js';
import { loadToolchain } from '../../compile/load-toolchain.js';
import { readTestFiles } from '../../compile/read-project-folder.js';
import type { ContractSet } from '../../contract/contract.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { compareSchemas } from '../../diff/schemas/compare-schemas.js';
import { TEST_REPORT_SCHEMA, type TestReport } from '../../model/test-report.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { testText } from '../../report/test-text.js';
import { mutate } from '../../testing/mutate/mutation.js';
import type { RanCase } from '../../testing/run-cases.js';
import { type RanTests, runTests } from '../../testing/run-tests.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { openGate } from '../open-gate.js';
import { Progress } from '../progress.js';
import { projectFiles } from '../project-files.js';
import { recordsIn } from '../test-inputs.js';
import { watchProject } from '../watch-project.js';
import { type FormatFlags, outFaults, withoutOut, writeFailure, writeReport } from '../write-report.js';

export interface TestFlags extends FormatFlags {
  readonly contracts?: string;
  readonly coverage?: boolean;
  /** Of each contract's coverage, 0 to 1. */
  readonly threshold?: number;
  readonly mutate?: boolean;
  /** Of the share of changes that are noticed, 0 to 1. */
  readonly mutateThreshold?: number;
  readonly watch?: boolean;
}

/** `test [FILTER…]`: the contract tests of a project. */
export async function test(filters: readonly string[], flags: TestFlags, io: Io): Promise<ExitCode> {
  if (flags.watch !== true) return testOnce(filters, flags, io);
  const { place } = await findProject(io.cwd, flags.contracts);
  return watchProject(place, () => testOnce(filters, flags, io), io);
}

async function testOnce(filters: readonly string[], flags: TestFlags, io: Io): Promise<ExitCode> {
  const found = await findProject(io.cwd, flags.contracts);
  const wrong = misused(flags, found.place, io);
  if (wrong.length > 0) return writeFailure('test', wrong, withoutOut(flags), found, io);
  const report = await tested(found, filters, flags, io);
  const reported = { command: 'test', document: report } as const;
  const unwritten = await writeReport(reported, flags, found, io, () => print(report, found, io));
  return worstOf([...unwritten, exitCode(report, flags)]);
}

async function tested(
  found: FoundProject,
  filters: readonly string[],
  flags: TestFlags,
  io: Io,
): Promise<TestReport> {
  const tools = new LazyTools(io.loadToolchain ?? loadToolchain);
  try {
    return await run(found, filters, flags, tools, io);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    const nothing = { cases: [], rego: [], coverage: null, mutation: null };
    return { schema: TEST_REPORT_SCHEMA, ...nothing, diagnostics };
  } finally {
    tools.close();
  }
}

/** The compiler, started when it is first asked for: most projects have no rules and no Rego tests. */
class LazyTools {
  readonly #load: () => Toolchain;
  #tools: Toolchain | undefined;

  constructor(load: () => Toolchain) {
    this.#load = load;
  }

  readonly get = (): Toolchain => {
    this.#tools ??= this.#load();
    return this.#tools;
  };

  close(): void {
    this.#tools?.opa.close();
  }
}

async function run(
  found: FoundProject,
  filters: readonly string[],
  flags: TestFlags,
  tools: LazyTools,
  io: Io,
): Promise<TestReport> {
  const { place } = found;
  const named = flags.contracts === undefined ? {} : { contracts: flags.contracts };
  const gate = await openGate(io, found, named);
  try {
    const read = readContracts(place);
    const tests = readTestFiles(place);
    const ran = await runTests({
      ...{ gate, set: read.set, files: tests.files, filters, tools: tools.get },
      recordsOf: recordsIn(place.root),
      coverage: flags.coverage === true || flags.threshold !== undefined,
    });
    const whole = { ...ran, report: withDiagnostics(ran.report, tests.diagnostics) };
    if (flags.mutate !== true && flags.mutateThreshold === undefined) return whole.report;
    return await mutated(whole, read, place, filters, tools, io);
  } finally {
    gate.close();
  }
}

/** Before anything is run: what is read must not be written over. */
function misused(flags: TestFlags, place: ProjectPlace, io: Io): readonly Diagnostic[] {
  if (flags.out === undefined) return [];
  const read = [...currentSources(place).files.keys(), ...readTestFiles(place).files.keys()];
  return outFaults(
    flags,
    read.map((path) => resolve(place.root, path)),
    io,
  );
}

function withDiagnostics(report: TestReport, more: readonly Diagnostic[]): TestReport {
  return { ...report, diagnostics: [...more, ...report.diagnostics] };
}

async function mutated(
  { report, ran }: RanTests,
  { set }: ReturnType<typeof readContracts>,
  place: ProjectPlace,
  filters: readonly string[],
  tools: LazyTools,
  io: Io,
): Promise<TestReport> {
  if (report.diagnostics.some(({ severity }) => severity === 'error')) return report;
  if (report.cases.some(({ passed }) => !passed)) return withDiagnostics(report, [NOT_GREEN]);
  const progress = new Progress(io);
  const edges = filters.length === 0 ? {} : { edges: concernedEdges(filters, set, ran) };
  try {
    const mutation = await mutate({
      ...{
        set,
        bundle: await compiled(place, io),
        tools: tools.get(),
        ran,
        ...edges,
        compareSchemas,
      },
      onProgress: (done, of) => progress.show(() => `${done} of ${of} changes tried`),
    });
    return { ...report, mutation };
  } finally {
    progress.done();
  }
}

/** Contracts that were named; where only cases were, those that their handoffs are of. */
function concernedEdges(
  filters: readonly string[],
  { contracts }: ContractSet,
  ran: readonly RanCase[],
): readonly string[] {
  const named = contracts.map(({ metadata }) => metadata.name).filter((name) => filters.includes(name));
  return named.length > 0 ? named : [...new Set(ran.flatMap((one) => one.edges))];
}

/** The bundle that the gate was opened from; where it could not be written, the contracts are compiled once more. */
async function compiled(place: ProjectPlace, io: Io): Promise<OpenBundle> {
  const onDisk = bundleOnDisk(place);
  if (onDisk !== null) {
    const opened = openBundle(onDisk, ENGINE_VERSION);
    if (isFrom(opened.manifest, currentSources(place))) return opened;
  }
  const { compilation } = await compileInMemory(place, io);
  if (compilation === null) throw new InternalError('contracts that compiled do not any more');
  return openBundle(Buffer.from(bundleText(compilation.bundle)), ENGINE_VERSION);
}

const NOT_GREEN: Diagnostic = {
  code: 'test.not_green',
  severity: 'error',
  message: 'cases fail, and so no contract was changed to see whether they notice',
};

function print(report: TestReport, { place }: FoundProject, io: Io): void {
  const files = projectFiles(io, place);
  io.err(diagnosticsText(report.diagnostics, { paint: io.errPaint, ...files }));
  io.out(testText(report, { paint: io.paint, place: files.place }));
}

function exitCode({ cases, rego, diagnostics, coverage, mutation }: TestReport, flags: TestFlags): ExitCode {
  const { threshold = 0, mutateThreshold = 0 } = flags;
  const uncovered = (coverage ?? []).some(({ share }) => share < threshold);
  const unnoticed = mutation?.score != null && mutation.score < mutateThreshold;
  return worstOf([
    ...exitOf(diagnostics),
    ...([...cases, ...rego].some(({ passed }) => !passed) ? [EXIT.negative] : []),
    ...(uncovered || unnoticed ? [EXIT.gate] : []),
  ]);
}
