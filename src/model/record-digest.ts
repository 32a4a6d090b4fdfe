import { withCanonicalBytes } from '../canonical/canonical-json.js';
import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import type { RunRecord } from './record.js';

/**
 * Digest of a record's canonical JSON. That of a transfer leaves `delivered` out: it is what the gate decides, so that
 * an attempt has one digest before it is decided, in its verdict, and in the run's file.
 */
export function recordDigest(record: RunRecord): Digest {
  return countedDigest(record as unknown as JsonValue).digest;
}

/** The same of a value that may be a record, and how many members its objects have: one walk tells both. */
export function countedDigest(value: JsonValue): { readonly digest: Digest; readonly members: number } {
  const omitted = isJsonObject(value) && value['kind'] === 'transfer' ? 'delivered' : undefined;
  return withCanonicalBytes(value, (bytes, members) => ({ digest: digestBytes(bytes), members }), omitted);
}

/**
 * Digest of a run's records in their order, each whole: what a run verdict was judged on. That an attempt was delivered
 * counts here, because what was held after it depends on that.
 */
export function runDigest(records: readonly RunRecord[]): Digest {
  return digestValue(records as unknown as JsonValue);
}
