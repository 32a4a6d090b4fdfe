import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';

/** A file that is written; each method throws the system's error. */
export interface OutputFile {
  put(text: string): void;
  /** Makes it whole. */
  end(): void;
  /** Leaves nothing behind, and what was there before as it was. */
  abandon(): void;
}

/**
 * A file is written beside its place and renamed into it, so that nobody ever reads half of it; where a link is named, the
 * file that it leads to. A pipe or a device is written to as it is: renamed over, it would be gone from the machine.
 */
export function openOutput(path: string): OutputFile {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) throw Object.assign(new Error(), { code: 'EISDIR' });
  if (there !== undefined && !there.isFile()) return straight(path);
  return aside(there === undefined ? leadsTo(path) : realpathSync(path));
}

/** Neither made nor cut short: it is there, and is no file. */
function straight(path: string): OutputFile {
  const fd = openSync(path, constants.O_WRONLY);
  const close = closerOf(fd);
  return { put: (text) => writeAll(fd, text), end: close, abandon: close };
}

function aside(path: string): OutputFile {
  const beside = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  const fd = openSync(beside, 'wx');
  const close = closerOf(fd);
  return {
    put: (text) => writeAll(fd, text),
    end: () => {
      fsyncSync(fd);
      close();
      renameSync(beside, path);
    },
    abandon: () => {
      close();
      rmSync(beside, { force: true });
    },
  };
}

/** Once, however often it is called: the number may be another file's by then. */
function closerOf(fd: number): () => void {
  let open = true;
  return () => {
    if (open) closeSync(fd);
    open = false;
  };
}

const MOST_LINKS = 40;

/** Where a link leads whose file is not there yet; any other path as it is. */
function leadsTo(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(realpathSync(dirname(at)), readlinkSync(at));
  }
  throw Object.assign(new Error(), { code: 'ELOOP' });
}

/** Where something that is written to this path comes to lie, links followed: two names can be one file. */
export function outputPlace(path: string): string {
  try {
    const at = statSync(path, { throwIfNoEntry: false }) === undefined ? leadsTo(path) : realpathSync(path);
    return join(realpathSync(dirname(at)), basename(at));
  } catch {
    return path;
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

/**
 * What a system's error about a file that is written is to the user.
 *
 * @param file The name that the diagnostic gives.
 */
export function unwritable(error: unknown, file: string, help?: string): DiagnosticError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const span = { file, line: 1, column: 1 };
  const more = help === undefined ? {} : { help };
  return failure('input.unwritable', `this file cannot be written (${code})`, { span, ...more });
}
