import { posix } from 'node:path';
import {
  isSource,
  MAX_DEPTH,
  MAX_FILES,
  noContracts,
  tooManyFiles,
} from '../../compile/read-project-folder.js';
import { decodedSource, MAX_SOURCE_BYTES, refused, tooLarge } from '../../compile/source-text.js';
import type { Project } from '../../contract/contract.js';
import { WAIVERS_FILE } from '../../contract/read-project.js';
import { PROJECT_FILE, readProjectFile } from '../../contract/read-project-file.js';
import { TOOLS_FILE } from '../../contract/read-tools.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { type GitRepository, LINK, type TreeEntry } from './git-repository.js';

/** A project's files in memory, wherever they were read from. */
export interface ReadFiles {
  readonly project: Project;
  /** The project file, contracts, fragments, rules, tools: by path from the project's root. */
  readonly files: ReadonlyMap<string, string>;
  /** The text of `waivers.yaml`; null where there is none. */
  readonly waivers: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A project's files as they are at a commit, by the same rules by which a folder is read. A link to a file of the project
 * is followed; what lies behind another link, or in a submodule, is refused: to leave it out would be a check that
 * silently is not compared.
 *
 * @param prefix Of the project's root, from the repository's top; ends with `/` unless it is empty.
 * @param contracts The folder of contracts, whatever the project file says; null: what it says.
 * @throws DiagnosticError `diff.git`, `diff.missing_object`
 */
export function readAtRef(
  repository: GitRepository,
  commit: string,
  prefix: string,
  contracts: string | null,
): ReadFiles {
  const reading = new RefReading(repository, commit, prefix);
  const projectFile = reading.one(PROJECT_FILE);
  // What is wrong with it is told by whoever reads the project from these files.
  const read = readProjectFile(projectFile);
  const project = contracts === null ? read.project : { ...read.project, contracts };
  const wanted = reading.folder(project.contracts);
  const files = reading.texts([...wanted, ...reading.entries(project.tools ?? TOOLS_FILE)]);
  const waivers = reading.one(`${project.contracts}/${WAIVERS_FILE}`) ?? null;
  if (wanted.length === 0 && reading.diagnostics.length === 0)
    reading.diagnostics.push(refused(...noContracts(project)));
  if (projectFile !== undefined) files.set(PROJECT_FILE, projectFile);
  return { project, files, waivers, diagnostics: reading.diagnostics };
}

/** A file that is wanted: its path from the project's root. */
interface Wanted {
  readonly path: string;
  readonly entry: TreeEntry;
}

class RefReading {
  readonly diagnostics: Diagnostic[] = [];
  readonly #repository: GitRepository;
  readonly #commit: string;
  readonly #prefix: string;

  constructor(repository: GitRepository, commit: string, prefix: string) {
    this.#repository = repository;
    this.#commit = commit;
    this.#prefix = prefix;
  }

  /** The text of one file; undefined where there is none, or it is refused. */
  one(path: string): string | undefined {
    return this.texts(this.entries(path)).get(path);
  }

  /** The file at a path, if there is one. */
  entries(path: string): Wanted[] {
    return this.#list(path).filter((wanted) => wanted.path === path);
  }

