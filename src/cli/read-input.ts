import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { MAX_BYTES } from '../record/read-json.js';
import { assertReadable, type ReadRecord, readRecords } from '../record/read-records.js';
import type { Io } from './io.js';

export interface ReadInputs {
  /** Of all files, one after the other. */
  readonly records: readonly ReadRecord[];
  readonly diagnostics: readonly Diagnostic[];
  /** What was read, by the name that diagnostics give, for their frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The name that standard input has in diagnostics. */
const STDIN = '<stdin>';

/** Reads the records of files, `-` being standard input. What is over the cap is refused unread. */
export async function readInputs(
  files: readonly string[],
  io: Io,
  maxBytes: number = MAX_BYTES,
): Promise<ReadInputs> {
  const records: ReadRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  for (const name of files) {
    const file = nameOf(name);
    try {
      const bytes = await readInput(name, io, maxBytes);
      const read = readRecords(bytes, { file, maxBytes });
      records.push(...read.records);
      diagnostics.push(...read.diagnostics);
      if (read.diagnostics.length > 0) texts.set(file, new TextDecoder().decode(bytes));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
    }
  }
  return { records, diagnostics, texts };
}

/** The name that diagnostics give a file that was named on the command line. */
export function nameOf(name: string): string {
  return name === '-' ? STDIN : name;
}

/**
 * The bytes of one file, `-` being standard input.
 *
 * @throws DiagnosticError `input.*`, `record.too_large`
 */
export async function readInput(name: string, io: Io, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
  return name === '-' ? readStdin(io, maxBytes) : readBytes(resolve(io.cwd, name), name, maxBytes);
}

async function readStdin({ stdin }: Io, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    size += chunk.length;
    assertReadable(size, { file: STDIN, maxBytes });
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes of a file. What is over the cap is refused unread.
 *
 * @param file The name that diagnostics give.
 * @throws DiagnosticError `input.*`, `record.too_large`
 */
export function readBytes(path: string, file: string, maxBytes: number): Uint8Array {
  return readOpened(open(path, file), file, maxBytes, refuseOther);
}

/**
 * The bytes of what has to be a file, such as a key: a pipe to which nobody writes would be waited for without an end, and
 * is refused without waiting.
 *
 * @throws DiagnosticError `input.*`, `record.too_large`
 */
export function readRegular(path: string, file: string, maxBytes: number): Uint8Array {
  const fd = open(path, file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return readOpened(fd, file, maxBytes, (stat) => {
    refuseOther(stat, file);
    if (!stat.isFile())
      throw failure('input.unreadable', 'this is a pipe, not a file', {
        span: at(file),
        help: 'name a file',
      });
  });
}

function readOpened(
  fd: number,
  file: string,
  maxBytes: number,
  refuse: (stat: Stats, file: string) => void,
): Uint8Array {
  try {
    const stat = fstatSync(fd);
    refuse(stat, file);
    if (stat.isFile()) assertReadable(stat.size, { file, maxBytes });
    return readCapped(fd, file, maxBytes);
  } catch (error) {
    throw unreadable(error, file);
  } finally {
    closeSync(fd);
  }
}

/**
 * A file to be read piece by piece, however large it is; its descriptor, and its size where it has one.
 *
 * @throws DiagnosticError `input.*`
 */
export function openInput(path: string, file: string): { readonly fd: number; readonly size: number | null } {
  const fd = open(path, file);
  try {
    const stat = fstatSync(fd);
    refuseOther(stat, file);
    return { fd, size: stat.isFile() ? stat.size : null };
  } catch (error) {
    closeSync(fd);
    throw error instanceof DiagnosticError ? error : unreadable(error, file);
  }
}

function open(path: string, file: string, flags: number = constants.O_RDONLY): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    throw unreadable(error, file);
  }
}

/**
 * What is neither a file nor a pipe: a device may have no end.
 *
 * @throws DiagnosticError `input.directory`, `input.unreadable`
 */
export function refuseOther(stat: Stats, file: string): void {
  const span = at(file);
  if (stat.isDirectory())
    throw failure('input.directory', 'this is a folder, not a file', { span, help: 'name the files in it' });
  if (stat.isCharacterDevice() || stat.isBlockDevice())
    throw failure('input.unreadable', 'this is a device, not a file', {
      span,
      help: 'name a file or a pipe; `-` is standard input',
    });
}

/** A pipe has no size to ask for beforehand, and a file may grow. */
function readCapped(fd: number, file: string, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readSync(fd, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    size += count;
    assertReadable(size, { file, maxBytes });
  }
}

/** What a system's error about a file that is read is to the user. */
export function unreadable(error: unknown, file: string): DiagnosticError {
  if (error instanceof DiagnosticError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const span = at(file);
  if (code === 'ENOENT') return failure('input.missing', 'there is no such file', { span });
  if (code === 'EISDIR') return failure('input.directory', 'this is a folder, not a file', { span });
  return failure('input.unreadable', `this file cannot be read (${code})`, { span });
}

function at(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}

/**
 * The beginning of a file, as text; empty for a pipe, from which nothing may be taken before it is read.
 *
 * @throws DiagnosticError `input.*`
 */
export function readHead(file: string, { cwd }: Pick<Io, 'cwd'>, bytes: number): string {
  const { fd, size } = openInput(resolve(cwd, file), file);
  try {
    if (size === null) return '';
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(fd, head)).toString();
  } catch (error) {
    throw unreadable(error, file);
  } finally {
    closeSync(fd);
  }
}
