import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { attestRunVerdict, attestVerdict } from '../attestation/attest-verdict.js';
import { readSigningKey, type SigningKey } from '../attestation/attestation-key.js';
import type { Digest } from '../canonical/digest.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { RecordInput, RunEvaluation } from '../evaluate/evaluate-run.js';
import type { Envelope } from '../model/attestation.js';
import { diagnosticsText } from '../report/diagnostics-text.js';
import type { Io } from './io.js';
import { type OutputFile, openOutput } from './open-output.js';
import { keyWarnings, readKeyText } from './read-key.js';

export interface AttestFlags {
  readonly attest?: string;
  readonly key?: string;
}

/** Where attestations go, and who signs them. */
export interface Attestor {
  readonly path: string;
  readonly key: SigningKey;
}

/**
 * Reads the key before anything is judged; null where no attestation is asked for.
 *
 * @throws DiagnosticError `input.usage`, `attestation.key_*`
 */
export function openAttestor(
  { attest, key }: AttestFlags,
  files: readonly string[],
  io: Io,
): Attestor | null {
  if (attest === undefined && key === undefined) return null;
  if (attest === undefined || key === undefined)
    throw failure(
      'input.usage',
      '`--attest FILE` and `--key` go together: one says where to, the other who signs',
    );
  const path = resolve(io.cwd, attest);
  if ([...files, key].some((read) => isSame(resolve(io.cwd, read), path)))
    throw failure('input.usage', '`--attest` names a file that is read: it would be overwritten');
  const signingKey = readSigningKey(readKeyText(key, io));
  io.err(diagnosticsText(keyWarnings(key, io), { paint: io.errPaint, closing: false }));
  return { path, key: signingKey };
}

/** One file, by whichever way it is named. */
export function isSame(a: string, b: string): boolean {
  return a === b || (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b));
}

/**
 * Writes the attestations of what was judged, one a line: for each run its handoffs, then the run. Written aside and
 * renamed, so that nobody ever reads a part; a file that is there stays whole until then.
 *
 * @throws DiagnosticError `input.unwritable`
 */
export function writeAttestations(
  { path, key }: Attestor,
  runs: readonly RunEvaluation[],
  records: readonly RecordInput[],
  bundle: Digest,
): void {
  const envelopes = runs.flatMap((judged) => attestationsOf(judged, records, key, bundle));
  let output: OutputFile | undefined;
  try {
    output = openOutput(path);
    output.put(envelopes.map((envelope) => `${JSON.stringify(envelope)}\n`).join(''));
    output.end();
  } catch (error) {
    output?.abandon();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw failure('input.unwritable', `the attestations cannot be written (${code})`);
  }
}

function attestationsOf(
  { transfers, run }: RunEvaluation,
  records: readonly RecordInput[],
  key: SigningKey,
  bundle: Digest,
): readonly Envelope[] {
  const own = records.map(({ record }) => record).filter((record) => record.run === run.run);
  return [
    ...transfers.map((verdict) => attestVerdict(verdict, { key, bundle })),
    attestRunVerdict(run, { key, bundle, records: own }),
  ];
}
