import type { RunFault } from './run-fault.js';

/** What `explain CODE` says of a fault in the records of a run. */
export interface RunFaultPage {
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every fault. */
export const RUN_FAULT_PAGES: Readonly<Record<RunFault, RunFaultPage>> = {
  'run.other_run': {
    title: 'a record of another run',
    why: 'What was stated in one run binds nobody in another; mixed, neither can be judged.',
    fix: 'Give every record the id of the run that it was made in.',
  },
  'run.after_closed': {
    title: 'a record after the one that closed the run',
    why: 'At `closed` the run is judged as whole. What comes later was not seen by that judgement.',
    fix: 'Write `closed` last, or begin a new run.',
  },
  'run.duplicate_id': {
    title: 'two records with one id',
    why: 'As evidence the id would be ambiguous, and a discharge could point at the wrong one of the two.',
    fix: 'Have the recorder give every record of a run an id of its own.',
  },
  'run.constraint_changed': {
    title: 'a known constraint is stated again, otherwise',
    why: 'A constraint keeps the words of its first statement: else a later record could weaken it.',
    fix: 'State what is new as a constraint of its own, with an id of its own.',
  },
  'run.closed_constraint_restated': {
    title: 'a discharged constraint is stated again under its old id',
    why: 'Its life has ended with evidence; under the old id it would be both closed and live.',
    fix: 'Give the new statement a new id.',
  },
  'run.config_repeated': {
    title: 'live config is recorded twice for one moment',
    why: 'A second look would take the place of the first: a baseline written after the change would hide it.',
    fix: 'Record each source once when the agent receives its task, and once for each attempt to hand on.',
  },
  'run.withdraws_unknown': {
    title: 'a message takes back a constraint that the run does not know',
    why: 'Either the id is mistyped, and the constraint stays live, or its statement was not recorded.',
    fix: 'Withdraw by the id under which the constraint was stated.',
  },
};
