import type { LifeTransition } from '../model/verdict.js';
import { chained } from './chain.js';
import { changedState, type Known, type RunState } from './run-state.js';
import type { Violation } from './violation.js';
import { withTransition } from './with-transition.js';

/** The state with one more violation, which is also a step in the constraint's life. */
export function withViolation(state: RunState, known: Known, violation: Violation): RunState {
  const { agent, at, effect, why, lastHop } = violation;
  const step: LifeTransition = {
    to: 'violated',
    by: agent,
    at,
    why,
    ...(effect === null ? {} : { effect }),
    ...(lastHop === null ? {} : { after_hop: lastHop }),
  };
  const violations = chained(state.violations, violation);
  return withTransition(changedState(state, { violations }), known.key, step);
}
