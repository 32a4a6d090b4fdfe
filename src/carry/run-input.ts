import type { Decided, RunInput } from '../model/carry.js';
import type { LedgerRun, VerdictNote } from '../model/ledger.js';
import { actedVerdicts, isJudgedAfterwards } from './acted-verdicts.js';

/** A run of the ledger, to be scored: with what is known to be missing, and with what gates decided then. */
export function runInputOf({ run, records, verdicts, health }: LedgerRun): RunInput {
  const acted = [...actedVerdicts(verdicts)];
  const decided = acted.map(([place, note]) => [place, decidedOf(note)] as const);
  const composed = acted.flatMap(([place, { verdict }]) =>
    verdict.composed === undefined ? [] : [[place, verdict.composed.patch] as const],
  );
  return { run, records, health, decided: new Map(decided), composed: new Map(composed) };
}

function decidedOf(note: VerdictNote): Decided {
  const { verdict } = note;
  const { decision, action, mode, contract, reasons } = verdict;
  const blocking = reasons.filter((reason) => reason.severity === 'block' && reason.exception === undefined);
  return {
    ...{ decision, action, mode },
    contract: contract?.digest ?? null,
    blocking: [...new Set(blocking.map(({ code }) => code))],
    ...(verdict.composed === undefined ? {} : { composed_by: composingOverride(verdict) }),
    ...(isJudgedAfterwards(note) ? { afterwards: true as const } : {}),
  };
}

function composingOverride({ overrides = [] }: VerdictNote['verdict']): string {
  return overrides.findLast(({ what }) => what === 'compose')?.id ?? 'unknown';
}
