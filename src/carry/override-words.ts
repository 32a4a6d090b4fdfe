import type { OverrideNote } from '../model/ledger.js';

/** Nothing of this edge is sent. */
export function isSilenced(active: readonly OverrideNote[]): boolean {
  return active.some(({ set }) => set.what === 'silence');
}

/** Who looks at an alert; null: nobody does. */
export function acknowledgedBy(active: readonly OverrideNote[], alert: string): string | null {
  return active.findLast(({ set }) => set.what === 'acknowledge' && set.alert === alert)?.by ?? null;
}
