import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileInMemory, readContracts } from '../../compile/compile-project.js';
import { type FoundProject, findProject, type ProjectPlace } from '../../compile/find-project.js';
import type { Contract } from '../../contract/contract.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { checkText, DIAGNOSTICS_SCHEMA, type DiagnosticsDocument } from '../../report/check-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { isDirectory } from '../is-directory.js';
import { projectFiles } from '../project-files.js';
import { type FormatFlags, outFaults, withoutOut, writeFailure, writeReport } from '../write-report.js';

export interface CheckFlags extends FormatFlags {
  readonly contracts?: string;
}

interface Checked {
  readonly contracts: readonly Contract[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `check [DIR]`, or `check --contracts DIR`: everything that is wrong with the contracts, in one pass. */
export async function check(folder: string | undefined, flags: CheckFlags, io: Io): Promise<ExitCode> {
  const missing = folder !== undefined && !isDirectory(resolve(io.cwd, folder));
  const found = missing ? null : await findProject(io.cwd, folder);
  const { contracts, diagnostics } = found === null ? notThere(folder ?? '', io) : await checked(found, io);
  const edges = contracts
    .filter((contract) => isUsable(contract, diagnostics))
    .map(({ metadata, edge, file }) => ({ name: metadata.name, ...edge, file }));
  const place = found?.place ?? null;
  const misused = outFaults(flags, filesOf(contracts, place), io);
  if (misused.length > 0) return writeFailure('check', misused, withoutOut(flags), { place }, io);
  const document = { schema: DIAGNOSTICS_SCHEMA, edges, diagnostics } as const;
  const unwritten = await writeReport({ command: 'check', document }, flags, { place }, io, () =>
    print(document, place, io),
  );
  return worstOf([...unwritten, ...exitOf(diagnostics)]);
}

function print({ edges, diagnostics }: DiagnosticsDocument, place: ProjectPlace | null, io: Io): void {
  const files = projectFiles(io, place);
  io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...files }));
  io.out(checkText(edges, diagnostics, io.paint, files.place));
}

/** What was read, as absolute paths. */
function filesOf(contracts: readonly Contract[], place: ProjectPlace | null): readonly string[] {
  if (place === null) return [];
  const named = contracts.flatMap(({ file, edgeCheck }) => [
    file,
    ...edgeCheck.rules.map((rule) => rule.file),
  ]);
  return [...named, 'edge-contracts.yaml'].map((file) => resolve(place.root, file));
}

function notThere(folder: string, { cwd }: Io): Checked {
  const span = { file: folder, line: 1, column: 1 };
  const isFile = existsSync(resolve(cwd, folder));
  const message = isFile ? 'this is a file, name its folder' : 'there is no such folder';
  return { contracts: [], diagnostics: failure('compile.no_contracts', message, { span }).diagnostics };
}

/** A contract that was read may still have an error, or a rule that has one. */
function isUsable({ file, edgeCheck }: Contract, diagnostics: readonly Diagnostic[]): boolean {
  const files = [file, ...edgeCheck.rules.map((rule) => rule.file)];
  return !diagnostics.some(
    ({ severity, span }) => severity === 'error' && span !== undefined && files.includes(span.file),
  );
}

async function checked({ place, diagnostics }: FoundProject, io: Io): Promise<Checked> {
  const read = readContracts(place, io);
  const found = [...diagnostics, ...read.diagnostics.filter((one) => !isAmong(one, diagnostics))];
  const failed = found.some(({ severity }) => severity === 'error');
  const hasRules = read.contracts.some(({ edgeCheck }) => edgeCheck.rules.length > 0);
  // Only rules that somebody wrote can fail to compile; what is emitted cannot.
  if (failed || !hasRules) return { contracts: read.contracts, diagnostics: found };
  try {
    return await compileInMemory(place, io);
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return { contracts: read.contracts, diagnostics: [...found, ...told] };
  }
}

function isAmong({ code, message }: Diagnostic, diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((other) => other.code === code && other.message === message);
}
