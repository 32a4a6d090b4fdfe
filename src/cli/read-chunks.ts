import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Io } from './io.js';
import { nameOf, refuseOther, unreadable } from './read-input.js';

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
    refuseOther(await stat(path), name);
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
  } catch (error) {
    throw unreadable(error, nameOf(name));
  }
}
