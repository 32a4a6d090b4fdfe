import type { EngineError, Reason } from '../model/verdict.js';
import type { Judgement } from './judge.js';
import { type Outcomes, uncheckedOutcomes } from './outcomes.js';

/** Several questions as one: allowed where all are, each check as it ended worst, each reason once. */
export function mergeJudgements(judgements: readonly Judgement[], none: string): Judgement {
  return {
    decision: judgements.some(({ decision }) => decision !== 'allow') ? 'block' : 'allow',
    reasons: unique<Reason>(judgements.flatMap(({ reasons }) => reasons)),
    omitted: judgements.reduce((sum, { omitted }) => sum + omitted, 0),
    errors: unique<EngineError>(judgements.flatMap(({ errors }) => errors)),
    checks: judgements.map(({ checks }) => checks).reduce(worse, uncheckedOutcomes(none)),
  };
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** From the mildest. What one question did not ask, another may have proven. */
const OUTCOMES = ['not_checked', 'proven', 'ignored', 'excepted', 'warned', 'failed'];

function worse(before: Outcomes, more: Outcomes): Outcomes {
  const merged = Object.entries(more).filter(([code, outcome]) => rank(outcome) >= rank(before[code]));
  return { ...before, ...Object.fromEntries(merged) };
}

function rank(outcome: Outcomes[string] | undefined): number {
  return outcome === undefined ? -1 : OUTCOMES.indexOf(outcome.split(':')[0] ?? '');
}
