import { type Digest, digestValue } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { RunRecord } from './record.js';

/**
 * Digest of a record's canonical JSON. That of a transfer leaves `delivered` out: it is what the gate decides, so that
 * an attempt has one digest before it is decided, in its verdict, and in the run's file.
 *
 * @param unescaped See `canonicalJson`.
 */
export function recordDigest(record: RunRecord, unescaped = false): Digest {
  if (record.kind !== 'transfer') return digestValue(record as unknown as JsonValue, unescaped);
  const { delivered: _, ...attempt } = record;
  return digestValue(attempt as unknown as JsonValue, unescaped);
}

/**
 * Digest of a run's records in their order, each whole: what a run verdict was judged on. That an attempt was delivered
 * counts here, because what was held after it depends on that.
 */
export function runDigest(records: readonly RunRecord[]): Digest {
  return digestValue(records as unknown as JsonValue);
}
