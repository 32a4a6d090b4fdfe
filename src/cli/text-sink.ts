import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Io } from './io.js';
import { openOutput, unwritable } from './open-output.js';

/** Long text, written in parts, so that memory does not grow with it. */
export interface TextSink {
  write(text: string): void;
  isFull(): boolean;
  /** Writes what is there; false: nobody reads any more, as behind `| head`. */
  flush(): Promise<boolean>;
  /** Writes the rest, and makes it whole; false as with `flush`. */
  end(): Promise<boolean>;
  /** Leaves nothing behind. */
  abandon(): void;
}

const PART = 1 << 20;

/**
 * To standard output; with a name to that file: written aside and renamed, so that nobody ever reads a part.
 *
 * @throws DiagnosticError `input.unwritable`
 */
export function textSink(file: string | undefined, io: Io): TextSink {
  const target = file === undefined ? standardOutput(io) : fileTarget(resolve(io.cwd, file), file);
  const parts: string[] = [];
  let size = 0;
  const flush = async (): Promise<boolean> => {
    const text = parts.splice(0).join('');
    size = 0;
    return target.put(text);
  };
  return {
    write: (text) => {
      parts.push(text);
      size += text.length;
    },
    isFull: () => size >= PART,
    flush,
    end: async () => {
      const taken = await flush();
      target.end();
      return taken;
    },
    abandon: target.abandon,
  };
}

interface Target {
  readonly put: (text: string) => Promise<boolean>;
  readonly end: () => void;
  readonly abandon: () => void;
}

function standardOutput({ out, hasReader }: Io): Target {
  const put = async (text: string): Promise<boolean> => {
    out(text);
    // That the reader went away is told by an event, which a loop without a pause would never see.
    await setImmediate();
    return hasReader?.() ?? true;
  };
  return { put, end: () => undefined, abandon: () => undefined };
}

function fileTarget(path: string, name: string): Target {
  const output = orFail(name, () => openOutput(path));
  return {
    put: async (text) => {
      orFail(name, () => output.put(text));
      return true;
    },
    end: () => orFail(name, output.end),
    abandon: output.abandon,
  };
}

function orFail<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw unwritable(error, file);
  }
}
