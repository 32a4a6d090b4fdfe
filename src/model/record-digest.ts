import { type Digest, digestValue } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { RunRecord } from './record.js';

/**
 * Digest of a record's canonical JSON. That of a transfer leaves `delivered` out: it is what the gate decides, so that
 * an attempt has one digest before it is decided, in its verdict, and in the run's file.
 */
export function recordDigest(record: RunRecord): Digest {
  if (record.kind !== 'transfer') return digestValue(record as unknown as JsonValue);
  const { delivered: _, ...attempt } = record;
  return digestValue(attempt as unknown as JsonValue);
}
