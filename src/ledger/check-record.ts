import { isJsonObject } from '../canonical/json-value.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SchemaFault } from '../model/facts.js';
import { LEDGER_NOTE_SCHEMA, type LedgerKind, type LedgerRecord } from '../model/ledger.js';
import { notJson } from '../model/not-json.js';
import { validateRecord } from '../model/validate-record.js';
import type { LedgerCode } from './codes.js';
import { noteFaults } from './note-faults.js';
import { edgeOf, keyOf, runOf } from './record-key.js';

/** What is wrong with a value that is to be appended; nothing where it is a record of a run, or a note. */
export function recordFaults(value: unknown): readonly SchemaFault[] {
  if (!isJsonObject(value) || value['schema'] !== LEDGER_NOTE_SCHEMA) {
    const checked = validateRecord(value);
    return 'faults' in checked ? checked.faults : [];
  }
  const strange = notJson(value);
  return strange === undefined ? noteFaults(value) : [strange];
}

/** Of the names that are columns of their own: what no database can hold. */
export function nameFault(record: LedgerRecord): string | null {
  const names = { run: runOf(record), key: keyOf(record), edge: edgeOf(record) };
  const [found] = Object.entries(names).filter(([, name]) => name?.includes('\0'));
  return found === undefined
    ? null
    : `the record’s ${found[0]} has a NUL character, which no database can hold`;
}

/** Only the ledger knows what it is, and what it took out: somebody else's word on it would cover up what is gone. */
const ITS_OWN: readonly LedgerKind[] = ['checkpoint', 'erasure'];

/** One diagnostic a fault, each with the place of its record in the batch. */
export function diagnosticsOf(values: readonly unknown[]): Diagnostic[] {
  return values.flatMap((value, index) => {
    const faults = recordFaults(value);
    if (faults.length > 0) return faults.map(({ at, message }) => told(index, 'ledger.record', message, at));
    const { kind } = value as LedgerRecord;
    if (ITS_OWN.includes(kind))
      return [told(index, 'ledger.record', `the ledger writes each ${kind} itself`, '/kind')];
    const name = nameFault(value as LedgerRecord);
    return name === null ? [] : [told(index, 'ledger.name', name, '')];
  });
}

function told(index: number, code: LedgerCode, message: string, at: string): Diagnostic {
  const where = `record ${index} of the batch`;
  return { code, severity: 'error', message: `${where}: ${message}`, pointer: `/${index}${at}` };
}
