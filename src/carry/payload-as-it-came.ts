import { isJsonArray, isJsonObject, type JsonValue } from '../canonical/json-value.js';
import type { JsonPatchOperation } from '../model/verdict.js';

export interface AsItCame {
  readonly payload: JsonValue;
  /** Ids of constraints that the gate wrote over: what the sender's own entries said is kept nowhere. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * A payload before the gate composed it, as far as its patch can be undone: what was added is taken out again. Of what
 * was replaced or removed nothing is kept; a replaced constraint is named, one that was removed stays out.
 */
export function payloadAsItCame(composed: JsonValue, patch: readonly JsonPatchOperation[]): AsItCame {
  const replaced = new Set<string>();
  if (!isJsonObject(composed)) return { payload: composed, replaced };
  const lists = new Map<string, (JsonValue | undefined)[]>();
  for (const field of LISTS) {
    const list = composed[field];
    if (isJsonArray(list)) lists.set(field, [...list]);
  }
  for (const operation of [...patch].reverse()) undo(lists, operation, replaced);
  const { constraints: _, discharged: __, ...others } = composed;
  const came = [...lists].map(([field, list]) => [field, list.filter((item) => item !== undefined)]);
  return { payload: { ...others, ...Object.fromEntries(came) }, replaced };
}

/** The lists that composing writes to. */
const LISTS = ['constraints', 'discharged'] as const;

function undo(
  lists: Map<string, (JsonValue | undefined)[]>,
  { op, path }: JsonPatchOperation,
  replaced: Set<string>,
): void {
  const [, field = '', at] = path.split('/');
  const list = lists.get(field);
  if (list === undefined) return;
  if (at === undefined) {
    // Added whole: the sender had none.
    if (op === 'add') lists.delete(field);
    return;
  }
  const index = at === '-' ? list.length - 1 : Number(at);
  if (op === 'add') list.splice(index, 1);
  // Its place is kept, so that what was done before it finds its own.
  else if (op === 'remove') list.splice(index, 0, undefined);
  else {
    const item = list[index];
    if (isJsonObject(item) && typeof item['id'] === 'string') replaced.add(item['id']);
  }
}
