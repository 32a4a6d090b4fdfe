import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { InternalError } from '../../diagnostics/failures.js';
import type { LedgerCode } from '../codes.js';
import { ledgerFault } from '../fault.js';

/** What was asked of the ledger: who only read has nothing to append again. */
export type Purpose = 'read' | 'write';

interface Words {
  readonly code: LedgerCode;
  readonly message: string;
  readonly help: Readonly<Record<Purpose, string>>;
}

/** By SQLite's result codes: its primary ones, but for those of which the extended one says more. */
const WORDS: Readonly<Record<number, Words>> = {
  1: word(
    'ledger.structure',
    'a table of the ledger is not as it was made',
    'run `ledger verify`, and restore a backup',
  ),
  3: word(
    'ledger.denied',
    'the ledger may not be opened by this account',
    'see the mode of the file and its folder',
  ),
  5: word(
    'ledger.locked',
    'another writer holds the ledger',
    'append again, or wait longer with `timeoutMs`',
    'read again, or wait longer with `timeoutMs`',
  ),
  6: word('ledger.locked', 'the ledger is locked within this process', 'append again', 'read again'),
  7: word(
    'ledger.unavailable',
    'there was no memory left to read or write the ledger',
    'append smaller batches',
    'ask for less at once, or give the process more memory',
  ),
  8: word('ledger.read_only', 'the ledger can only be read', 'make the file and its folder writable'),
  10: word(
    'ledger.unavailable',
    'the disk of the ledger failed to read or write',
    'see the system’s log, then open the ledger again',
  ),
  11: word(
    'ledger.damaged',
    'the database is damaged',
    'take a copy of all its files, then restore a backup',
  ),
  13: word(
    'ledger.full',
    'there is no room left for the ledger',
    'make room, then append again',
    'make room, then read again',
  ),
  14: word(
    'ledger.location',
    'the ledger cannot be opened at this place',
    'name a file in a folder that exists',
  ),
  19: word(
    'ledger.damaged',
    'the lists of the ledger do not agree: an entry or a run is there that one of them lacks',
    'run `ledger verify`, and restore a backup',
  ),
  22: word(
    'ledger.unavailable',
    'this system cannot hold a file as large as the ledger',
    'move the ledger, or prune it',
  ),
  26: word(
    'ledger.not_a_database',
    'the file is no SQLite database',
    'name the right file, or restore a backup',
  ),
};

/** A disk that is full shows as a fault of reading or writing where a file that is mapped, or a limit, is meant. */
const FULL_EXTENDED = new Set([4874]);
/** After these nobody knows what reached the disk, and the handle must not be trusted any more. */
const DOUBTFUL_PRIMARY = new Set([10, 11, 26]);

/** @param reading the help where nothing was to be written, if that is another one */
function word(code: LedgerCode, message: string, help: string, reading: string = help): Words {
  return { code, message, help: { read: reading, write: help } };
}

/** An error of the engine in our words. What the engine says is not passed on: it may quote what was written. */
export function sqliteFault(error: unknown, purpose: Purpose): Error {
  if (error instanceof DiagnosticError || error instanceof InternalError) return error;
  const result = resultOf(error);
  if (result === null)
    return error instanceof Error && error.name !== 'SqliteError' ? error : unknownFault(null);
  if (FULL_EXTENDED.has(result)) return told(WORDS[13] as Words, result, purpose);
  const words = WORDS[result & 0xff];
  return words === undefined ? unknownFault(result) : told(words, result, purpose);
}

/** Is the engine's own state in doubt after this error. */
export function isDoubtful(error: unknown): boolean {
  const result = resultOf(error);
  return result !== null && !FULL_EXTENDED.has(result) && DOUBTFUL_PRIMARY.has(result & 0xff);
}

export function isBusy(error: unknown): boolean {
  const result = resultOf(error);
  return result !== null && ((result & 0xff) === 5 || (result & 0xff) === 6);
}

/** SQLite's extended result code; null where the error is none of SQLite's. */
function resultOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('rawCode' in error && typeof error.rawCode === 'number') return error.rawCode;
  // What `libsql` throws where it cannot open a file has no code but in its text.
  const [, code] = /^ConnectionFailed\(".*: (\d+)"\)$/s.exec(error.message) ?? [];
  return code === undefined ? null : Number(code);
}

function told({ code, message, help }: Words, result: number, purpose: Purpose): Error {
  return ledgerFault(code, `${message} (SQLite ${result})`, { help: help[purpose] });
}

function unknownFault(result: number | null): Error {
  return ledgerFault(
    'ledger.unavailable',
    `the database refused what it was asked (SQLite ${result ?? 'without a code'})`,
    {
      help: 'report it, with the version and the code',
    },
  );
}
