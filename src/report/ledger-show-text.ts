import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LedgerEntry, Refusal, RunHealth } from '../model/ledger.js';
import { counted } from './counted.js';
import { entryLine } from './ledger-list-text.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export const LEDGER_SHOW_SCHEMA = 'edge-contracts/ledger-show/v1';

/** What `ledger show --json` prints: one entry, or all of one run. */
export interface LedgerShowDocument {
  readonly schema: typeof LEDGER_SHOW_SCHEMA;
  /** Null where one entry was asked for. */
  readonly run: string | null;
  readonly health: RunHealth | null;
  readonly entries: readonly LedgerEntry[];
  readonly refusals: readonly Refusal[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Each entry whole, with both clocks; of a run also what is missing and what was refused. */
export function ledgerShowText(document: LedgerShowDocument, paint: Paint): string {
  const { entries, refusals, health } = document;
  const parts = [
    ...(health === null ? [] : [`${healthText(health, paint)}\n`]),
    ...entries.map((entry) => entryText(entry, paint)),
    ...refusals.map((refusal) => refusalText(refusal, paint)),
  ];
  return parts.join('\n');
}

function entryText(entry: LedgerEntry, paint: Paint): string {
  const { record, recorded_at, leaf, chain, run_seq, erased } = entry;
  const lines = [
    paint('strong', entryLine(entry, (_style, text) => text).trimStart()),
    `  written   ${record === null ? 'pruned' : safe(record.at)}`,
    `  recorded  ${recorded_at}${run_seq === null ? '' : `  (entry ${run_seq} of its run)`}`,
    `  leaf      ${leaf}`,
    `  chain     ${chain}`,
    ...(erased && record !== null ? [`  ${paint('warning', 'its personal fields were erased')}`] : []),
  ];
  return `${[...lines, ...jsonLines(record)].join('\n')}\n`;
}

function refusalText({ code, seq, recorded_at, record }: Refusal, paint: Paint): string {
  const head = `${paint('bad', `refused  ${code}`)}: entry ${seq} has its key  ${recorded_at}`;
  return `${[head, ...jsonLines(record)].join('\n')}\n`;
}

/** Whole, with whatever cannot be seen shown as a sign. */
function jsonLines(record: object | null): string[] {
  if (record === null) return [];
  return JSON.stringify(record, null, 2)
    .split('\n')
    .map((line) => `  ${safe(line, Number.MAX_SAFE_INTEGER)}`);
}

/** What keeps a run from being whole; `whole` where nothing does. */
function healthText({ missing, twice = [], late, refused, erased, pruned }: RunHealth, paint: Paint): string {
  const faults = [
    ...(missing.length > 0 ? [`never arrived: ${missing.join(', ')}`] : []),
    ...(twice.length > 0 ? [`numbers that two records have: ${twice.join(', ')}`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(pruned > 0 ? [`${pruned} pruned`] : []),
    ...(erased > 0 ? [`${erased} erased`] : []),
  ];
  const told = faults.length === 0 ? 'whole' : paint('warning', `not whole: ${faults.join('; ')}`);
  return late === 0 ? told : `${told}; ${counted(late, 'record')} came late`;
}
