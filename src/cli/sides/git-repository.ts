import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import {
  ASK_GIT_DIR,
  askingEnvironment,
  type GitTop,
  gitEnvironment,
  gitTop,
  heldTo,
} from '../../sources/places/git-safely.js';
import type { Io } from '../io.js';

export interface TreeEntry {
  readonly mode: string;
  readonly kind: 'blob' | 'tree' | 'commit';
  readonly object: string;
  /** In bytes; 0 for what is no blob. */
  readonly size: number;
  /** From the repository's top, as bytes of UTF-8; null where they are none. */
  readonly path: string | null;
}

/** The mode of a symbolic link in a tree. */
export const LINK = '120000';

/** What is read at once, and listed: more is no folder of contracts. */
const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_MS = 60_000;

/**
 * The repository that a folder lies in, read by plumbing: commits, trees, blobs. Nothing is checked out, fetched or run,
 * and no variable of the environment leads git elsewhere.
 */
export class GitRepository {
  readonly #folder: string;
  readonly #io: Pick<Io, 'env'>;
  #found: Found | null | undefined;

  constructor(folder: string, io: Pick<Io, 'env'>) {
    this.#folder = folder;
    this.#io = io;
  }

  /**
   * The folder's path from the repository's top; null where it lies in none.
   *
   * @throws DiagnosticError `diff.git` where git refuses the repository: another one further up is not taken for it
   */
  prefix(): string | null {
    return this.#place()?.prefix ?? null;
  }

  /**
   * The repository's top, absolute and without links; null where the folder lies in none.
   *
   * @throws DiagnosticError `diff.git`
   */
  top(): string | null {
    return this.#place()?.top ?? null;
  }

