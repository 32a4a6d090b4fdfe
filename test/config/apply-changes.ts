import { applyPatch, type Operation } from 'rfc6902';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { ConfigChange } from '../../src/model/config.js';
import { objectOf } from './arbitrary-config.js';

/** The independent oracle: a library that applies RFC 6902. */
export function applied(before: JsonValue, changes: readonly ConfigChange[]): JsonValue {
  // In a holder, since the library cannot replace a whole document.
  const holder = { root: copy(before) };
  const faults = applyPatch(holder, changes.map(operationOf)).filter((fault) => fault !== null);
  if (faults.length > 0) throw new Error(`cannot be applied: ${JSON.stringify(faults)}`);
  return holder.root;
}

function operationOf({ op, path, from, after }: ConfigChange): Operation {
  const at = `/root${path}`;
  if (op === 'move') return { op, path: at, from: `/root${from}` };
  return op === 'remove' ? { op, path: at } : { op, path: at, value: copy(after ?? null) };
}

function copy(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** The library skips these keys. */
const SKIPPED = /"(?:__proto__|constructor|prototype)":/;

export function canBeApplied(...documents: readonly JsonValue[]): boolean {
  return !documents.some((document) => SKIPPED.test(JSON.stringify(document)));
}

/** One text for everything that means the same; by `Date`, not by our own reading of dates. */
export function meaning(value: JsonValue): string {
  return canonicalJson(settled(value));
}

function settled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value === 'string') {
    const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.0+)?(Z|[+-]\d\d:\d\d)$/.test(value);
    return date ? new Date(value).toISOString() : value;
  }
  if (value === null || typeof value !== 'object') return value;
  return objectOf(Object.entries(value).map(([key, member]) => [key, settled(member as JsonValue)]));
}
