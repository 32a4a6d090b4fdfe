import type { ScoreClass } from '../model/score.js';

/** What a reader calls the five classes. */
export const CLASS_NAMES: Readonly<Record<ScoreClass, string>> = {
  established: 'Established facts',
  tool_results: 'Tool results',
  constraints: 'Constraints',
  confidence: 'Confidence',
  stop_conditions: 'Stop conditions',
};
