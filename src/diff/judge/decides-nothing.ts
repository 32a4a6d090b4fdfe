import type { ChangeKind } from '../../model/policy-diff.js';

const ABOUT = /^(?:monitor|webhook|metrics|redact|checkpoint|ledgerKeys)/;

/**
 * Is a change about what is told, and what is kept, after a decision: alerts, numbers, redaction, who vouches for the
 * ledger. Looser is then that less is told or that more stands open, and there is no run to show it on.
 */
export function decidesNothing(kind: ChangeKind): boolean {
  return ABOUT.test(kind);
}
