import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSigningKey } from '../../attestation/attestation-key.js';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import type { CheckpointNote } from '../../model/ledger.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { LEDGER_DONE_SCHEMA, type LedgerDone, tried } from '../ledger-done.js';
import { type LedgerFlags, openProjectLedger, placeOf } from '../open-ledger.js';
import { keyWarnings, readKeyText } from '../read-key.js';

export interface LedgerCheckpointFlags extends LedgerFlags {
  readonly key?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `ledger checkpoint`: signs the state of the whole ledger; the file is to be kept elsewhere. */
export async function ledgerCheckpoint(flags: LedgerCheckpointFlags, io: Io): Promise<ExitCode> {
  const done = await tried(async () => checkpointOf(flags, io));
  const { note, diagnostics } = done;
  if (flags.json === true) io.out(jsonText({ schema: LEDGER_DONE_SCHEMA, ...done } satisfies LedgerDone));
  else if (note?.kind === 'checkpoint')
    io.out(`signed entry ${note.head.seq}, ${note.head.chain}, with the key ${note.keyid.slice(0, 16)}\n`);
  if (flags.json !== true) io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(diagnostics));
}

async function checkpointOf(flags: LedgerCheckpointFlags, io: Io): Promise<CheckpointNote> {
  const place = await placeOf(io);
  const { checkpoint } = place.project.ledger;
  const from = flags.key === undefined ? { ...io, cwd: place.root } : io;
  const given = flags.key ?? checkpoint?.key;
  if (given === undefined)
    throw failure('input.usage', 'no key signs it', {
      help: 'give `--key FILE` or `--key env:NAME`, or write `ledger.checkpoint.key` in the project file; `openssl genpkey -algorithm ed25519 -out ledger.pem` makes one, and `openssl pkey -in ledger.pem -pubout -out ledger.pub.pem` what `ledger verify` trusts',
    });
  const key = readSigningKey(readKeyText(given, from));
  io.err(diagnosticsText(keyWarnings(given, from), { paint: io.errPaint, closing: false }));
  const ledger = await openProjectLedger(io, flags, { purpose: 'read', place });
  try {
    if (flags.out !== undefined) tryOut(flags.out, io);
    const note = await ledger.checkpoint(key);
    if (flags.out !== undefined) writeNote(flags.out, note, io);
    return note;
  } finally {
    await ledger.close();
  }
}

/** Before anything is signed: a checkpoint that is in the ledger alone was not kept elsewhere. */
function tryOut(file: string, io: Io): void {
  const { path, aside } = outPaths(file, io);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw Object.assign(new Error(), { code: 'EISDIR' });
    writeFileSync(aside, '', { flag: 'wx' });
    rmSync(aside);
  } catch (error) {
    const help = 'nothing was signed: name a file in a folder that is there and can be written to';
    throw unwritable(error, file, help);
  }
}

/** Aside and renamed: an earlier one stays whole until then. */
function writeNote(file: string, note: CheckpointNote, io: Io): void {
  const { path, aside } = outPaths(file, io);
  try {
    writeFileSync(aside, jsonText(note), { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    const help = 'the checkpoint is in the ledger, and not where it was to be kept: make another one';
    throw unwritable(error, file, help);
  }
}

function outPaths(file: string, { cwd }: Io): { readonly path: string; readonly aside: string } {
  const path = resolve(cwd, file);
  return { path, aside: `${path}.${process.pid}.${randomBytes(3).toString('hex')}.tmp` };
}

function unwritable(error: unknown, file: string, help: string): DiagnosticError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const span = { file, line: 1, column: 1 };
  return failure('input.unwritable', `this file cannot be written (${code})`, { span, help });
}
