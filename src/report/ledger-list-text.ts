import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { edgeOf, keyOf } from '../ledger/record-key.js';
import type { LedgerEntry, Refusal } from '../model/ledger.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safeName } from './safe-text.js';

export const LEDGER_LIST_SCHEMA = 'edge-contracts/ledger-list/v1';

/** What `ledger list --json` prints. */
export interface LedgerListDocument {
  readonly schema: typeof LEDGER_LIST_SCHEMA;
  /** Ascending; empty where refusals were asked for. */
  readonly entries: readonly LedgerEntry[];
  readonly refusals: readonly Refusal[];
  /** There are more than were asked for. */
  readonly more: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** One line an entry, or one a refusal; then how many. */
export function ledgerListText({ entries, refusals, more }: LedgerListDocument, paint: Paint): string {
  const lines = [
    ...entries.map((entry) => entryLine(entry, paint)),
    ...refusals.map((refusal) => refusalLine(refusal, paint)),
  ];
  const count =
    refusals.length > 0 ? counted(refusals.length, 'refusal') : counted(entries.length, 'entry', 'entries');
  const closing = more ? `${count}; there are more: raise \`--limit\`, or narrow the list` : count;
  return `${[...lines, closing].join('\n')}\n`;
}

/** `7  2026-11-30T09:14:00.000Z  run refund-41182  transfer/2/1  refunds--notifications`. */
export function entryLine(entry: LedgerEntry, paint: Paint): string {
  const { seq, recorded_at, run, kind, record, erased } = entry;
  const edge = record === null ? null : edgeOf(record);
  const parts = [
    String(seq).padStart(6),
    recorded_at,
    record === null ? `${kind} ${paint('warning', '(pruned)')}` : safeName(keyOf(record)),
    ...(run === null ? [] : [`run ${safeName(run)}`]),
    ...(edge === null ? [] : [safeName(edge)]),
    ...(erased && record !== null ? [paint('warning', '(erased)')] : []),
    ...(record?.simulated === true ? [paint('warning', '(simulated)')] : []),
  ];
  return parts.join('  ');
}

function refusalLine({ run, key, seq, code, recorded_at }: Refusal, paint: Paint): string {
  const of = run === null ? [] : [`run ${safeName(run)}`];
  return [recorded_at, paint('bad', code), safeName(key), ...of, `in the way: entry ${seq}`].join('  ');
}
