import { DatabaseError } from 'pg';
import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { ledgerFault } from '../fault.js';
import { PostgresFault } from '../../postgres/postgres-fault.js';
import type { LedgerCode } from '../codes.js';

/** What was asked of the database: who only read has nothing to append again. */
export type Purpose = 'read' | 'write';

const AGAIN: Readonly<Record<Purpose, string>> = {
  read: 'nothing was read; ask again when the database answers',
  write: 'nothing of it was written; append it again when the database answers',
};

const STATES: readonly (readonly [RegExp, LedgerCode, string])[] = [
  [/^55P03$/, 'ledger.locked', 'another writer held the ledger for too long'],
  [/^57014$|^25P0[34]$/, 'ledger.timeout', 'the database took too long'],
  [/^28|^42501$/, 'ledger.denied', 'the database refused the role'],
  [/^25006$/, 'ledger.read_only', 'the server takes no writes: it is a standby, or set to read only'],
  [/^53100$/, 'ledger.full', 'the disk of the database is full'],
  [/^08(?!P01)|^57P|^53|^40|^3D/, 'ledger.unavailable', 'the database is not available'],
];

/** What a statement failed of. A server's message quotes the statement and its values; its SQLSTATE does not. */
export function databaseFault(thrown: unknown, purpose: Purpose): DiagnosticError {
  if (thrown instanceof DiagnosticError) return thrown;
  if (thrown instanceof PostgresFault) return faultOfConnection(thrown);
  if (thrown instanceof DatabaseError) return faultOfState(thrown.code ?? '', purpose);
  const code = systemCode(thrown);
  return ledgerFault(
    'ledger.unavailable',
    `the database could not be reached, or the connection broke${code === '' ? '' : ` (${code})`}`,
    { help: AGAIN[purpose] },
  );
}

/** After COMMIT was sent, only its answer tells what became of it. */
export function commitFault(thrown: unknown): DiagnosticError {
  const why = databaseFault(thrown, 'write').diagnostics[0]?.message ?? 'no answer';
  return ledgerFault(
    'ledger.outcome_unknown',
    `it is not known whether the transaction was committed: ${why}`,
    {
      help: 'append the same again: what is there already is not written twice',
    },
  );
}

export function tooLate(what: string, ms: number, purpose: Purpose): DiagnosticError {
  return ledgerFault('ledger.timeout', `${what} took longer than ${ms} ms`, { help: AGAIN[purpose] });
}

export function closedFault(): DiagnosticError {
  return ledgerFault('ledger.closed', 'the ledger was closed', { help: 'open it again' });
}

function faultOfConnection({ kind, message }: PostgresFault): DiagnosticError {
  if (kind === 'connection_string')
    return ledgerFault('ledger.location', message, {
      help: 'write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    });
  return ledgerFault(kind === 'no_password' ? 'ledger.denied' : 'ledger.unavailable', message);
}

function faultOfState(state: string, purpose: Purpose): DiagnosticError {
  for (const [form, code, what] of STATES)
    if (form.test(state)) return ledgerFault(code, `${what} (SQLSTATE ${state})`, { help: AGAIN[purpose] });
  const told = /^[0-9A-Z]{5}$/.test(state) ? ` (SQLSTATE ${state})` : '';
  return ledgerFault(
    'ledger.damaged',
    `a table of the ledger is not as it was made, or the database is damaged${told}`,
  );
}

/** Only what looks like one of node's own codes. */
function systemCode(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(code) ? code : '';
}
