import type { Reason, Verdict } from '../model/verdict.js';
import { RUN_FAULTS } from '../run/run-fault.js';
import type { RunState } from '../run/run-state.js';

/** So many faults of a run are told in one verdict; the run verdict has them all. */
const MOST_FAULTS = 10;

/**
 * What is wrong with the records that a decision rests on: an id twice, a record of another run, one after the end. What
 * was held cannot be told from such records, so nothing is let through on them.
 *
 * @param of The run that is asked about; null: whatever run the state is of.
 */
export function runFaultReasons(run: RunState, of: string | null): Reason[] {
  const errors = run.faults.filter(({ severity }) => severity === 'error').slice(0, MOST_FAULTS);
  const reasons = errors.map(({ code, message, pointer }) => fault(code, message, pointer ?? ''));
  if (run.run !== null && of !== run.run) {
    reasons.push(fault('run.other_run', 'this handoff is of another run than the records before it', '/run'));
  }
  if (run.closed !== null) reasons.push(fault('run.after_closed', 'the run was closed before this', ''));
  return reasons;
}

/** The codes of what `runFaultReasons` found when this verdict was given: each is a check that failed. */
export function toldRunFaults({ checks }: Pick<Verdict, 'checks'>): readonly Pick<Reason, 'code'>[] {
  return RUN_FAULTS.filter((code) => checks[code] === 'failed').map((code) => ({ code }));
}

function fault(code: string, message: string, data: string): Reason {
  return { code, severity: 'block', check: code, message, at: { data, file: null, line: null } };
}
