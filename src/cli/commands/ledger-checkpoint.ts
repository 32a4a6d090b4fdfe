import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSigningKey } from '../../attestation/attestation-key.js';
import { failure } from '../../diagnostics/diagnostic.js';
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
      help: 'give `--key FILE` or `--key env:NAME`, or write `ledger.checkpoint.key` in the project file',
    });
  const key = readSigningKey(readKeyText(given, from));
  io.err(diagnosticsText(keyWarnings(given, from), { paint: io.errPaint, closing: false }));
  const ledger = await openProjectLedger(io, flags, { purpose: 'read', place });
  try {
    const note = await ledger.checkpoint(key);
    if (flags.out !== undefined) writeNote(flags.out, note, io);
    return note;
  } finally {
    await ledger.close();
  }
}

/** Aside and renamed: an earlier one stays whole until then. */
function writeNote(file: string, note: CheckpointNote, { cwd }: Io): void {
  const path = resolve(cwd, file);
  const aside = `${path}.${process.pid}.${randomBytes(3).toString('hex')}.tmp`;
  try {
    writeFileSync(aside, jsonText(note), { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const span = { file, line: 1, column: 1 };
    const help = 'the checkpoint is in the ledger, and not where it was to be kept: make another one';
    throw failure('input.unwritable', `this file cannot be written (${code})`, { span, help });
  }
}
