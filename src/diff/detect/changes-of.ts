import type { Change } from '../../model/policy-diff.js';

/** How many of these changes can decide on an edge: those of its contract, and the project's. */
export function changesOf(changes: readonly Change[], edge: string | null): number {
  return changes.filter((change) => change.edge === edge || change.edge === null).length;
}
