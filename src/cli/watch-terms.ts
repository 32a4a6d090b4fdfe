import { findProject } from '../compile/find-project.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { WatchTerms } from '../monitor/edge-watch.js';
import type { Io } from './io.js';
import { openGate } from './open-gate.js';

const NO_CONTRACTS: WatchTerms = { manifest: { edges: [] }, terms: { edgeOf: () => null } };

/**
 * What the project's contracts say of its edges. Without any a ledger is still shown: then nothing has a threshold.
 *
 * @throws DiagnosticError for contracts that are wrong, or that were named and are not there
 */
export async function watchTerms(io: Io, contracts?: string): Promise<WatchTerms> {
  try {
    const found = await findProject(io.cwd, contracts);
    const gate = await openGate(io, found, contracts === undefined ? {} : { contracts });
    const { manifest, terms } = gate;
    gate.close();
    return { manifest, terms };
  } catch (error) {
    const none = error instanceof DiagnosticError && error.code === 'compile.no_contracts';
    if (!none || contracts !== undefined) throw error;
    return NO_CONTRACTS;
  }
}
