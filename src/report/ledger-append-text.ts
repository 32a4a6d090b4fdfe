import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { RefusedLine } from '../ledger/append-lines.js';
import type { RedactionCounts } from '../ledger/redact/redactor.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export const LEDGER_APPENDED_SCHEMA = 'edge-contracts/ledger-appended/v1';

/** A refused record beside the one that is there; digests of both as they are kept, null where they are not any more. */
export interface ToldRefusal extends RefusedLine {
  readonly there: string | null;
  readonly refused: string | null;
}

/** What `ledger append --json` prints. */
export interface LedgerAppendedDocument {
  readonly schema: typeof LEDGER_APPENDED_SCHEMA;
  readonly appended: number;
  readonly already_there: number;
  readonly refused: number;
  readonly bad_lines: number;
  /** Null where the project redacts nothing. */
  readonly redacted: RedactionCounts | null;
  /** At most 100. */
  readonly refusals: readonly ToldRefusal[];
  /** At most 100 of bad lines, and what ended it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** How many records came to what; then each that was refused, with both digests. */
export function ledgerAppendText(document: LedgerAppendedDocument, paint: Paint): string {
  const { appended, already_there, refused, bad_lines, redacted, refusals } = document;
  const parts = [
    `${counted(appended, 'record')} appended`,
    `${already_there} already there`,
    refused === 0 ? '0 refused' : paint('bad', `${refused} refused`),
    ...(bad_lines === 0 ? [] : [paint('bad', counted(bad_lines, 'bad line'))]),
  ];
  const lines = [
    parts.join(', '),
    ...(redacted === null ? [] : [redactedText(redacted)]),
    ...refusals.flatMap((refusal) => refusalLines(refusal, paint)),
    ...(refusals.length < refused
      ? [`… ${refused - refusals.length} more refused; \`ledger list --refused\``]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** `redacted 4 fields, 2 email in 3 records`. */
export function redactedText({ records, fields, texts }: RedactionCounts): string {
  if (records === 0) return 'redacted nothing';
  const found = Object.entries(texts).map(([name, count]) => `${count} ${safeName(name)}`);
  const parts = [...(fields === 0 ? [] : [counted(fields, 'field')]), ...found];
  return `redacted ${parts.join(', ')} in ${counted(records, 'record')}`;
}

function refusalLines(
  { file, line, run, key, seq, code, there, refused }: ToldRefusal,
  paint: Paint,
): string[] {
  const where = paint('place', `${safe(file)}:${line}`);
  const of = run === null ? '' : `  run ${safeName(run)}`;
  const why = code === 'ledger.erased' ? 'was erased' : 'has another record under this key';
  return [
    `${paint('bad', 'refused')}  ${where}${of}  ${safeName(key)}`,
    `  ${code}: entry ${seq} ${why}`,
    `  there    ${there ?? 'not kept'}`,
    `  refused  ${refused ?? 'not kept'}`,
  ];
}
