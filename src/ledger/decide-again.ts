import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { Gate } from '../evaluate/gate.js';
import type { LedgerRun, VerdictNote } from '../model/ledger.js';
import type { TransferRecord } from '../model/record.js';
import type { Mode } from '../model/severity.js';
import type { Verdict } from '../model/verdict.js';
import { foldRun } from '../run/fold-record.js';
import type { RunState } from '../run/run-state.js';
import { ledgerFault } from './fault.js';

/** A verdict that was made again from what the ledger has. */
export interface DecidedAgain {
  readonly verdict: Verdict;
  /**
   * `facts`: the very facts, put to the very bundle. `records`: the facts were computed again from the run's records,
   * since none were kept, or this gate has another bundle: then it says what that bundle decides.
   */
  readonly from: 'facts' | 'records';
  /** Members of the verdict that are not as they were then; empty where the decision was reproduced. */
  readonly differs: readonly (keyof Verdict)[];
}

/**
 * Decides a stored attempt again, at the time at which it was decided, in the mode that held then.
 *
 * @param gate Without `overrides` and `config`: what was set and read then is in the note and in the run's records.
 * @throws DiagnosticError `ledger.not_decidable` where the attempt is not among the records, or was erased.
 */
export async function decideAgain(note: VerdictNote, run: LedgerRun, gate: Gate): Promise<DecidedAgain> {
  const { transfer, before } = attemptOf(note, run, gate);
  const { verdict: then } = note;
  const mode = modeOf(then);
  const options = {
    now: new Date(then.measured.decided_at),
    // By name: the record's own edge may be missing, where the host said it.
    ...(then.transfer.edge !== null && gate.edges.includes(then.transfer.edge)
      ? { edge: then.transfer.edge }
      : {}),
    ...(mode === null ? {} : { as: mode }),
    digest: then.transfer.digest,
  };
  const exact = note.facts !== null && then.contract?.bundle === gate.digest;
  const now = exact
    ? gate.decideFacts(
        { ...(await gate.collectFacts(before, transfer, options)), facts: note.facts },
        options,
      )
    : await gate.decide(before, transfer, options);
  const verdict = asThen(now, then);
  return { verdict, from: exact ? 'facts' : 'records', differs: differing(verdict, then) };
}

interface Attempt {
  readonly transfer: TransferRecord;
  readonly before: RunState;
}

function attemptOf({ verdict }: VerdictNote, { records, health }: LedgerRun, gate: Gate): Attempt {
  const { hop, attempt } = verdict.transfer;
  const index = records.findIndex(
    (record) => record.kind === 'transfer' && record.hop === hop && record.attempt === attempt,
  );
  const transfer = records[index];
  if (transfer?.kind !== 'transfer') throw notDecidable(`attempt ${attempt} at hop ${hop} is not in the run`);
  if (health.erased > 0 || health.pruned > 0) throw notDecidable('something of the run was erased');
  return { transfer, before: foldRun(records.slice(0, index), gate.terms) };
}

function notDecidable(message: string): Error {
  return ledgerFault('ledger.not_decidable', `the verdict cannot be made again: ${message}`);
}

/** The mode that was not the contract's. */
function modeOf({ as, overrides }: Verdict): Mode | null {
  if (as !== undefined) return as;
  const set = overrides?.findLast(({ what }) => what === 'mode');
  return set === undefined || set.value === 'force' ? null : set.value;
}

/** What was said of the deciding then, and cannot follow from facts: what was set, and what was composed. */
function asThen({ as: _, ...now }: Verdict, { as, overrides, composed, measured }: Verdict): Verdict {
  return {
    ...now,
    ...(as === undefined ? {} : { as }),
    ...(overrides === undefined ? {} : { overrides }),
    ...(composed === undefined ? {} : { composed }),
    measured,
  };
}

function differing(now: Verdict, then: Verdict): (keyof Verdict)[] {
  const members = [...new Set([...Object.keys(now), ...Object.keys(then)])] as (keyof Verdict)[];
  return members.filter((member) => canonical(now[member]) !== canonical(then[member])).sort();
}

function canonical(value: unknown): string | undefined {
  return value === undefined ? undefined : canonicalJson(value as JsonValue);
}
