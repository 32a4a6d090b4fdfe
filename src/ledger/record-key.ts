import type { LedgerRecord } from '../model/ledger.js';

/** The run that a record belongs to; null for a note of none. */
export function runOf(record: LedgerRecord): string | null {
  return 'run' in record ? record.run : null;
}

/** The record's name within its run. Two records with one key are one thing told twice. */
export function keyOf(record: LedgerRecord): string {
  switch (record.kind) {
    case 'transfer':
      return `transfer/${record.hop}/${record.attempt}`;
    case 'config':
      return `config/${record.source}/${record.hop}/${record.attempt ?? 1}/${record.moment}`;
    case 'closed':
      return 'closed';
    default:
      return `${record.kind}/${record.id}`;
  }
}

/** The edge that it is about; null where it is about none. */
export function edgeOf(record: LedgerRecord): string | null {
  switch (record.kind) {
    case 'transfer':
      return record.edge ?? `${record.from}--${record.to}`;
    case 'verdict':
      return record.verdict.transfer.edge;
    case 'override':
      return record.edge;
    case 'alert':
      return record.alert.edge;
    default:
      return null;
  }
}
