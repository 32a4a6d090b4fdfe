import { canonicalJson } from '../canonical/canonical-json.js';
import type { Digest } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { LedgerKind, LedgerRecord } from '../model/ledger.js';
import { edgeOf, keyOf, runOf } from './record-key.js';
import { commitOf, sealRecord } from './seal-entry.js';
import { utcTime } from './utc-time.js';

/** A record, ready to become an entry: all that does not depend on what is in the ledger. */
export interface PreparedRecord {
  readonly record: LedgerRecord;
  readonly run: string | null;
  readonly kind: LedgerKind;
  readonly key: string;
  readonly edge: string | null;
  readonly at: string;
  readonly place: number | null;
  readonly body: string;
  readonly content: string | null;
  readonly salt: string;
  readonly commit: Digest;
}

export function prepareRecord(record: LedgerRecord): PreparedRecord {
  return {
    record,
    run: runOf(record),
    kind: record.kind,
    key: keyOf(record),
    edge: edgeOf(record),
    at: utcTime(record.at),
    place: 'seq' in record ? (record.seq ?? null) : null,
    ...sealRecord(record),
  };
}

/** Is it the very record that an entry with this salt and commitment was made of. */
export function isSameRecord({ record }: PreparedRecord, salt: string, commit: Digest): boolean {
  return commitOf(record, salt) === commit;
}

/** The record as it came, for a list of what was refused. */
export function wholeText({ record }: PreparedRecord): string {
  return canonicalJson(record as unknown as JsonValue);
}
