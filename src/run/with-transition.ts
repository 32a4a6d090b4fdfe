import type { LifeTransition } from '../model/verdict.js';
import { chained } from './chain.js';
import { changedState, type RunState } from './run-state.js';

/** The state with one more transition in a constraint's life. */
export function withTransition(state: RunState, key: number, transition: LifeTransition): RunState {
  return changedState(state, { transitions: chained(state.transitions, { key, transition }) });
}
