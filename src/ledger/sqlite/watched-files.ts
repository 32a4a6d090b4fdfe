import { statSync } from 'node:fs';
import { ledgerFault } from '../fault.js';
import { IN_MEMORY } from './open-database.js';

/**
 * Are the database and its log still the files that were opened. Who removes, renames or replaces one while it is open
 * is not noticed by SQLite, which goes on writing to files that have no name any more.
 */
export class WatchedFiles {
  readonly #paths: readonly string[];
  readonly #seen: (string | null)[];

  constructor(path: string) {
    this.#paths = path === IN_MEMORY ? [] : [path, `${path}-wal`];
    this.#seen = this.#paths.map(identity);
  }

  /** @throws DiagnosticError `ledger.gone` */
  check(): void {
    this.#paths.forEach((path, index) => {
      const now = identity(path);
      // The log is there from the first write on.
      this.#seen[index] ??= now;
      if (now === null || now !== this.#seen[index]) throw gone();
    });
  }
}

function identity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}

function gone(): Error {
  return ledgerFault('ledger.gone', 'the ledger’s file was removed, renamed or replaced while it was open', {
    help: 'put the file back, open the ledger again, and append the same again',
  });
}
