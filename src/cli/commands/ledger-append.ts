import { digestValue } from '../../canonical/digest.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { AppendTally, appendLines, type RefusedLine } from '../../ledger/append-lines.js';
import type { Ledger } from '../../ledger/ledger.js';
import { addCounts, NOTHING_REDACTED, type RedactionCounts } from '../../ledger/redact/redactor.js';
import { readLines } from '../../record/line-reader.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  LEDGER_APPENDED_SCHEMA,
  type LedgerAppendedDocument,
  ledgerAppendText,
  type ToldRefusal,
} from '../../report/ledger-append-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { type LedgerFlags, openProjectLedger, placeOf } from '../open-ledger.js';
import { Progress } from '../progress.js';
import { readChunks } from '../read-chunks.js';
import { nameOf } from '../read-input.js';

export interface LedgerAppendFlags extends LedgerFlags {
  readonly json?: boolean;
}

/** `ledger append FILE…`: records of any number of runs, kept; what is there already is counted once. */
export async function ledgerAppend(
  files: readonly string[],
  flags: LedgerAppendFlags,
  io: Io,
): Promise<ExitCode> {
  const document = await appendFiles(files, flags, io);
  if (flags.json === true) io.out(jsonText(document));
  else {
    io.out(ledgerAppendText(document, io.paint));
    io.err(diagnosticsText(document.diagnostics, { paint: io.errPaint }));
  }
  return worstOf([
    ...exitOf(document.diagnostics),
    ...(document.refused > 0 ? [EXIT.negative] : []),
    ...(document.bad_lines > 0 ? [EXIT.invalid] : []),
  ]);
}

async function appendFiles(
  files: readonly string[],
  flags: LedgerAppendFlags,
  io: Io,
): Promise<LedgerAppendedDocument> {
  const tally = new AppendTally();
  let redacted: RedactionCounts | null = null;
  let refusals: readonly ToldRefusal[] = [];
  const diagnostics: Diagnostic[] = [];
  try {
    const place = await placeOf(io);
    const onRedacted = (counts: RedactionCounts): void => {
      redacted = addCounts(redacted ?? NOTHING_REDACTED, counts);
    };
    const ledger = await openProjectLedger(io, flags, { purpose: 'append', place, onRedacted });
    try {
      if (place.project.redaction !== null) redacted = NOTHING_REDACTED;
      for (const file of files) await appendFile(ledger, file, tally, io);
      refusals = await told(ledger, tally.refusals);
    } finally {
      await ledger.close();
    }
  } catch (thrown) {
    const found = diagnosticsOf(thrown);
    if (found === null) throw thrown;
    diagnostics.push(...found);
    refusals = tally.refusals.map((refusal) => ({ ...refusal, there: null, refused: null }));
  }
  const { appended, already_there, refused, bad_lines } = tally;
  const counts = { appended, already_there, refused, bad_lines };
  const all = [...tally.diagnostics, ...diagnostics];
  return { schema: LEDGER_APPENDED_SCHEMA, ...counts, redacted, refusals, diagnostics: all };
}

/** A file without a record is one that was meant to be another. */
async function appendFile(ledger: Ledger, name: string, tally: AppendTally, io: Io): Promise<void> {
  const file = nameOf(name);
  const progress = new Progress(io);
  const before = tally.records + tally.bad_lines;
  try {
    await appendLines(ledger, readLines(readChunks(name, io), { file }), {
      file,
      tally,
      onProgress: () => progress.show(() => `${tally.records} records, ${tally.bad_lines} bad lines`),
    });
  } finally {
    progress.done();
  }
  if (tally.records + tally.bad_lines > before) return;
  const span = { file, line: 1, column: 1 };
  throw failure('record.nothing', 'there is no record in this file: nothing was appended', { span });
}

/** With the digests of both records, as they are kept. */
async function told(ledger: Ledger, refusals: readonly RefusedLine[]): Promise<readonly ToldRefusal[]> {
  const kept = await refusedDigests(ledger, refusals);
  const all: ToldRefusal[] = [];
  for (const refusal of refusals)
    all.push({
      ...refusal,
      there: await entryDigest(ledger, refusal.seq),
      refused: kept.get(nameOfRefusal(refusal)) ?? null,
    });
  return all;
}

/** The last of each key. */
async function refusedDigests(
  ledger: Ledger,
  refusals: readonly RefusedLine[],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const run of new Set(refusals.map((refusal) => refusal.run))) {
    for await (const refusal of ledger.refusals(run === null ? {} : { run }))
      if (refusal.record !== null) digests.set(nameOfRefusal(refusal), digestOf(refusal.record));
  }
  return digests;
}

function nameOfRefusal({ run, key }: Pick<RefusedLine, 'run' | 'key'>): string {
  return JSON.stringify([run, key]);
}

async function entryDigest(ledger: Ledger, seq: number): Promise<string | null> {
  for await (const { record } of ledger.entries({ after: seq - 1, until: seq }))
    return record === null ? null : digestOf(record);
  return null;
}

function digestOf(record: object): string {
  return digestValue(record as JsonValue);
}
