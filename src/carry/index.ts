/** Scores of recorded runs, and what they add up to. */

export { type AggregateOptions, CarryAggregate, OTHER_EDGES, type ReportOptions } from './carry-aggregate.js';
export {
  COMPARISON_METHOD,
  type ComparedReport,
  compareReports,
  type NamedReport,
} from './compare-reports.js';
export {
  type ConservationLine,
  canBeSaved,
  conservationOf,
  isLost,
  isViolated,
  type LifePlace,
} from './conservation.js';
export { type CostOptions, CostTally } from './cost.js';
export { SCORED_FAULTS } from './handoff-faults.js';
export { newcombe } from './newcombe.js';
export { type RateCounts, rateOf } from './rate.js';
export { readReport } from './read-report.js';
export {
  blockingFindings,
  type Finding,
  type ReadinessOptions,
  type ReadinessRun,
  ReadinessTally,
} from './readiness.js';
export { runInputOf } from './run-input.js';
export { type RunScorer, runScorer, type ScoreOptions, scoreRun } from './score-run.js';
export { wilson } from './wilson.js';
