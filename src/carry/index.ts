/** Scores of recorded runs, and what they add up to. */

export { type AggregateOptions, CarryAggregate, OTHER_EDGES, type ReportOptions } from './carry-aggregate.js';
export {
  type ConservationLine,
  canBeSaved,
  conservationOf,
  isLost,
  isViolated,
  type LifePlace,
} from './conservation.js';
export { SCORED_FAULTS } from './handoff-faults.js';
export { ledgerRunInput } from './ledger-run-input.js';
export { type RateCounts, rateOf } from './rate.js';
export { type RunScorer, runScorer, type ScoreOptions, scoreRun } from './score-run.js';
export { wilson } from './wilson.js';
