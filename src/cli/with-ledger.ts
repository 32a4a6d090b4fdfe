import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Ledger } from '../ledger/ledger.js';
import { diagnosticsOf } from './failures.js';
import type { Io } from './io.js';
import { type LedgerFlags, type OpenLedgerOptions, openProjectLedger } from './open-ledger.js';

/**
 * Opens the project's ledger, does something with it, and closes it.
 *
 * @returns What came of it, or what is to be told of what was thrown.
 */
export async function withLedger<T>(
  io: Io,
  flags: LedgerFlags,
  options: OpenLedgerOptions,
  use: (ledger: Ledger) => Promise<T>,
): Promise<{ readonly result: T } | { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    const ledger = await openProjectLedger(io, flags, options);
    try {
      return { result: await use(ledger) };
    } finally {
      await ledger.close();
    }
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}
