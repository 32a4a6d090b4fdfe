import type { Facts } from '../model/facts.js';
import type { Scores } from '../model/score.js';

/** Of a handoff's facts what its scores are made of. */
export interface CountedFacts {
  readonly established: Pick<Facts['established'], 'held' | 'carried'>;
  readonly tool_results: Pick<Facts['tool_results'], 'held' | 'carried'>;
  readonly constraints: Pick<Facts['constraints'], 'held' | 'carried' | 'unresolved'>;
  readonly confidence: Facts['confidence'];
  readonly stop_conditions: Pick<Facts['stop_conditions'], 'held' | 'carried'>;
}

/** The counts that a transfer is scored by. Nothing held, or nothing ever reported, is 0 of 0. */
export function scoresOf(facts: CountedFacts): Scores {
  const { established, tool_results, constraints, confidence, stop_conditions } = facts;
  const reported = confidence.sender !== null;
  return {
    established: [established.carried, established.held, 0],
    tool_results: [tool_results.carried, tool_results.held, 0],
    constraints: [constraints.carried, constraints.held, constraints.unresolved],
    confidence: [reported && confidence.sent !== null ? 1 : 0, reported ? 1 : 0, 0],
    stop_conditions: [stop_conditions.carried, stop_conditions.held, 0],
  };
}
