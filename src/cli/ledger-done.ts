import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { CheckpointNote, ErasureNote } from '../model/ledger.js';
import { diagnosticsOf } from './failures.js';

export const LEDGER_DONE_SCHEMA = 'edge-contracts/ledger-done/v1';

/** What `ledger checkpoint`, `prune` and `erase` print with `--json`. */
export interface LedgerDone {
  readonly schema: typeof LEDGER_DONE_SCHEMA;
  /** The note that is in the ledger now; null where nothing was done. */
  readonly note: CheckpointNote | ErasureNote | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The note that came of it, or what is to be told of what was thrown. */
export async function tried(
  act: () => Promise<CheckpointNote | ErasureNote>,
): Promise<Omit<LedgerDone, 'schema'>> {
  try {
    return { note: await act(), diagnostics: [] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { note: null, diagnostics };
  }
}
