import type { LedgerRun } from '../model/ledger.js';
import type { RunRecord } from '../model/record.js';
import { ledgerFault } from './fault.js';
import { isRedacted } from './redact/token.js';

/**
 * The records of a run that can be gone on with.
 *
 * @throws DiagnosticError `ledger.run_unknown`, `ledger.run_closed`, `ledger.run_incomplete`, `ledger.run_redacted`
 */
export function requireResumable(known: LedgerRun | null): readonly RunRecord[] {
  if (known === null)
    throw ledgerFault('ledger.run_unknown', 'the ledger has no run of this name', {
      help: 'begin it with `openDurableRun`',
    });
  const { records } = known;
  if (records.some(({ kind }) => kind === 'closed'))
    throw ledgerFault('ledger.run_closed', 'the run was closed, and nothing comes after that');
  const gap = whyNotWhole(known);
  if (gap !== null) throw ledgerFault('ledger.run_incomplete', `the run cannot be gone on with: ${gap}`);
  if (records.some((record) => isRedacted(JSON.stringify(record))))
    throw ledgerFault('ledger.run_redacted', 'tokens stand in the run in place of what was said', {
      help: 'begin another run: an agent cannot keep to a token',
    });
  return records;
}

function whyNotWhole({ records, health }: LedgerRun): string | null {
  const { missing, erased, pruned } = health;
  if (missing.length > 0) return `record ${missing[0]} never arrived`;
  if (erased > 0 || pruned > 0) return 'something of it was erased';
  if (records.length === 0) return 'it has no records';
  const index = records.findIndex(({ seq }, at) => seq !== at + 1);
  const found = records[index]?.seq;
  if (index < 0) return null;
  return found === undefined ? 'its records have no numbers' : `record ${found} is there twice`;
}
