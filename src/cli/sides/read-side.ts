import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type FoundProject, findProject } from '../../compile/find-project.js';
import { readToolDigests } from '../../compile/read-library.js';
import { readProjectFolder, readProjectText } from '../../compile/read-project-folder.js';
import type { Contract, ContractSet } from '../../contract/contract.js';
import { readProject, WAIVERS_FILE } from '../../contract/read-project.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Side } from '../../diff/side.js';
import { sideFailure } from '../../diff/side-failure.js';
import type { Io } from '../io.js';
import { isDirectory } from '../is-directory.js';
import { readBytes } from '../read-input.js';
import type { GitRepository } from './git-repository.js';
import { type ReadFiles, readAtRef } from './read-at-ref.js';
import type { SideArgument } from './side-argument.js';

/** One version, read. */
export interface ReadSide extends Side {
  /** The text of its waivers, and what diagnostics call the file; null: there are none. */
  readonly waivers: { readonly text: string; readonly file: string } | null;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of its files; of a commit, where they lie in the working tree. */
  readonly reads: readonly string[];
}

/** Where refs are read. */
export interface RefPlace {
  readonly repository: GitRepository;
  /** Of the project's root, from the repository's top. */
  readonly prefix: string;
  /** The folder of contracts, where a flag names it. */
  readonly contracts: string | null;
}

/**
 * Reads a version.
 *
 * @throws DiagnosticError `diff.base` or `diff.head`, and then what is wrong with it; `diff.git`, `diff.missing_object`
 */
export async function readSide(
  which: 'base' | 'head',
  argument: SideArgument,
  tree: FoundProject,
  refs: RefPlace,
  io: Io,
): Promise<ReadSide> {
  if (argument.kind === 'file') return readFileSide(which, argument.label, argument.path, io);
  const commit = argument.kind === 'ref' ? argument.commit : null;
  const found = argument.kind === 'folder' ? await placeIn(argument.path, io) : tree;
  const { root } = found.place;
  const files =
    argument.kind === 'ref'
      ? readAtRef(refs.repository, argument.commit, refs.prefix, refs.contracts)
      : readPlace(found);
  const named = namer(argument, root, tree.place.root);
  const { set, diagnostics } = setOf(files, which, argument.label, named, io);
  const file = `${files.project.contracts}/${WAIVERS_FILE}`;
  const waivers = files.waivers === null ? null : { text: files.waivers, file: named(file) };
  const reads = [...files.files.keys(), file].map((path) => resolve(root, path));
  const shown = argument.kind === 'folder' ? renamed(set, named) : set;
  return { label: argument.label, commit, set: shown, waivers, diagnostics, reads };
}

/** A project's root, or its folder of contracts. */
async function placeIn(path: string, io: Io): Promise<FoundProject> {
  const inside = join(path, 'contracts');
  const isRoot = !existsSync(join(path, 'edge-contracts.yaml')) && isDirectory(inside);
  return findProject(io.cwd, isRoot ? inside : path);
}

function readPlace({ place, diagnostics: found }: FoundProject): ReadFiles {
  const { files, diagnostics } = readProjectFolder(place, readToolDigests());
  const waivers = readProjectText(place.root, `${place.project.contracts}/${WAIVERS_FILE}`);
  const refused = waivers !== null && typeof waivers !== 'string' ? [waivers] : [];
  // What is wrong with the text of the project file is told by whoever reads the project from these files.
  const unread = place.projectFile === undefined ? found : [];
  return {
    ...{ project: place.project, files },
    waivers: typeof waivers === 'string' ? waivers : null,
    diagnostics: [...unread, ...diagnostics, ...refused],
  };
}

/** What a file of a version is called: as git does at a commit, else by the path from the root of the reader's project. */
function namer(argument: SideArgument, root: string, own: string): (file: string) => string {
  if (argument.kind === 'ref') return (file) => `${argument.label}:${file}`;
  if (argument.kind === 'tree') return (file) => file;
  return (file) => relative(own, join(root, file)).split(sep).join('/');
}

function setOf(
  { files, project, diagnostics }: ReadFiles,
  which: 'base' | 'head',
  label: string,
  named: (file: string) => string,
  { today }: Io,
): { readonly set: ContractSet; readonly diagnostics: readonly Diagnostic[] } {
  const read = readProject(files, { contracts: project.contracts, today });
  const found = [...diagnostics, ...read.diagnostics].filter(({ code }) => code !== NO_CONTRACTS);
  if (found.some(({ severity }) => severity === 'error'))
    throw sideFailure(
      which,
      label,
      found.map((one) => placed(one, named)),
    );
  const warnings = which === 'head' ? found.map((one) => placed(one, named)) : [];
  if (read.set.contracts.length > 0) return { set: read.set, diagnostics: warnings };
  const message = `the ${which} version, \`${label}\`, has no contract in \`${project.contracts}\``;
  const none: Diagnostic = { code: 'diff.no_contracts', severity: 'warning', message };
  return { set: read.set, diagnostics: [...warnings, none] };
}

const NO_CONTRACTS = 'compile.no_contracts';

function placed(diagnostic: Diagnostic, named: (file: string) => string): Diagnostic {
  const { span } = diagnostic;
  return span === undefined ? diagnostic : { ...diagnostic, span: { ...span, file: named(span.file) } };
}

/** One contract by itself, with the fragments and rules that lie beside it. */
async function readFileSide(which: 'base' | 'head', label: string, path: string, io: Io): Promise<ReadSide> {
  const text = new TextDecoder().decode(readBytes(path, label, 1024 * 1024));
  const found = await findProject(io.cwd, dirname(path));
  const { place } = found;
  const beside = readProjectFolder(place, readToolDigests());
  const folder = place.project.contracts;
  // A contract's name has to be its file's: a copy under another name is read as the contract that it is.
  const own = `${folder}/${nameIn(text) ?? basename(path).replace(/\..*$/, '')}.yaml`;
  const files = new Map([...beside.files].filter(([file, other]) => isShared(file, other)));
  files.set(own, text);
  const named = (file: string): string => (file === own ? label : file);
  const unread = place.projectFile === undefined ? found.diagnostics : [];
  const read = { project: place.project, files, waivers: null, diagnostics: unread };
  const { set, diagnostics } = setOf(read, which, label, named, io);
  const reads = [path, ...[...beside.files.keys()].map((file) => resolve(place.root, file))];
  return { label, commit: null, waivers: null, diagnostics, reads, set: renamed(set, named) };
}

function nameIn(text: string): string | undefined {
  return /^metadata:(?:.*\n(?=[ \t#{\n]))*?.*\bname"?:\s*["']?([a-z0-9_-]+)/m.exec(text)?.[1];
}

/** Not another contract: the project file, tools, fragments and rules. */
function isShared(file: string, text: string): boolean {
  return !file.includes('/') || file.endsWith('.rego') || /\bEdgeContractFragment\b/.test(text);
}

/** Findings call a file what diagnostics call it: there may be another one of the path that it has in its own project. */
function renamed(set: ContractSet, named: (file: string) => string): ContractSet {
  return { ...set, contracts: set.contracts.map((contract) => renamedFile(contract, named)) };
}

function renamedFile(contract: Contract, named: (file: string) => string): Contract {
  const spans = [...contract.spans].map(([at, span]) => [at, { ...span, file: named(span.file) }] as const);
  return { ...contract, file: named(contract.file), spans: new Map(spans) };
}
