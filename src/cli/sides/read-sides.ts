import { join, relative, sep } from 'node:path';
import { findProject, type ProjectPlace } from '../../compile/find-project.js';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import type { Io } from '../io.js';
import { GitRepository } from './git-repository.js';
import { type ReadSide, readSide } from './read-side.js';
import { refuseLinkedFolder } from './refuse-linked-folder.js';
import { type SideArgument, sideArguments } from './side-argument.js';

/** Both versions that are to be compared. */
export interface ReadSides {
  readonly base: ReadSide;
  readonly head: ReadSide;
  /** The project of the working directory. */
  readonly place: ProjectPlace;
}

/**
 * Reads both versions: git refs, folders, single contracts, or the working tree.
 *
 * @throws DiagnosticError `diff.*`, and what is wrong with a version that does not compile
 */
export async function readSides(
  base: string,
  head: string | undefined,
  { contracts }: { readonly contracts?: string },
  io: Io,
): Promise<ReadSides> {
  const found = await findProject(io.cwd, contracts);
  const { place } = found;
  const repository = new GitRepository(place.root, io);
  const named = sideArguments(base, head, repository, io);
  refuseMixed(named.base, named.head);
  const isAtRef = named.base.kind === 'ref' || named.head.kind === 'ref';
  const top = isAtRef ? repository.top() : null;
  if (top !== null) refuseLinkedFolder(place.root, top, io);
  const refs = {
    repository,
    prefix: isAtRef ? (repository.prefix() ?? '') : '',
    contracts: contracts === undefined ? null : place.project.contracts,
  };
  const sides = {
    base: await readSide('base', named.base, found, refs, io),
    head: await readSide('head', named.head, found, refs, io),
  };
  if (sides.base.set.contracts.length === 0 && sides.head.set.contracts.length === 0)
    throw noContracts(place, io);
  return { ...sides, place };
}

/** Where it was looked: who stands in the folder of contracts itself sees at once why there is none. */
function noContracts({ root, project }: ProjectPlace, { cwd }: Io): DiagnosticError {
  const below = relative(cwd, join(root, project.contracts)).split(sep).join('/');
  return failure(
    'diff.no_contracts',
    `neither version has a contract in \`${below}\`, below the current folder: nothing was compared`,
    { help: 'run it in the root of the project, or name the folder of contracts with `--contracts DIR`' },
  );
}

/** One contract against a whole project would be told as all others being gone. */
function refuseMixed(base: SideArgument, head: SideArgument): void {
  if ((base.kind === 'file') === (head.kind === 'file')) return;
  const [file, other] = base.kind === 'file' ? [base, head] : [head, base];
  throw failure(
    'diff.one_file',
    `\`${file.label}\` is one contract, and \`${other.label}\` is a whole project`,
    {
      help: 'name two files, or two versions of the project',
    },
  );
}
