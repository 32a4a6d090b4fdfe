import { resolve } from 'node:path';
import { readVerificationKey, type VerificationKey } from '../../attestation/attestation-key.js';
import { type VerifyOptions, verifyAttestation } from '../../attestation/verify-attestation.js';
import { type Digest, digestBytes } from '../../canonical/digest.js';
import { findProject } from '../../compile/find-project.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import type { Manifest } from '../../model/bundle.js';
import type { RunRecord } from '../../model/record.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  type Attested,
  attestedOf,
  type Unattested,
  VERIFICATION_SCHEMA,
  type VerificationDocument,
  type VerifiedLine,
} from '../../report/verification-document.js';
import { verificationText } from '../../report/verification-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openGate } from '../open-gate.js';
import { readBytes, readInputs } from '../read-input.js';
import { readKeyText } from '../read-key.js';

export interface VerifyFlags {
  readonly key: readonly string[];
  readonly run?: readonly string[];
  readonly edge?: string;
  readonly contracts?: string;
  readonly bundle?: string;
  readonly maxBytes?: number;
  readonly json?: boolean;
}

type Verification = Omit<VerificationDocument, 'schema'>;

/** Attestations hold verdicts in base64, which are longer than the records that they are about. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** `verify ATTESTATIONS`: does what was signed hold, and is it about what is there. */
export async function verify(file: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const verification = await verifyFile(file, flags, io);
  const { attestations, missing, diagnostics } = verification;
  if (flags.json === true) io.out(jsonText({ schema: VERIFICATION_SCHEMA, ...verification }));
  else if (attestations.length > 0) io.out(verificationText({ attestations, missing }, io.paint));
  if (flags.json !== true) io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return exitCode(verification);
}

async function verifyFile(file: string, flags: VerifyFlags, io: Io): Promise<Verification> {
  try {
    const options = await optionsOf(flags, io);
    const lines = linesOf(readBytes(resolve(io.cwd, file), file, flags.maxBytes ?? MAX_FILE_BYTES), file);
    const attestations = lines.map(([line, bytes]) => verifyLine(line, bytes, options));
    return { attestations, missing: missingOf(attestations, options), diagnostics: [] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { attestations: [], missing: [], diagnostics };
  }
}

async function optionsOf(flags: VerifyFlags, io: Io): Promise<VerifyOptions> {
  const keys = flags.key.map((given): VerificationKey => readVerificationKey(readKeyText(given, io)));
  const records = flags.run === undefined ? undefined : await recordsOf(flags.run, io);
  const manifest = flags.contracts === undefined ? undefined : await manifestOf(flags.contracts, io);
  const bundle = flags.bundle === undefined ? undefined : bundleDigest(flags.bundle, io);
  return {
    keys,
    ...(records === undefined ? {} : { records }),
    ...(manifest === undefined ? {} : { manifest }),
    ...(bundle === undefined ? {} : { bundle }),
    ...(flags.edge === undefined ? {} : { expected: { edge: flags.edge } }),
  };
}

async function recordsOf(files: readonly string[], io: Io): Promise<readonly RunRecord[]> {
  const { records, diagnostics } = await readInputs(files, io);
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  return records.map(({ record }) => record);
}

/** What the contracts compile to, now. */
async function manifestOf(contracts: string, io: Io): Promise<Manifest> {
  const gate = await openGate(io, await findProject(io.cwd, contracts), { contracts });
  try {
    return gate.manifest;
  } finally {
    gate.close();
  }
}

function bundleDigest(given: string, io: Io): Digest {
  if (/^sha256:[0-9a-f]{64}$/.test(given)) return given as Digest;
  return digestBytes(readBytes(resolve(io.cwd, given), given, MAX_FILE_BYTES));
}

/** The lines of a file, with their numbers; empty ones at its end are none. */
function linesOf(bytes: Uint8Array, file: string): readonly (readonly [number, Uint8Array])[] {
  const lines: (readonly [number, Uint8Array])[] = [];
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push([line, bytes.subarray(start, end)]);
    start = end + 1;
  }
  while (lines.at(-1)?.[1].every(isSpace) === true) lines.pop();
  if (lines.length > 0) return lines;
  throw failure(
    'attestation.nothing_verified',
    'there is no attestation in this file: nothing was verified',
    {
      span: { file, line: 1, column: 1 },
    },
  );
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function verifyLine(line: number, bytes: Uint8Array, options: VerifyOptions): VerifiedLine {
  try {
    return {
      line,
      outcome: 'verified',
      attested: attestedOf(verifyAttestation(bytes, options)),
      diagnostics: [],
    };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { line, outcome: 'refused', attested: null, diagnostics: error.diagnostics };
  }
}

/**
 * What of the records no attestation holds for. Not asked where an edge was named: then only some of the handoffs are
 * wanted, and the records do not say which.
 */
function missingOf(
  lines: readonly VerifiedLine[],
  { records, expected }: VerifyOptions,
): readonly Unattested[] {
  if (records === undefined || expected?.edge !== undefined) return [];
  const attested = new Set(lines.flatMap((line) => (line.attested === null ? [] : [nameOf(line.attested)])));
  const wanted = new Map<string, Unattested>();
  for (const record of records) {
    const run = { run: record.run, hop: null, attempt: null };
    const own =
      record.kind === 'transfer' ? { run: record.run, hop: record.hop, attempt: record.attempt } : run;
    for (const one of [own, run]) wanted.set(nameOf(one), one);
  }
  return [...wanted].filter(([name]) => !attested.has(name)).map(([, one]) => one);
}

function nameOf({ run, hop, attempt }: Unattested | Attested): string {
  return JSON.stringify([run, hop, attempt]);
}

/** What cannot be read was not judged; what was read and does not hold was. */
const UNREAD: ReadonlySet<string> = new Set([
  'attestation.malformed',
  'attestation.payload_type',
  'attestation.predicate_type',
]);

function exitCode({ attestations, missing, diagnostics }: Verification): ExitCode {
  const refused = attestations.flatMap((line) => line.diagnostics);
  return worstOf([
    ...exitOf(diagnostics),
    ...refused.map(({ code }: Diagnostic) => (UNREAD.has(code) ? EXIT.invalid : EXIT.negative)),
    ...(missing.length > 0 ? [EXIT.negative] : []),
  ]);
}
