import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';

/**
 * Writes a file so that nobody ever sees half of it: beside it first, then renamed into its place.
 *
 * @param file The name that a diagnostic gives.
 * @throws DiagnosticError `input.unwritable`; what was there before is there still
 */
export function writeWhole(path: string, text: string, file: string): void {
  const aside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeDurably(aside, text);
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw failure('input.unwritable', `this file cannot be written (${code})`, {
      span: { file, line: 1, column: 1 },
    });
  }
}

function writeDurably(path: string, text: string): void {
  const fd = openSync(path, 'wx');
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
