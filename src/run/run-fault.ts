import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { RunState } from './run-state.js';

/** What can be wrong with the records of a run, whoever they speak of. */
export const RUN_FAULTS = [
  'run.other_run', // a record of another run
  'run.after_closed', // a record after the one that closed the run
  'run.duplicate_id', // two records with one id: as evidence it would be ambiguous
  'run.constraint_changed', // a known constraint stated again, otherwise
  'run.closed_constraint_restated', // a discharged constraint stated again under its old id
  'run.withdraws_unknown', // a message takes back what the run does not know
] as const;

export type RunFault = (typeof RUN_FAULTS)[number];

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
  return { ...state, faults: [...state.faults, fault] };
}
