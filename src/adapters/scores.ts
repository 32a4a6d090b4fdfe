import type { Facts } from '../model/facts.js';
import type { Scores } from '../model/score.js';

/** The counts that a transfer is scored by. Nothing held, or nothing ever reported, is 0 of 0. */
export function scoresOf(facts: Facts): Scores {
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
