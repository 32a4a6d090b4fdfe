import type { History } from '../model/facts.js';
import type { TransferRecord } from '../model/record.js';
import type { RunState } from './run-state.js';

/** From the best to the worst. */
const HISTORIES: readonly History[] = ['complete', 'partial', 'none'];

/** How much of a transfer's past the records hold; `gap`: one of its ancestors is missing. */
export function historyOf(state: RunState, transfer: Pick<TransferRecord, 'hop'>, gap: boolean): History {
  if (transfer.hop > 1 && state.length === 0) return 'none';
  return gap || state.unlooked ? 'partial' : 'complete';
}

export function worseHistory(a: History, b: History): History {
  return HISTORIES.indexOf(a) >= HISTORIES.indexOf(b) ? a : b;
}
