import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import type { Io } from './io.js';
import { nameOf, unreadable } from './read-input.js';

/**
 * The bytes of a file of any size, `-` being standard input.
 *
 * @throws DiagnosticError `input.*`
 */
export async function* readChunks(name: string, io: Io): AsyncGenerator<Uint8Array, void, undefined> {
  if (name === '-') {
    yield* io.stdin;
    return;
  }
  const path = resolve(io.cwd, name);
  try {
    if ((await stat(path)).isDirectory()) throw folder(name);
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
  } catch (error) {
    throw unreadable(error, nameOf(name));
  }
}

function folder(file: string): Error {
  const help = 'name the files in it';
  return failure('input.directory', 'this is a folder, not a file', {
    span: { file, line: 1, column: 1 },
    help,
  });
}
