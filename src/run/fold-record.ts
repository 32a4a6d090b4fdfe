import type { RunRecord, TransferRecord } from '../model/record.js';
import type { RunTerms } from '../model/transfer-context.js';
import { withEvidence } from './evidence.js';
import { foldClosed } from './fold-closed.js';
import { foldConfig } from './fold-config.js';
import { foldEffect } from './fold-effect.js';
import { foldMessage, foldStatement } from './fold-statement.js';
import { foldTransfer } from './fold-transfer.js';
import type { Holdings } from './held-at.js';
import { withFault } from './run-fault.js';
import { changedState, emptyRun, type RunState } from './run-state.js';

/** A whole run, record by record in the order of its file. */
export function foldRun(records: Iterable<RunRecord>, terms: RunTerms): RunState {
  let state = emptyRun(terms);
  for (const record of records) state = foldRecord(state, record);
  return state;
}

/**
 * The state after one more record; the given state stays as it was. A record of another run, or one that comes
 * after the run was closed, is a fault and changes nothing else.
 *
 * @throws TypeError for what is no record at all; `validateRecord` says what is wrong with it.
 */
export function foldRecord(state: RunState, record: RunRecord): RunState {
  return withLength(state, folded(state, record, undefined), state.length + 1);
}

/** The same for a transfer, by a caller that has found already what this state holds for it. */
export function foldHeld(state: RunState, record: TransferRecord, holdings: Holdings): RunState {
  return withLength(state, folded(state, record, holdings), state.length + 1);
}

/** A state that folding made just now is nobody else's yet: it takes its length without one more copy. */
function withLength(before: RunState, after: RunState, length: number): RunState {
  if (after === before) return changedState(before, { length });
  (after as { length: number }).length = length;
  return after;
}

function folded(state: RunState, record: RunRecord, holdings: Holdings | undefined): RunState {
  if (state.run !== null && record.run !== state.run) {
    const message = `record ${state.length} belongs to run \`${record.run}\`, the others to \`${state.run}\``;
    return withFault(state, 'run.other_run', message, { pointer: '/run' });
  }
  if (state.closed !== null) {
    return withFault(state, 'run.after_closed', `a ${record.kind} record comes after the run was closed`);
  }
  const named = state.run === null ? changedState(state, { run: record.run }) : state;
  switch (record.kind) {
    case 'message':
      return foldMessage(named, record);
    case 'statement':
      return foldStatement(named, record);
    case 'tool_call':
      return withEvidence(named, record);
    case 'effect':
      return foldEffect(named, record);
    case 'transfer':
      return foldTransfer(named, record, holdings);
    case 'closed':
      return foldClosed(named, record);
    case 'config':
      return foldConfig(named, record);
    default:
      throw new TypeError('a record of a run is expected, and this is of no known kind');
  }
}