  /** Sources below a folder, and what links there lead to. */
  folder(folder: string): readonly Wanted[] {
    if (!this.#isReachedWithoutLinks(folder)) return [];
    const listed = this.#list(folder).filter(({ path }) => isLookedAt(path.slice(folder.length)));
    if (listed.length > MAX_FILES) {
      this.diagnostics.push(refused(...tooManyFiles(folder)));
      return [];
    }
    return listed.filter(({ path, entry }) => this.#isWanted(path, entry, folder));
  }

  texts(wanted: readonly Wanted[]): Map<string, string> {
    const plain = wanted.map((one) => this.#followed(one)).filter((one) => one !== null);
    const small = plain.filter(({ path, entry }) => {
      if (entry.size <= MAX_SOURCE_BYTES) return true;
      this.diagnostics.push(tooLarge(path, entry.size));
      return false;
    });
    const blobs = this.#repository.blobs(small.map(({ entry }) => entry.object));
    const texts = new Map<string, string>();
    for (const { path, entry } of small) {
      const text = decodedSource(blobs.get(entry.object) ?? Buffer.alloc(0), path);
      if (typeof text === 'string') texts.set(path, text);
      else this.diagnostics.push(text);
    }
    return texts;
  }

  #list(path: string): Wanted[] {
    const entries = this.#repository.list(this.#commit, [this.#prefix + path]);
    return entries.flatMap((entry) => {
      if (entry.path !== null) return [{ path: entry.path.slice(this.#prefix.length), entry }];
      this.diagnostics.push(
        refused('compile.unreadable', path, 'the name of a file in this folder is not UTF-8'),
      );
      return [];
    });
  }

  #isWanted(path: string, { kind, mode, object }: TreeEntry, folder: string): boolean {
    if (kind === 'commit') {
      const help = 'name the contracts inside it: run `diff` in the folder of the submodule';
      this.diagnostics.push(
        refused('diff.submodule', path, 'this is a submodule at that commit: its files are not here', help),
      );
      return false;
    }
    const isRead = isSource(path) && path !== `${folder}/${WAIVERS_FILE}`;
    // What any other link leads to may be a folder of contracts, whatever it is called.
    if (!isRead && (mode !== LINK || this.#target(path, object) !== null)) return false;
    const depth = path.slice(folder.length).split('/').length - 2;
    if (depth <= MAX_DEPTH) return true;
    const message = `this file is more than ${MAX_DEPTH} folders below the contracts`;
    this.diagnostics.push(refused('compile.too_deep', path, message));
    return false;
  }

  /** The file that a link leads to, under the link's own path. */
  #followed({ path, entry }: Wanted): Wanted | null {
    if (entry.mode !== LINK) return { path, entry };
    const found = this.#target(path, entry.object);
    if (found !== null) return { path, entry: found };
    this.#refuseLink(path, 'this is a link at that commit, and not to a file of the project');
    return null;
  }

  /** The plain file of the project that a link leads to; null: it leads to a folder, to another link, out, or nowhere. */
  #target(path: string, link: string): TreeEntry | null {
    const target = (this.#repository.blobs([link]).get(link) ?? Buffer.alloc(0)).toString('utf8');
    const there = posix.join(posix.dirname(path), target);
    const isInside =
      !posix.isAbsolute(target) &&
      !turnsBack(target) &&
      !/^\.\.(?:\/|$)/.test(there) &&
      !there.includes('\0');
    const [found] = isInside ? this.entries(there) : [];
    return found !== undefined && found.entry.kind === 'blob' && found.entry.mode !== LINK
      ? found.entry
      : null;
  }

  /** Behind a link nothing is listed, which would look like a version that has no contract. */
  #isReachedWithoutLinks(folder: string): boolean {
    const parts = (this.#prefix + folder).split('/').slice(0, -1);
    for (let count = 1; count <= parts.length; count += 1) {
      const path = parts.slice(0, count).join('/');
      if (!this.#repository.isLink(this.#commit, path)) continue;
      this.#refuseLink(folder, `\`${path}\`, through which this folder is reached, is a link at that commit`);
      return false;
    }
    return true;
  }

  #refuseLink(path: string, message: string): void {
    const help =
      'put the file itself there: links to folders, to other links and out of the project are not followed';
    this.diagnostics.push(refused('diff.link', path, message, help));
  }
}

/** Back up after a name: where that name is a link too, the file system goes elsewhere than the text says. */
function turnsBack(target: string): boolean {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const first = names.findIndex((name) => name !== '..');
  return first >= 0 && names.includes('..', first);
}

/** As in a folder: nothing hidden, and nothing of packages. */
function isLookedAt(below: string): boolean {
  return !below.split('/').some((name) => name === 'node_modules' || name.startsWith('.'));
}
