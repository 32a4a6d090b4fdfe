import { applyPatch } from '../canonical/apply-patch.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { JsonPatchOperation, Reason } from '../model/verdict.js';

/**
 * The payload with every reason's patch applied; the one that is given stays as it was. Each operation is done once,
 * since two reasons may ask for the same; what is replaced comes first, then what is removed, from the end, then what
 * is added, so that no operation moves the place of another.
 *
 * Reasons without a patch are left: `fix.say` tells the sender what to do about those.
 *
 * @throws TypeError where an operation does not apply: then the reasons are not about this payload.
 */
export function repair(payload: JsonValue, reasons: readonly Reason[]): JsonValue {
  return patched(payload, operationsOf(reasons));
}

/** What the reasons' patches come to, as one patch. */
export function operationsOf(reasons: readonly Reason[]): JsonPatchOperation[] {
  const all = reasons.flatMap(({ fix }) => fix?.patch ?? []);
  const once = [...new Map(all.map((operation) => [JSON.stringify(operation), operation])).values()];
  return once.sort((a, b) => rank(a) - rank(b) || fromTheEnd(a, b));
}

/**
 * A copy of the payload, with these done in their order.
 *
 * @throws TypeError where one does not apply, or where they add more than `MOST_ADDED`.
 */
export function patched(payload: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  const repaired = structuredClone(payload);
  try {
    applyPatch(repaired, operations);
  } catch (error) {
    throw new TypeError(`the repair does not apply: ${(error as TypeError).message}`);
  }
  return repaired;
}

const ORDER: readonly JsonPatchOperation['op'][] = ['replace', 'remove', 'add'];

function rank({ op }: JsonPatchOperation): number {
  return ORDER.indexOf(op);
}

function fromTheEnd(a: JsonPatchOperation, b: JsonPatchOperation): number {
  return a.op === 'remove' ? lastIndex(b) - lastIndex(a) : 0;
}

function lastIndex({ path }: JsonPatchOperation): number {
  return Number(path.split('/').at(-1));
}
