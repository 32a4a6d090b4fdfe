import type { OverrideNote } from '../model/ledger.js';

/** Those that hold at a time: begun, not over, and not ended by a later one. Ascending by when they began. */
export function activeOverrides(notes: readonly OverrideNote[], now: Date): readonly OverrideNote[] {
  const time = now.getTime();
  const begun = notes.filter(({ at }) => Date.parse(at) <= time);
  const ended = new Set(
    begun.flatMap(({ set, edge }) => (set.what === 'end' ? [endKey(edge, set.override)] : [])),
  );
  const active = begun.filter(
    ({ id, edge, set, until }) =>
      set.what !== 'end' && !ended.has(endKey(edge, id)) && (until === null || Date.parse(until) > time),
  );
  return active.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Whoever may end an override may end those of this edge alone. */
function endKey(edge: string, override: string): string {
  return JSON.stringify([edge, override]);
}

/** Nothing of this edge is sent. */
export function isSilenced(active: readonly OverrideNote[]): boolean {
  return active.some(({ set }) => set.what === 'silence');
}

/** Who looks at an alert; null: nobody does. */
export function acknowledgedBy(active: readonly OverrideNote[], alert: string): string | null {
  return active.findLast(({ set }) => set.what === 'acknowledge' && set.alert === alert)?.by ?? null;
}
