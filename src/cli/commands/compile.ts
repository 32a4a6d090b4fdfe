import { join, relative } from 'node:path';
import { digestBytes } from '../../canonical/digest.js';
import { checkCompilation } from '../../compile/check-compilation.js';
import { compileInMemory, compileProject } from '../../compile/compile-project.js';
import { findProject, type ProjectPlace } from '../../compile/find-project.js';
import { bundleOnDisk } from '../../compile/fresh-bundle.js';
import type { Contract } from '../../contract/contract.js';
import { failure } from '../../diagnostics/diagnostic.js';
import {
  COMPILATION_SCHEMA,
  type CompilationDocument,
  compilationText,
} from '../../report/compilation-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { projectFiles } from '../project-files.js';

export interface CompileFlags {
  readonly contracts?: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `compile`: contracts to policies, schemas, guides, lock and bundle; `--check` compares and writes nothing. */
export async function compile(flags: CompileFlags, io: Io): Promise<ExitCode> {
  const { place, diagnostics } = await findProject(io.cwd, flags.contracts);
  const empty: CompilationDocument = {
    ...{ schema: COMPILATION_SCHEMA, outcome: 'failed', folder: folderOf(place, io), diagnostics },
    ...{ edges: [], bundle: null, written: [], removed: [], differences: [] },
  };
  const document = diagnostics.length > 0 ? empty : { ...empty, ...(await documentOf(place, flags, io)) };
  report(document, place, flags, io);
  return exitCode(document);
}

async function documentOf(
  place: ProjectPlace,
  flags: CompileFlags,
  io: Io,
): Promise<Partial<CompilationDocument>> {
  try {
    return flags.check === true ? await checked(place, io) : await written(place, flags, io);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown) ?? unwritable(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}

async function written(
  place: ProjectPlace,
  { force = false }: CompileFlags,
  io: Io,
): Promise<Partial<CompilationDocument>> {
  const { outcome, contracts, diagnostics, written } = await compileProject(place, { ...io, force });
  const bytes = outcome === null ? null : bundleOnDisk(place);
  const bundle = bytes === null ? null : digestBytes(bytes);
  const files = { bundle, written: written.written, removed: written.removed };
  return { outcome: outcome ?? 'failed', edges: namesOf(contracts), diagnostics, ...files };
}

async function checked(place: ProjectPlace, io: Io): Promise<Partial<CompilationDocument>> {
  const { compilation, contracts, diagnostics } = await compileInMemory(place, io);
  const edges = namesOf(contracts);
  if (compilation === null) return { edges, diagnostics };
  const differences = checkCompilation(compilation, join(place.root, place.project.policies));
  return { outcome: differences.length > 0 ? 'differs' : 'current', edges, diagnostics, differences };
}

function namesOf(contracts: readonly Contract[]): readonly string[] {
  return contracts.map(({ metadata }) => metadata.name);
}

function folderOf({ root, project }: ProjectPlace, { cwd }: Io): string {
  return relative(cwd, join(root, project.policies)) || '.';
}

/** A disk that is full, or a folder that may not be written to. */
function unwritable(thrown: unknown): CompilationDocument['diagnostics'] | null {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || !('code' in thrown)) return null;
  return failure('input.unwritable', `the outputs cannot be written (${String(thrown.code)})`).diagnostics;
}

function report(document: CompilationDocument, place: ProjectPlace, { json }: CompileFlags, io: Io): void {
  if (json === true) {
    io.out(jsonText(document));
    return;
  }
  io.err(diagnosticsText(document.diagnostics, { paint: io.errPaint, ...projectFiles(io, place) }));
  io.out(compilationText(document, io.paint));
}

function exitCode({ outcome, diagnostics }: CompilationDocument): ExitCode {
  return worstOf([...exitOf(diagnostics), ...(outcome === 'differs' ? [EXIT.gate] : [])]);
}
