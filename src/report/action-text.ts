import type { WitnessDecision } from '../model/policy-diff.js';

/** What happens to a transfer; where it is let through though it was decided to block, that too: edges that observe. */
export function actionText({ decision, action }: Pick<WitnessDecision, 'decision' | 'action'>): string {
  return isLetThrough({ decision, action }) ? `${action} (would block)` : action;
}

export function isLetThrough({ decision, action }: Pick<WitnessDecision, 'decision' | 'action'>): boolean {
  return decision === 'block' && action === 'allow';
}
