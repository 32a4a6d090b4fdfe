import { digestBytes, digestValue } from '../canonical/digest.js';
import type { Gate } from '../evaluate/gate.js';
import type { Facts } from '../model/facts.js';
import { LEDGER_NOTE_SCHEMA, type VerdictNote } from '../model/ledger.js';
import type { TransferRecord } from '../model/record.js';
import type { Verdict } from '../model/verdict.js';
import type { RunState } from '../run/run-state.js';

export interface NoteInput {
  readonly verdict: Verdict;
  /** What it was decided on: `factsOf`, or null. */
  readonly facts: Facts | null;
  /** The resolved source of its contract, where it is at hand. */
  readonly source: Uint8Array | null;
  /** RFC 3339. */
  readonly at: string;
}

/** A verdict as the ledger keeps it. Its id follows from the attempt, so that the same one is kept once. */
export function verdictNote({ verdict, facts, source, at }: NoteInput): VerdictNote {
  const { run, hop, attempt } = verdict.transfer;
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'verdict',
    id: `v_${digestValue(['verdict', run, hop, attempt]).slice('sha256:'.length, 'sha256:'.length + 24)}`,
    at,
    run,
    verdict,
    facts,
    contract_source: source === null ? null : digestBytes(source),
  };
}

/**
 * What the verdict was decided on; null where no contract covers the handoff, or the facts could not be computed, which
 * the verdict says.
 *
 * @param attempt As it was decided: with the composed payload, where it was composed.
 */
export async function factsOf(
  gate: Gate,
  run: RunState,
  attempt: TransferRecord,
  now: Date,
): Promise<Facts | null> {
  try {
    return (await gate.collectFacts(run, attempt, { now })).facts;
  } catch {
    return null;
  }
}
