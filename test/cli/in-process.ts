import { run } from '../../src/cli/program.js';
import { plain } from '../../src/report/paint.js';
import { lentToolchain } from '../support/lent-toolchain.js';
import type { Ran } from './cli.js';

export interface InProcessOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
}

/** The command line within this process: a dozen runs of it cost no dozen starts. */
export async function inProcess(args: readonly string[], options: InProcessOptions): Promise<Ran> {
  const { cwd, input = '', env = {}, terminal = false } = options;
  const said = { out: '', err: '' };
  const progress = (line: string): void => {
    said.err += `\r\u001b[K${line}`;
  };
  const code = await run(['node', 'edge-contracts', ...args], {
    cwd,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    ...(terminal ? { progress } : {}),
    paint: plain,
    errPaint: plain,
    stdin: isStream(input) ? input : chunks(input),
    today: '2026-11-30',
    env,
    loadToolchain: lentToolchain,
  });
  return { code, ...said };
}

function isStream(input: InProcessOptions['input']): input is AsyncIterable<Uint8Array> {
  return typeof input === 'object' && Symbol.asyncIterator in input;
}

async function* chunks(input: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(input);
}
