import type { JsonValue } from '../canonical/json-value.js';
import type { TransferRecord } from '../model/record.js';
import type { JsonPatchOperation, Reason, Verdict } from '../model/verdict.js';
import { operationsOf, patched } from './repair.js';

/**
 * What `compose: force` repairs: what was held is carried once, as it was stated. Not `stale` and `invented`, which
 * nothing held, and not `discharged_and_carried`, of which only its sender knows what it meant: those are told as always.
 */
const REPAIRED: ReadonlySet<string> = new Set([
  'constraint.dropped',
  'constraint.lost_upstream',
  'constraint.weakened',
  'constraint.strengthened',
  'constraint.modality_changed',
  'constraint.narrowed',
  'constraint.widened',
  'constraint.mutated',
  'constraint.contradicted',
  'constraint.unresolved',
  'constraint.retargeted',
  'constraint.reattributed',
  'constraint.duplicated',
  'constraint.discharge_refused',
]);

/** A verdict lists so many reasons at most; after this many times, what is left is told. */
const MOST_ROUNDS = 5;

/**
 * The verdict on an attempt into which the constraints that it should carry were put. Where there is nothing to put in,
 * or the payload is none that it could be put into, the verdict on the attempt as it came.
 *
 * @param decide Decides the same attempt with another payload.
 */
export function composeHeld(
  first: Verdict,
  transfer: TransferRecord,
  decide: (composed: TransferRecord) => Verdict,
): Verdict {
  const patch: JsonPatchOperation[] = [];
  let { payload } = transfer;
  let verdict = first;
  for (let round = 0; round < MOST_ROUNDS && verdict.decision === 'block'; round++) {
    const operations = operationsOf(verdict.reasons.filter(isRepaired));
    const next = operations.length === 0 ? null : applied(payload, operations);
    if (next === null) break;
    patch.push(...operations);
    payload = next.payload;
    verdict = decide({ ...transfer, payload });
  }
  if (patch.length === 0) return first;
  return { ...verdict, composed: { payload, patch, original: first.transfer.digest } };
}

function isRepaired({ code, held, fix }: Reason): boolean {
  if (REPAIRED.has(code)) return held != null;
  // A payload without the list: it is added whole.
  return code === 'payload.invalid' && (fix?.patch?.every(({ path }) => path === '/constraints') ?? false);
}

function applied(
  payload: JsonValue,
  operations: readonly JsonPatchOperation[],
): { readonly payload: JsonValue } | null {
  try {
    return { payload: patched(payload, operations) };
  } catch (error) {
    // Such as a payload that is no object.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
