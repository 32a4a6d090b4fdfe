import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SourceCode } from '../codes.js';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';

/**
 * The bytes of a regular file within the allowed roots. A path is judged by where it leads, and again once it is
 * open: a link that is swapped in between leads nowhere. A file that changes while it is read is read once more.
 */
export async function readFileBytes(path: string, context: ReadContext): Promise<Uint8Array> {
  const first = await attempt(path, context);
  const bytes = first ?? (await attempt(path, context));
  if (bytes === null)
    throw new SourceFault('config_source.changing', 'the file changed while it was read, twice');
  return bytes;
}

/** Null where the file changed meanwhile. */
async function attempt(path: string, context: ReadContext): Promise<Uint8Array | null> {
  const real = await allowedPath(path, context);
  await context.hooks.found?.(real);
  context.signal.throwIfAborted();
  const file = await open(real, OPEN_FLAGS).catch(throwFault);
  try {
    const before = await file.stat({ bigint: true });
    checkRegular(before);
    if (!(await isAt(file, real, before))) return null;
    if (before.size > context.limits.maxBytes) throw tooLarge(context);
    await context.hooks.opened?.(real);
    const bytes = await readAll(file, context);
    const [after, there] = await Promise.all([file.stat({ bigint: true }), lookAt(real)]);
    return isSame(before, after) && there !== null && isSame(before, there) ? bytes : null;
  } finally {
    await file.close();
  }
}

/** Not following a last link, not waiting for a pipe's writer, not becoming a terminal's owner. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Where a path leads, after every link, if that is within an allowed root. */
async function allowedPath(path: string, { root, allowedRoots }: ReadContext): Promise<string> {
  if (path === '' || path.includes('\0'))
    throw new SourceFault('config_source.location', 'the path is empty or holds a NUL');
  const written = resolve(root, path);
  const isNamed = [root, ...allowedRoots].some((folder) => isWithin(written, folder));
  // Before the file system is asked: whether there is such a file outside is nobody's business.
  if (!isNamed) throw outside();
  const real = await realpath(written).catch(throwFault);
  await checkWithin(real, allowedRoots);
  checkRegular(await stat(real, { bigint: true }).catch(throwFault));
  return real;
}

async function checkWithin(real: string, allowedRoots: readonly string[]): Promise<void> {
  const roots = await Promise.all(allowedRoots.map((folder) => realpath(folder).catch(() => null)));
  if (!roots.some((folder) => folder !== null && isWithin(real, folder))) throw outside();
}

/** By the names alone, links unfollowed. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export function outside(): SourceFault {
  return new SourceFault('config_source.outside_root', 'the path leads out of the folders that may be read');
}

/** Is what was opened what was judged. The system says where an open file is; elsewhere the path must lead to it. */
async function isAt(file: FileHandle, real: string, opened: BigIntStats): Promise<boolean> {
  const known = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null);
  const where = known ?? (await realpath(real).catch(() => null));
  const there = await lookAt(real);
  return where === real && there !== null && there.ino === opened.ino && there.dev === opened.dev;
}

async function lookAt(path: string): Promise<BigIntStats | null> {
  return lstat(path, { bigint: true }).catch(() => null);
}

function checkRegular(stats: BigIntStats): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a pipe' : 'a device or a socket';
  throw new SourceFault('config_source.not_a_file', `this is ${what}, not a file`);
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  );
}

/** Up to the cap and one byte more, since a file may have no size, or grow. */
async function readAll(file: FileHandle, context: ReadContext): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    context.signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, null).catch(throwFault);
    if (bytesRead === 0) return Buffer.concat(parts);
    size += bytesRead;
    if (size > context.limits.maxBytes) throw tooLarge(context);
    parts.push(buffer.subarray(0, bytesRead));
  }
}

const CHUNK = 256 * 1024;

function tooLarge({ limits }: ReadContext): SourceFault {
  return new SourceFault('config_source.too_large', `the file is over ${limits.maxBytes} bytes`);
}

const CODES: Readonly<Record<string, readonly [SourceCode, string]>> = {
  ENOENT: ['config_source.missing', 'there is no such file'],
  ENOTDIR: ['config_source.missing', 'there is no such file'],
  EACCES: ['config_source.denied', 'the file may not be read'],
  EPERM: ['config_source.denied', 'the file may not be read'],
  ELOOP: [
    'config_source.outside_root',
    'a symbolic link was put where the file was, or links lead in a circle',
  ],
  ENXIO: ['config_source.not_a_file', 'this is a pipe or a device, not a file'],
  EISDIR: ['config_source.not_a_file', 'this is a folder, not a file'],
  ENAMETOOLONG: ['config_source.location', 'the path is too long'],
};

/** A system's message names the whole path of this machine; its code does not. */
function throwFault(thrown: unknown): never {
  const code = String((thrown as { code?: unknown }).code ?? 'EUNKNOWN');
  const [told, message] = CODES[code] ?? [
    'config_source.denied',
    `the file cannot be read (${code.slice(0, 20)})`,
  ];
  throw new SourceFault(told, message);
}
