import type { WitnessDecision } from '../../model/policy-diff.js';
import type { Verdict } from '../../model/verdict.js';

/** What of a verdict is compared. */
export function decisionOf({
  decision,
  action,
  reasons,
}: Pick<Verdict, 'decision' | 'action' | 'reasons'>): WitnessDecision {
  const blocking = reasons.filter(
    ({ severity, exception }) => severity === 'block' && exception === undefined,
  );
  return { decision, action, codes: [...new Set(blocking.map(({ code }) => code))].sort() };
}
