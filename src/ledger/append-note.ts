import type { LedgerNote } from '../model/ledger.js';
import { AppendPlan } from './plan-append.js';
import { prepareRecord } from './prepare-record.js';
import type { LedgerStore } from './store.js';

/** Appends a note that the ledger makes of itself. Its id is new, so that nothing can be there under its key. */
export async function appendNote(store: LedgerStore, note: LedgerNote, recordedAt: string): Promise<void> {
  const prepared = prepareRecord(note);
  await store.write({
    keys: [],
    build: (seen) => {
      const plan = new AppendPlan(seen, recordedAt);
      plan.add(prepared);
      return { changes: plan.changes(), result: undefined };
    },
  });
}
