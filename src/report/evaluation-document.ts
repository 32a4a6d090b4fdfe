import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { RunVerdict, Verdict } from '../model/verdict.js';
import type { JudgedRun } from './evaluation-text.js';

export const EVALUATION_SCHEMA = 'edge-contracts/evaluation/v1';

/** `schemas/evaluation.schema.json`. */
export interface EvaluationDocument {
  readonly schema: typeof EVALUATION_SCHEMA;
  readonly transfers: readonly Verdict[];
  readonly runs: readonly RunVerdict[];
  /** What kept the records or the contracts from being read; then nothing was evaluated. */
  readonly diagnostics: readonly Diagnostic[];
}

export function evaluationDocument({
  runs,
  diagnostics,
}: {
  readonly runs: readonly JudgedRun[];
  readonly diagnostics: readonly Diagnostic[];
}): EvaluationDocument {
  return {
    schema: EVALUATION_SCHEMA,
    transfers: runs.flatMap(({ transfers }) => transfers),
    runs: runs.map(({ run }) => run),
    diagnostics,
  };
}
