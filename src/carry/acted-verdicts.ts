import { EVALUATED, type VerdictNote } from '../model/ledger.js';

/**
 * What was acted on, by `hop/attempt`: the last decision of a gate that was there, else, where only a recording was
 * evaluated, the last of that. An attempt that was evaluated again later is not told twice.
 */
export function actedVerdicts(notes: readonly VerdictNote[]): ReadonlyMap<string, VerdictNote> {
  const acted = new Map<string, VerdictNote>();
  for (const note of notes) {
    const place = attemptOf(note);
    const before = acted.get(place);
    if (before === undefined || !isJudgedAfterwards(note) || isJudgedAfterwards(before))
      acted.set(place, note);
  }
  return acted;
}

function attemptOf({ verdict: { transfer } }: VerdictNote): string {
  return `${transfer.hop}/${transfer.attempt}`;
}

/** Only its recording was evaluated: nothing was done about it then. */
export function isJudgedAfterwards({ verdict }: VerdictNote): boolean {
  return verdict.measured.decided_by.instance === EVALUATED;
}
