import type { Ledger } from '../../ledger/ledger.js';
import type { EntryQuery } from '../../ledger/store.js';
import type { LedgerEntry, LedgerKind, Refusal } from '../../model/ledger.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  LEDGER_LIST_SCHEMA,
  type LedgerListDocument,
  ledgerListText,
} from '../../report/ledger-list-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { timeFlag } from '../time-flag.js';
import { withLedger } from '../with-ledger.js';

export interface LedgerListFlags extends LedgerFlags {
  readonly run?: string;
  readonly kind?: readonly LedgerKind[];
  readonly edge?: string;
  readonly since?: string;
  readonly until?: string;
  readonly refused?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

const NONE: LedgerListDocument = {
  schema: LEDGER_LIST_SCHEMA,
  entries: [],
  refusals: [],
  more: false,
  diagnostics: [],
};
const LIMIT = 50;

/** `ledger list`: the newest entries that fit, or what was refused; in ascending order. */
export async function ledgerList(flags: LedgerListFlags, io: Io): Promise<ExitCode> {
  const done = await withLedger(io, flags, { purpose: 'read' }, (ledger) => listed(ledger, flags));
  const document = 'result' in done ? done.result : { ...NONE, diagnostics: done.diagnostics };
  if (flags.json === true) io.out(jsonText(document));
  else if ('result' in done) io.out(ledgerListText(document, io.paint));
  else io.err(diagnosticsText(document.diagnostics, { paint: io.errPaint }));
  return 'result' in done ? EXIT.ok : worstOf(exitOf(document.diagnostics));
}

async function listed(ledger: Ledger, flags: LedgerListFlags): Promise<LedgerListDocument> {
  const limit = flags.limit ?? LIMIT;
  if (flags.refused === true) {
    const { items, more } = await newest(refusalsOf(ledger, flags), limit);
    return { ...NONE, refusals: items, more };
  }
  const query = { ...queryOf(flags), newest_first: true, limit: limit + 1 };
  const found: LedgerEntry[] = [];
  for await (const entry of ledger.entries(query)) found.push(entry);
  return { ...NONE, entries: found.slice(0, limit).reverse(), more: found.length > limit };
}

function queryOf({ run, kind, edge, since, until }: LedgerListFlags): EntryQuery {
  return {
    ...(run === undefined ? {} : { run }),
    ...(kind === undefined ? {} : { kinds: kind }),
    ...(edge === undefined ? {} : { edge }),
    ...(since === undefined ? {} : { at_from: timeFlag('--since', since) }),
    ...(until === undefined ? {} : { at_to: timeFlag('--until', until) }),
  };
}

async function* refusalsOf(ledger: Ledger, flags: LedgerListFlags): AsyncIterable<Refusal> {
  const { run, kind, since, until } = flags;
  const from = since === undefined ? '' : timeFlag('--since', since);
  const to = until === undefined ? '\uffff' : timeFlag('--until', until);
  for await (const refusal of ledger.refusals(run === undefined ? {} : { run })) {
    const { recorded_at: at } = refusal;
    if (at >= from && at < to && (kind?.includes(refusal.kind) ?? true)) yield refusal;
  }
}

/** The last so many of what comes in ascending order. */
async function newest<T>(
  all: AsyncIterable<T>,
  limit: number,
): Promise<{ readonly items: readonly T[]; readonly more: boolean }> {
  let items: T[] = [];
  let more = false;
  for await (const item of all) {
    items.push(item);
    if (items.length < limit * 2) continue;
    items = items.slice(-limit);
    more = true;
  }
  return { items: items.slice(-limit), more: more || items.length > limit };
}