  /** The commit that a name means; null where it means none. */
  commit(ref: string): string | null {
    if (!isPlausible(ref)) return null;
    const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
    const { status, out } = this.#git(asked);
    const commit = out.toString('latin1').trim();
    return status === 0 && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit) ? commit : null;
  }

  /** Where two commits' histories part; null where they never met, as far as the repository has them. */
  mergeBase(a: string, b: string): string | null {
    const { status, out } = this.#git(['merge-base', a, b]);
    const [commit = ''] = out.toString('latin1').trim().split('\n');
    return status === 0 && commit !== '' ? commit : null;
  }

  /**
   * Does the clone have all that happened since two histories parted there. If not, an older commit may pass for where
   * they did, and what was tightened since would be left out.
   */
  hasAllSince(base: string, a: string, b: string): boolean {
    if (base === a || base === b || !this.isShallow()) return true;
    const file = this.#git(['rev-parse', '--git-path', 'shallow'])
      .out.toString('utf8')
      .replace(/\r?\n$/, '');
    const path = resolve(this.#folder, file);
    const cut = new Set(existsSync(path) ? readFileSync(path, 'latin1').split('\n') : []);
    const { status, out } = this.#git(['rev-list', a, b, `^${base}`]);
    const since = out.toString('latin1').trim().split('\n');
    return status === 0 && since.every((commit) => !cut.has(commit));
  }

  /** Was it cloned without its whole history. */
  isShallow(): boolean {
    return this.#git(['rev-parse', '--is-shallow-repository']).out.toString('latin1').trim() === 'true';
  }

  /**
   * Everything below these paths at a commit, at any depth.
   *
   * @throws DiagnosticError `diff.git`
   */
  list(commit: string, paths: readonly string[]): readonly TreeEntry[] {
    const { status, out, said } = this.#git([
      'ls-tree',
      '-r',
      '-z',
      '-l',
      '--full-tree',
      commit,
      '--',
      ...paths,
    ]);
    if (status !== 0) throw gitFailed('the tree of the commit cannot be read', said);
    return splitAtNul(out).map(entryOf);
  }

  /**
   * Is what a path names at a commit a symbolic link. Nothing is found behind another one.
   *
   * @throws DiagnosticError `diff.git`
   */
  isLink(commit: string, path: string): boolean {
    const { status, out, said } = this.#git(['ls-tree', '-z', '-l', '--full-tree', commit, '--', path]);
    if (status !== 0) throw gitFailed('the tree of the commit cannot be read', said);
    return splitAtNul(out).some((line) => entryOf(line).mode === LINK);
  }

  /**
   * The bytes of blobs, by their ids.
   *
   * @throws DiagnosticError `diff.git`; `diff.missing_object` where the clone does not have one of them
   */
  blobs(ids: readonly string[]): ReadonlyMap<string, Buffer> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const { status, out, said } = this.#git(['cat-file', '--batch'], `${wanted.join('\n')}\n`);
    if (status !== 0) throw gitFailed('objects cannot be read', said);
    return batchOf(out);
  }

  #git(args: readonly string[], input: string = ''): Answer {
    const place = this.#place();
    if (place === null) throw gitFailed('here is no git repository', '');
    return run([...place.held, ...args], place.top, gitEnvironment(this.#io.env), input);
  }

  /** Looked for once: whoever adds a folder later adds no repository. */
  #place(): Found | null {
    if (this.#found !== undefined) return this.#found;
    const there = gitTop(this.#folder);
    if (there === null) {
      this.#found = null;
      return null;
    }
    const asked = run(ASK_GIT_DIR, there.top, askingEnvironment(there, this.#io.env), '');
    const held = asked.status === 0 ? heldTo(there, asked.out.toString('utf8')) : null;
    if (held === null) throw notAccepted(asked.said);
    this.#found = { ...there, held };
    return this.#found;
  }
}

/** A repository that git accepted. */
interface Found extends GitTop {
  /** Arguments that hold git to it. */
  readonly held: readonly string[];
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, input: string): Answer {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    ...{ cwd, env, input },
    maxBuffer: MOST_BYTES,
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  if (error !== undefined) throw gitFailed(couldNot(error), '');
  return { status, out: stdout, said: stderr.toString('utf8') };
}

interface Answer {
  readonly status: number | null;
  readonly out: Buffer;
  readonly said: string;
}

/** No option, no NUL that ends an argument, no other line. Everything else is git's to judge. */
export function isPlausible(ref: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to find them is what this is for
  return ref !== '' && ref.length <= 1000 && !ref.startsWith('-') && !/[\u0000-\u001f\u007f]/.test(ref);
}

function couldNot(error: Error): string {
  const code = 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOBUFS') return `more than ${MOST_BYTES} bytes would have to be read`;
  return code === 'ETIMEDOUT' ? 'git does not answer' : `git cannot be run (${code})`;
}

function notAccepted(said: string): DiagnosticError {
  const message = said === '' ? 'it is kept where no repository of this folder can be' : firstLine(said);
  return failure('diff.git', `git does not accept the repository here: ${message}`, {
    help: 'see what git says: a repository of another user has to be in `safe.directory`',
  });
}

function firstLine(said: string): string {
  const [line = ''] = said.trim().split('\n');
  return line.slice(0, 300);
}

function gitFailed(message: string, said: string): DiagnosticError {
  const [line = ''] = said.trim().split('\n').slice(-1);
  return failure('diff.git', line === '' ? message : `${message}: ${line.slice(0, 300)}`);
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return parts;
}

function entryOf(line: Buffer): TreeEntry {
  const tab = line.indexOf('\t');
  const head = line.subarray(0, tab).toString('latin1');
  const [, mode = '', kind = '', object = '', size = ''] =
    /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)$/.exec(head) ?? [];
  if (mode === '') throw gitFailed('the tree of the commit cannot be understood', '');
  const name = line.subarray(tab + 1);
  const path = name.toString('utf8');
  return {
    ...{ mode, kind: kind as TreeEntry['kind'], object, size: size === '-' ? 0 : Number(size) },
    path: Buffer.from(path).equals(name) ? path : null,
  };
}

function batchOf(out: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf('\n', at);
    const [id = '', kind = '', size = ''] = out.subarray(at, end).toString('latin1').split(' ');
    if (kind === 'missing') throw missingObject(id);
    if (end < 0 || kind !== 'blob') throw gitFailed('an object cannot be understood', '');
    const from = end + 1;
    found.set(id, out.subarray(from, from + Number(size)));
    at = from + Number(size) + 1;
  }
  return found;
}

function missingObject(id: string): DiagnosticError {
  return failure('diff.missing_object', `this clone does not have the object ${id}`, {
    help: 'it was cloned in part: fetch the commit whole, such as by `git fetch --refetch --no-filter`',
  });
}
