import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CERTIFICATE } from '../support/postgres-peer.js';
import type { PostgresRead } from './postgres-reads.js';

export interface Told {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** Reads in a process of its own. Of a process that died, what it said until then, and what it said on dying. */
export function readInChild(
  reads: readonly PostgresRead[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly told: readonly Told[]; readonly died: string }> {
  const script = fileURLToPath(new URL('./postgres-reads.js', import.meta.url));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=256', script, JSON.stringify({ reads, ca: CERTIFICATE })],
      { env: { PATH: process.env['PATH'], ...env }, timeout: 60_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) =>
        resolve({
          told: stdout
            .split('\n')
            .filter((line) => line.startsWith('{'))
            .map((line) => JSON.parse(line) as Told),
          died: error === null ? '' : `${error.message}\n${stderr}`,
        }),
    );
  });
}
