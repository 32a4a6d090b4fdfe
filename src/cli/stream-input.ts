import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { RunInput } from '../model/carry.js';
import { type LineFault, streamRuns } from '../record/stream-records.js';
import type { Io } from './io.js';
import { nameOf, openInput, unreadable } from './read-input.js';

export interface StreamInputOptions {
  /** A line that could not be read: it is left out, and its run is not whole. */
  readonly onFault: (file: string, fault: LineFault) => void;
  /** Told now and then how far it is: records so far, and the share of the file where that has a size. */
  readonly onProgress?: (file: string, records: number, share: number | null) => void;
}

/**
 * The runs of files of records, one after the other; `-` is standard input. Memory does not grow with the files.
 *
 * @throws DiagnosticError `input.*`, `record.*` for a file that cannot be read at all
 */
export async function* streamInputs(
  files: readonly string[],
  io: Io,
  { onFault, onProgress }: StreamInputOptions,
): AsyncGenerator<RunInput, void, undefined> {
  for (const name of files) {
    const file = nameOf(name);
    const { chunks, size } = opened(name, io);
    yield* streamRuns(chunks, {
      file,
      onFault: (fault) => onFault(file, fault),
      onProgress: ({ bytes, records }) =>
        onProgress?.(file, records, size === null || size === 0 ? null : bytes / size),
    });
  }
}

function opened(
  name: string,
  io: Io,
): { readonly chunks: AsyncIterable<Uint8Array>; readonly size: number | null } {
  if (name === '-') return { chunks: io.stdin, size: null };
  const { fd, size } = openInput(resolve(io.cwd, name), name);
  return { chunks: chunksOf(fd, name), size };
}

async function* chunksOf(fd: number, name: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = createReadStream('', { fd, highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(error, name);
  } finally {
    stream.destroy();
  }
}
