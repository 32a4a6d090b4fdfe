import { spawn } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { isWithin, outside } from './file.js';
import { ASK_GIT_DIR, askingEnvironment, type GitTop, gitEnvironment, gitTop, heldTo } from './git-safely.js';

export interface GitFile {
  readonly bytes: Uint8Array;
  /** Of the commit. */
  readonly ref: string;
}

/**
 * A file as it is at a commit, out of git's objects: nothing is checked out, fetched or run. The path is relative to
 * the project's root, wherever that is in the repository, and has to lie where files may be read from.
 */
export async function readGitFile(ref: string, path: string, context: ReadContext): Promise<GitFile> {
  checkRef(ref);
  checkPath(path, context);
  const repository = await repositoryOf(context);
  const commit = await commitOf(ref, repository, context);
  const { mode, kind, object, size } = await entryAt(commit, path, repository, context);
  if (mode === '120000')
    throw new SourceFault('config_source.not_a_file', 'this is a symbolic link at that commit');
  if (kind !== 'blob') throw new SourceFault('config_source.not_a_file', 'this is a folder at that commit');
  if (size > context.limits.maxBytes)
    throw new SourceFault('config_source.too_large', `the file is over ${context.limits.maxBytes} bytes`);
  const { status, out } = await git(['cat-file', 'blob', object], repository, context);
  if (status !== 0 || out.length !== size) throw failed('the object cannot be read');
  return { bytes: out, ref: commit };
}

/** Names of branches, tags and commits, and `~2`, `^`. Not `a:b`, `@{…}`, `^{/text}`, ranges, or an option. */
const REF = /^(?![-./])(?!.*(?:\.\.|\/\/))[\w./~^+#=@,-]{1,250}$/;

function checkRef(ref: string): void {
  if (!REF.test(ref)) throw new SourceFault('config_source.location', 'this is no name of a commit');
}

function checkPath(path: string, { root, allowedRoots }: ReadContext): void {
  const segments = path.split('/');
  const isPlain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to find them is what this is for
  if (!isPlain || path.length > 4096 || /[\u0000-\u001f\u007f\\]/.test(path))
    throw new SourceFault('config_source.location', 'this is no path inside the repository');
  const there = resolvePath(root, path);
  if (!allowedRoots.some((folder) => isWithin(there, folder))) throw outside();
}

/** A repository that git accepted, and the arguments that hold git to it. */
interface Repository extends GitTop {
  readonly held: readonly string[];
}

async function repositoryOf(context: ReadContext): Promise<Repository> {
  const there = gitTop(context.root);
  if (there !== null) {
    const { status, out } = await run(ASK_GIT_DIR, there.top, askingEnvironment(there, context.env), context);
    const held = status === 0 ? heldTo(there, out.toString('utf8')) : null;
    if (held !== null) return { ...there, held };
  }
  throw failed('the project lies in no repository that git accepts');
}

async function commitOf(ref: string, repository: Repository, context: ReadContext): Promise<string> {
  const { status, out } = await git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    repository,
    context,
  );
  const commit = out.toString('latin1').trim();
  if (status === 0 && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return commit;
  throw new SourceFault('config_source.ref', 'there is no such commit in the repository');
}

interface Entry {
  readonly mode: string;
  readonly kind: string;
  readonly object: string;
  readonly size: number;
}

async function entryAt(
  commit: string,
  path: string,
  repository: Repository,
  context: ReadContext,
): Promise<Entry> {
  const whole = repository.prefix + path;
  const { status, out } = await git(
    ['ls-tree', '-z', '-l', '--full-tree', commit, '--', whole],
    repository,
    context,
  );
  if (status !== 0) throw failed('the tree of the commit cannot be read');
  const [line = ''] = out.toString('utf8').split('\0');
  const [, mode = '', kind = '', object = '', size = ''] =
    /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t/.exec(line) ?? [];
  if (mode === '') throw new SourceFault('config_source.missing', 'there is no such file at that commit');
  return { mode, kind, object, size: Number(size) };
}

function failed(message: string): SourceFault {
  return new SourceFault('config_source.git', message);
}

interface Answer {
  readonly status: number | null;
  readonly out: Buffer;
}

function git(args: readonly string[], { held, top }: Repository, context: ReadContext): Promise<Answer> {
  return run([...held, ...args], top, gitEnvironment(context.env), context);
}

function run(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  { signal, limits }: ReadContext,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      ...{ cwd, env },
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size > limits.maxBytes + 4096) child.kill('SIGKILL');
    });
    child.on('error', ({ name }) =>
      reject(name === 'AbortError' ? signal.reason : failed('git cannot be run')),
    );
    child.on('close', (status) => resolve({ status, out: Buffer.concat(parts) }));
  });
}
