import type { Decided, RunInput } from '../model/carry.js';
import type { LedgerRun, VerdictNote } from '../model/ledger.js';
import { actedVerdicts, isJudgedAfterwards } from './acted-verdicts.js';

/** A run of the ledger, to be scored: with what is known to be missing, and with what gates decided then. */
export function runInputOf({ run, records, verdicts, health }: LedgerRun): RunInput {
  const decided = [...actedVerdicts(verdicts)].map(([place, note]) => [place, decidedOf(note)] as const);
  return { run, records, health, decided: new Map(decided) };
}

function decidedOf(note: VerdictNote): Decided {
  const { verdict } = note;
  const { decision, action, mode, contract, reasons } = verdict;
  const blocking = reasons.filter((reason) => reason.severity === 'block' && reason.exception === undefined);
  return {
    ...{ decision, action, mode },
    contract: contract?.digest ?? null,
    blocking: [...new Set(blocking.map(({ code }) => code))],
    ...(isJudgedAfterwards(note) ? { afterwards: true as const } : {}),
  };
}
