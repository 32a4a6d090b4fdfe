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
import { type OutputFile, openOutput, unwritable } from '../open-output.js';
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
    const { out } = flags;
    if (out === undefined) return await ledger.checkpoint(key);
    return await keptAt(out, () => ledger.checkpoint(key), io);
  } finally {
    await ledger.close();
  }
}

/** Opened before anything is signed: a checkpoint that is in the ledger alone was not kept elsewhere. */
async function keptAt(file: string, sign: () => Promise<CheckpointNote>, io: Io): Promise<CheckpointNote> {
  const output = opened(file, io);
  try {
    const note = await sign();
    written(output, file, note);
    return note;
  } catch (error) {
    output.abandon();
    throw error;
  }
}

function opened(file: string, { cwd }: Io): OutputFile {
  try {
    return openOutput(resolve(cwd, file));
  } catch (error) {
    const help = 'nothing was signed: name a file in a folder that is there and can be written to';
    throw unwritable(error, file, help);
  }
}

function written(output: OutputFile, file: string, note: CheckpointNote): void {
  try {
    output.put(jsonText(note));
    output.end();
  } catch (error) {
    const help = 'the checkpoint is in the ledger, and not where it was to be kept: make another one';
    throw unwritable(error, file, help);
  }
}
