import { join, relative } from 'node:path';
import type { Digest } from '../canonical/digest.js';
import type { FoundProject, ProjectPlace } from '../compile/find-project.js';
import { bundleOnDisk, currentSources, isFrom } from '../compile/fresh-bundle.js';
import type { ProjectFolder } from '../compile/read-project-folder.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import type { Gate } from '../evaluate/gate.js';
import { loadGate } from '../evaluate/load-gate.js';
import { EngineFailure } from '../evaluate/policy.js';
import type { Io } from './io.js';

export interface OpenGateOptions {
  /** The folder of contracts. */
  readonly contracts?: string;
  /** The bundle's digest, pinned: then it is used as it is, whatever the contracts say, or refused. */
  readonly digest?: Digest;
}

/**
 * The gate of a project. Where its bundle does not come from the contracts as they are, it is compiled anew; where
 * there are only outputs and no contracts, they are used as they are.
 *
 * @throws DiagnosticError for contracts that are not there or wrong; its files are relative to the project's root.
 * @throws EngineFailure where the bundle is pinned, or all there is, and cannot be used.
 */
export async function openGate(
  io: Io,
  { place, diagnostics }: FoundProject,
  options: OpenGateOptions,
): Promise<Gate> {
  throwAny(diagnostics);
  const { digest } = options;
  if (digest !== undefined) return loadGate({ dir: policiesOf(place), expectedDigest: digest });
  const folder = currentSources(place);
  const onDisk = bundleOnDisk(place);
  const [none] = folder.diagnostics;
  if (none?.code === 'compile.no_contracts' && onDisk !== null && options.contracts === undefined) {
    return loadGate({ bundle: onDisk });
  }
  throwAny(folder.diagnostics);
  const fresh = onDisk === null ? null : freshGate(onDisk, folder);
  return fresh ?? compiledGate(io, place, onDisk === null);
}

function policiesOf({ root, project }: ProjectPlace): string {
  return join(root, project.policies);
}

/** Null where the bundle is of other contracts, of another version, or broken: there is a way to make a new one. */
function freshGate(bundle: Uint8Array, folder: ProjectFolder): Gate | null {
  try {
    const gate = loadGate({ bundle });
    if (isFrom(gate.manifest, folder)) return gate;
    gate.close();
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
  }
  return null;
}

async function compiledGate(io: Io, place: ProjectPlace, missing: boolean): Promise<Gate> {
  const where = relative(io.cwd, policiesOf(place)) || '.';
  const why = missing ? 'there is no bundle yet' : 'the bundle is not of these contracts';
  io.err(`edge-contracts: ${why}; compiling the contracts first, into ${where}/dist\n`);
  const { compileInMemory } = await import('../compile/compile-project.js');
  const { bundleText, writeBundle } = await import('../compile/write-compilation.js');
  const { compilation, diagnostics } = await compileInMemory(place, io);
  if (compilation === null) throwAny(diagnostics.filter(({ severity }) => severity === 'error'));
  if (compilation === null) throw new TypeError('contracts did not compile, and nothing says why');
  try {
    writeBundle(compilation, policiesOf(place));
  } catch {
    io.err('edge-contracts: the bundle cannot be written there; the next run has to compile again\n');
  }
  return loadGate({ bundle: Buffer.from(bundleText(compilation.bundle)) });
}

function throwAny(diagnostics: readonly Diagnostic[]): void {
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
}
