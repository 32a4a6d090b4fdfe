import type { Decided, RunInput } from '../model/carry.js';
import type { LedgerRun, VerdictNote } from '../model/ledger.js';

/** A run as the ledger has it, to be scored: with what is missing of it, and what gates decided then. */
export function ledgerRunInput({ run, records, health, verdicts }: LedgerRun): RunInput {
  return { run, records, health, decided: decidedOf(verdicts) };
}

/** By `hop/attempt`; where an attempt was decided twice, the last decision was acted on. */
function decidedOf(verdicts: readonly VerdictNote[]): ReadonlyMap<string, Decided> {
  return new Map(
    verdicts.map(({ verdict: { transfer, decision, action, mode, contract, reasons } }) => [
      `${transfer.hop}/${transfer.attempt}`,
      {
        ...{ decision, action, mode },
        contract: contract?.digest ?? null,
        blocking: [
          ...new Set(reasons.filter(({ severity }) => severity === 'block').map(({ code }) => code)),
        ],
      },
    ]),
  );
}
