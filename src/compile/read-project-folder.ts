import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Digest } from '../canonical/digest.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ProjectPlace } from './find-project.js';
import type { ToolDigests } from './read-library.js';
import { errorCode, refused, type SourceStat, sourceText } from './source-text.js';
import { type SourceFiles, sourcesDigest } from './sources-digest.js';

/** What of a project is compiled, in memory. */
export interface ProjectFolder {
  readonly files: SourceFiles;
  /** Of all of them, and of what compiles them. */
  readonly sources: Digest;
  readonly diagnostics: readonly Diagnostic[];
}

export const MAX_DEPTH = 8;
export const MAX_FILES = 10_000;
const PROJECT_FILE = 'edge-contracts.yaml';
const TOOLS_FILE = 'tools.yaml';
const WAIVERS_FILE = 'waivers.yaml';

/**
 * Reads the project file and, below the folder of contracts, contracts, fragments and rules. What cannot be read for
 * sure is refused with a diagnostic: a file that is left out would be a check that silently does not happen.
 */
export function readProjectFolder(
  { root, projectFile, project }: ProjectPlace,
  tools: ToolDigests,
): ProjectFolder {
  // Waivers change no output: with them among the sources, every bundle would be stale.
  const waivers = `${project.contracts}/${WAIVERS_FILE}`;
  const reading = new Reading(root, (path) => isSource(path) && path !== waivers);
  reading.folder(project.contracts, 0);
  if (reading.files.size === 0 && reading.diagnostics.length === 0) reading.refuse(...noContracts(project));
  reading.named(project.tools ?? TOOLS_FILE);
  if (projectFile !== undefined) reading.files.set(PROJECT_FILE, projectFile);
  const { files, diagnostics } = reading;
  return { files, sources: sourcesDigest(files, tools), diagnostics };
}

/**
 * Reads the tests below the folder of contracts: `*.test.yaml`, `*.test.json` and `*_test.rego`. They change no output,
 * and so a compilation does not read them.
 */
export function readTestFiles({ root, project }: ProjectPlace): Omit<ProjectFolder, 'sources'> {
  const reading = new Reading(root, isTest);
  reading.folder(project.contracts, 0);
  return { files: reading.files, diagnostics: reading.diagnostics };
}

/**
 * One file of a project by itself, such as the project file, by the rules by which contracts are read: a plain file in
 * the project. Null where there is none; a link that leads nowhere is refused, for nothing would be read in its place.
 */
export function readProjectText(root: string, path: string): string | Diagnostic | null {
  const reading = new Reading(root, () => true);
  reading.named(path);
  return reading.diagnostics[0] ?? reading.files.get(path) ?? null;
}

/** Nothing to check with. */
export function noContracts({ contracts }: ProjectPlace['project']): Parameters<typeof refused> {
  const help = 'name the folder with `--contracts DIR`, or write a first contract with `edge-contracts init`';
  return ['compile.no_contracts', contracts, 'there is no contract in this folder', help];
}

/** More than anybody reviews. */
export function tooManyFiles(path: string): Parameters<typeof refused> {
  const message = `there are more than ${MAX_FILES} files below the folder of contracts`;
  return ['compile.too_many_files', path, message];
}

class Reading {
  readonly files = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: string;
  readonly #realRoot: string;
  readonly #entered = new Set<string>();
  readonly #isWanted: (path: string) => boolean;
  #entries = 0;

  constructor(root: string, isWanted: (path: string) => boolean) {
    this.#root = root;
    this.#isWanted = isWanted;
    this.#realRoot = realOrNull(root) ?? root;
  }

  refuse(...problem: Parameters<typeof refused>): void {
    this.diagnostics.push(refused(...problem));
  }

  folder(path: string, depth: number): void {
    const real = this.#inside(path);
    // A link back up would be walked for ever.
    if (real === null || this.#entered.has(real)) return;
    this.#entered.add(real);
    if (depth > MAX_DEPTH) {
      this.refuse('compile.too_deep', path, `this folder is more than ${MAX_DEPTH} below the contracts`);
      return;
    }
    for (const name of this.#names(path)) {
      this.#entries += 1;
      if (this.#entries > MAX_FILES) {
        this.#tooMany(path);
        return;
      }
      this.#entry(`${path}/${name}`, depth);
    }
  }

  /** One file. Where it is not there although the project file names it, the contract reader says so. */
  named(path: string): void {
    const found = lstatOrNull(join(this.#root, path));
    if (found === null) return;
    const stat = statOrNull(join(this.#root, path));
    if (stat === null) this.refuse('compile.unreadable', path, 'this file cannot be read');
    else if (this.#inside(path) !== null) this.#file(path, stat);
  }

  #tooMany(path: string): void {
    const [code, ...rest] = tooManyFiles(path);
    if (this.diagnostics.some((found) => found.code === code)) return;
    this.refuse(code, ...rest);
  }

  /** Sorted, since the order of a folder is the file system's. */
  #names(path: string): readonly string[] {
    try {
      const names = readdirSync(join(this.#root, path));
      return names.filter((name) => !name.startsWith('.') && name !== 'node_modules').sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
      this.refuse('compile.unreadable', path, `this folder cannot be read (${errorCode(error)})`);
      return [];
    }
  }

  #entry(path: string, depth: number): void {
    const stat = statOrNull(join(this.#root, path));
    if (stat === null) {
      if (this.#isWanted(path)) this.refuse('compile.unreadable', path, 'this file cannot be read');
    } else if (stat.isDirectory()) {
      this.folder(path, depth + 1);
    } else if (this.#isWanted(path) && this.#inside(path) !== null) {
      this.#file(path, stat);
    }
  }

  #file(path: string, stat: SourceStat): void {
    const text = sourceText(join(this.#root, path), path, stat);
    if (typeof text === 'string') this.files.set(path, text);
    else this.diagnostics.push(text);
  }

  /** The real path of a file or folder that lies in the project. */
  #inside(path: string): string | null {
    const real = realOrNull(join(this.#root, path));
    if (real === null) return null;
    if (real === this.#realRoot || real.startsWith(`${this.#realRoot}${sep}`)) return real;
    const help = 'copy it into the folder of contracts';
    this.refuse('compile.outside', path, 'this is a link that leads out of the project', help);
    return null;
  }
}

/** Contracts, fragments and rules; `*.test.yaml` and `*_test.rego` are tests and change no output. */
export function isSource(path: string): boolean {
  return /\.(?:ya?ml|rego)$/.test(path) && !/\.test\.ya?ml$|_test\.rego$/.test(path);
}

function isTest(path: string): boolean {
  return /\.test\.(?:ya?ml|json)$|_test\.rego$/.test(path);
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
