import { oldestFirst } from './chain.js';
import type { RunState } from './run-state.js';
import type { Violation } from './violation.js';

/** Every violation so far, in the order in which it happened. */
export function violations(state: RunState): Violation[] {
  return oldestFirst(state.violations);
}
