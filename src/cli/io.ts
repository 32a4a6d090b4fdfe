import type { Toolchain } from '../compile/compile-contracts.js';
import { type Paint, paintFor } from '../report/paint.js';
import { standardStreams } from './standard-stream.js';

/** What a command has of the world: where it is, and where it writes. */
export interface Io {
  readonly cwd: string;
  /** Results: text, or one JSON document. */
  readonly out: (text: string) => void;
  /** False once nobody reads `out` any more. Not given: somebody does. */
  readonly hasReader?: () => boolean;
  /** What is said beside the result. */
  readonly err: (text: string) => void;
  /** Where somebody watches: a line that the next one takes the place of, and an empty one that clears it. */
  readonly progress?: (line: string) => void;
  /** Results go to a terminal: a person reads them. Not given: a file or a program. */
  readonly terminal?: true;
  readonly paint: Paint;
  readonly errPaint: Paint;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What contracts are compiled with; whoever calls it closes the compiler. Not given: what this package brings. */
  readonly loadToolchain?: () => Toolchain;
}

/** The process's own. */
export function processIo(): Io {
  const { stdout, stderr, env } = process;
  const { out, err } = standardStreams();
  return {
    cwd: process.cwd(),
    out: (text) => out.write(text),
    hasReader: () => out.isOpen,
    err: (text) => err.write(text),
    ...(stderr.isTTY === true && env['TERM'] !== 'dumb'
      ? { progress: (line: string) => err.write(`\r\u001b[K${line}`) }
      : {}),
    ...(stdout.isTTY === true ? { terminal: true as const } : {}),
    paint: paintFor(stdout, env),
    errPaint: paintFor(stderr, env),
    // Not touched before it is asked for: to open it keeps the process alive.
    stdin: { [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
    today: new Date().toISOString().slice(0, 10),
    env,
  };
}

/** One JSON document: a result for programs. */
export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
