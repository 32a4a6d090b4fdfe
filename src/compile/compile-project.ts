import { join } from 'node:path';
import type { Contract } from '../contract/contract.js';
import { readProject } from '../contract/read-project.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { type Compilation, compileContracts, type Toolchain } from './compile-contracts.js';
import type { ProjectPlace } from './find-project.js';
import { loadToolchain } from './load-toolchain.js';
import { isUpToDate } from './outputs-file.js';
import { readToolDigests } from './read-library.js';
import { noContracts, type ProjectFolder, readProjectFolder } from './read-project-folder.js';
import { refused } from './source-text.js';
import { type Written, writeCompilation } from './write-compilation.js';

export interface CompileOptions {
  /** YYYY-MM-DD, UTC: exceptions that ended before are warned of. */
  readonly today?: string;
  /** Not given: what this package brings. */
  readonly loadToolchain?: () => Toolchain;
}

/** A project's contracts as read; `compilation` is null where there is an error among the diagnostics. */
export interface ProjectCompilation {
  readonly contracts: readonly Contract[];
  readonly diagnostics: readonly Diagnostic[];
  readonly compilation: Compilation | null;
}

/** The same, on disk. */
export interface CompiledProject extends Omit<ProjectCompilation, 'compilation'> {
  /** Null where there is an error among the diagnostics. */
  readonly outcome: 'compiled' | 'up_to_date' | null;
  readonly written: Written;
}

const NOTHING: Written = { written: [], removed: [], unchanged: 0 };

/**
 * Compiles a project and writes its outputs. Where nothing changed since the last time, nothing is compiled and no
 * compiler is started.
 *
 * @throws OpaError where the compiler itself fails.
 */
export async function compileProject(
  place: ProjectPlace,
  options: CompileOptions & { readonly force?: boolean } = {},
): Promise<CompiledProject> {
  const read = readContracts(place, options);
  const policies = join(place.root, place.project.policies);
  const { contracts } = read;
  if (hasErrors(read.diagnostics)) {
    return { contracts, diagnostics: read.diagnostics, outcome: null, written: NOTHING };
  }
  if (options.force !== true && isUpToDate(policies, read.folder.sources)) {
    return { contracts, diagnostics: read.diagnostics, outcome: 'up_to_date', written: NOTHING };
  }
  const { compilation, diagnostics } = await compileRead(read, options);
  if (compilation === null) return { contracts, diagnostics, outcome: null, written: NOTHING };
  return { contracts, diagnostics, outcome: 'compiled', written: writeCompilation(compilation, policies) };
}

/**
 * Compiles a project in memory, whatever is on disk.
 *
 * @throws OpaError where the compiler itself fails.
 */
export async function compileInMemory(
  place: ProjectPlace,
  options: CompileOptions = {},
): Promise<ProjectCompilation> {
  return compileRead(readContracts(place, options), options);
}

export interface ReadContracts {
  readonly set: ReturnType<typeof readProject>['set'];
  readonly contracts: readonly Contract[];
  readonly diagnostics: readonly Diagnostic[];
  readonly folder: ProjectFolder;
}

/** A project's contracts, read; nothing is compiled. */
export function readContracts(place: ProjectPlace, { today }: CompileOptions = {}): ReadContracts {
  const folder = readProjectFolder(place, readToolDigests());
  const { set, diagnostics } = readProject(folder.files, {
    contracts: place.project.contracts,
    ...(today === undefined ? {} : { today }),
  });
  const all = [...folder.diagnostics, ...diagnostics];
  // A folder that holds only fragments.
  if (set.contracts.length === 0 && !hasErrors(all)) all.push(refused(...noContracts(place.project)));
  return { set, contracts: set.contracts, diagnostics: all, folder };
}

async function compileRead(
  { set, contracts, diagnostics, folder }: ReadContracts,
  { loadToolchain: load = loadToolchain }: CompileOptions,
): Promise<ProjectCompilation> {
  if (hasErrors(diagnostics)) return { contracts, diagnostics, compilation: null };
  const tools = load();
  try {
    return { contracts, diagnostics, compilation: await compileContracts(set, folder.sources, tools) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { contracts, diagnostics: [...diagnostics, ...error.diagnostics], compilation: null };
  } finally {
    tools.opa.close();
  }
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
