import type { LedgerRun } from '../../model/ledger.js';

/** One recorded run: of the ledger, or of files, which keep no verdicts. */
export type RecordedRun = Pick<LedgerRun, 'run' | 'records'> &
  Partial<Pick<LedgerRun, 'verdicts' | 'health'>>;

/** Recorded runs, wherever they come from. */
export interface RecordedRuns {
  /** As it was given: names of files, `the ledger`. */
  readonly source: string;
  readonly runs: AsyncIterable<RecordedRun> | Iterable<RecordedRun>;
  /** After all was read: what could not be read, and how often. */
  readonly unread?: () => readonly { readonly why: string; readonly count: number }[];
}
