import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { changedState, type RunState } from './run-state.js';

/** What can be wrong with the records of a run, whoever they speak of. */
export const RUN_FAULTS = [
  'run.other_run', // a record of another run
  'run.after_closed', // a record after the one that closed the run
  'run.duplicate_id', // two records with one id: as evidence it would be ambiguous
  'run.constraint_changed', // a known constraint stated again, otherwise
  'run.closed_constraint_restated', // a discharged constraint stated again under its old id
  'run.withdraws_unknown', // a message takes back what the run does not know
  'run.config_repeated', // live config recorded twice for one moment
] as const;

export type RunFault = (typeof RUN_FAULTS)[number];

/** So that a hostile file cannot make a run's faults without end; what is left out is counted. */
const MOST_FAULTS = 200;

/** How many faults are not in a list, by the list. */
const leftOut = new WeakMap<RunState['faults'], number>();

/** How many faults the records have besides the 200 that `state.faults` lists. */
export function omittedFaults({ faults }: RunState): number {
  return leftOut.get(faults) ?? 0;
}

/**
 * A list that is full takes no more, but for the first error among warnings: it takes the place of the last one,
 * as the run must not be judged as if its records were whole.
 */
function withOneMore(faults: RunState['faults'], fault: Diagnostic): RunState['faults'] {
  if (faults.length < MOST_FAULTS) return [...faults, fault];
  const isFirstError = fault.severity === 'error' && faults.every(({ severity }) => severity !== 'error');
  const full = isFirstError ? [...faults.slice(0, -1), fault] : faults.slice();
  leftOut.set(full, (leftOut.get(faults) ?? 0) + 1);
  return full;
}

/** The state with one more fault, at the record that is being folded (pointers start at the list of records). */
export function withFault(
  state: RunState,
  code: RunFault,
  message: string,
  rest: {
    readonly severity?: Diagnostic['severity'];
    readonly pointer?: string;
    readonly help?: string;
  } = {},
): RunState {
  const { severity = 'error', pointer = '', help } = rest;
  const fault: Diagnostic = {
    code,
    severity,
    message,
    pointer: `/${state.length}${pointer}`,
    ...(help === undefined ? {} : { help }),
  };
  return changedState(state, { faults: withOneMore(state.faults, fault) });
}
