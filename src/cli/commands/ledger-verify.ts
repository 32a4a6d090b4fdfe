import { resolve } from 'node:path';
import { readVerificationKey, type VerificationKey } from '../../attestation/attestation-key.js';
import { isJsonObject } from '../../canonical/json-value.js';
import type { ProjectPlace } from '../../compile/find-project.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { recordFaults } from '../../ledger/check-record.js';
import type { LedgerVerification } from '../../ledger/verify-ledger.js';
import type { CheckpointNote } from '../../model/ledger.js';
import { readJson } from '../../record/read-json.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  LEDGER_VERIFICATION_SCHEMA,
  type LedgerVerificationDocument,
  ledgerVerificationText,
  notProven,
} from '../../report/ledger-verification-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { type LedgerFlags, openProjectLedger, placeOf } from '../open-ledger.js';
import { Progress } from '../progress.js';
import { readRegular } from '../read-input.js';
import { readKeyText } from '../read-key.js';

export interface LedgerVerifyFlags extends LedgerFlags {
  readonly checkpoint?: string;
  readonly key?: readonly string[];
  readonly run?: string;
  readonly json?: boolean;
}

type Verified = Omit<LedgerVerificationDocument, 'schema'>;

/** `ledger verify`: is everything in the ledger as it was written, and what of that was proven. */
export async function ledgerVerify(flags: LedgerVerifyFlags, io: Io): Promise<ExitCode> {
  const verified = await verifiedOf(flags, io);
  const { verification, not_proven: open, diagnostics } = verified;
  if (flags.json === true) io.out(jsonText({ schema: LEDGER_VERIFICATION_SCHEMA, ...verified }));
  else if (verification !== null) io.out(ledgerVerificationText(verification, open, io.paint));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf([...exitOf(diagnostics), ...(verification?.sound === false ? [EXIT.negative] : [])]);
}

async function verifiedOf(flags: LedgerVerifyFlags, io: Io): Promise<Verified> {
  try {
    const place = await placeOf(io);
    const keys = keysOf(flags, place, io);
    const checkpoint = flags.checkpoint === undefined ? null : checkpointOf(flags.checkpoint, io);
    const verification = await verificationOf(flags, io, place, keys, checkpoint);
    const given = { checkpoint, keys: keys.length > 0, run: flags.run ?? null };
    return { verification, not_proven: notProven(verification, given), diagnostics: [] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { verification: null, not_proven: [], diagnostics };
  }
}

async function verificationOf(
  flags: LedgerVerifyFlags,
  io: Io,
  place: ProjectPlace,
  keys: readonly VerificationKey[],
  checkpoint: CheckpointNote | null,
): Promise<LedgerVerification> {
  const ledger = await openProjectLedger(io, flags, { purpose: 'read', place });
  const progress = new Progress(io);
  try {
    if (flags.run !== undefined && (await ledger.run(flags.run)) === null)
      throw failure('input.not_in_ledger', `the ledger has no run \`${flags.run}\`: nothing was verified`);
    const verification = await ledger.verify({
      ...(checkpoint === null ? {} : { checkpoint }),
      ...(keys.length === 0 ? {} : { keys }),
      ...(flags.run === undefined ? {} : { run: flags.run }),
      onProgress: (entries) => progress.show(() => `${entries} entries`),
    });
    if (verification.sound && verification.entries === 0)
      throw failure('input.not_in_ledger', 'the ledger has no entries: nothing was verified');
    return verification;
  } finally {
    progress.done();
    await ledger.close();
  }
}

/** Those that are given, and those of the project file. */
function keysOf(
  { key = [] }: LedgerVerifyFlags,
  { root, project }: ProjectPlace,
  io: Io,
): readonly VerificationKey[] {
  return [
    ...key.map((given) => readVerificationKey(readKeyText(given, io))),
    ...project.ledger.keys.map((given) => readVerificationKey(readKeyText(given, { ...io, cwd: root }))),
  ];
}

const MOST_BYTES = 64 * 1024;

/** @throws DiagnosticError for a file that is no checkpoint: to verify without it would prove less than was asked for. */
function checkpointOf(file: string, io: Io): CheckpointNote {
  const read = readJson(readRegular(resolve(io.cwd, file), file, MOST_BYTES), { file });
  const value = 'code' in read ? null : read.value;
  if (isJsonObject(value) && value['kind'] === 'checkpoint' && recordFaults(value).length === 0)
    return value as unknown as CheckpointNote;
  throw failure('input.checkpoint', 'this is no checkpoint', {
    span: { file, line: 1, column: 1 },
    help: 'give the file that `ledger checkpoint --out FILE` wrote',
  });
}
