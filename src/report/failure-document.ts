import type { Diagnostic } from '../diagnostics/diagnostic.js';

export const FAILURE_SCHEMA = 'edge-contracts/failure/v1';

/** Why a command gave no result: `schemas/failure.schema.json`. */
export interface FailureDocument {
  readonly schema: typeof FAILURE_SCHEMA;
  readonly diagnostics: readonly Diagnostic[];
}
