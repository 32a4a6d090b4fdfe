import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { FAILURE_SCHEMA } from '../report/failure-document.js';
import { diagnosticsText } from '../report/diagnostics-text.js';
import { EXIT, type ExitCode, worstOf } from './exit-code.js';
import { exitOf } from './failures.js';
import { type Io, jsonText } from './io.js';

/** Why a command gave no result: as text, or with `--json` as a document of its own, `schemas/failure.schema.json`. */
export function tellFailure(diagnostics: readonly Diagnostic[], json: boolean | undefined, io: Io): ExitCode {
  if (json === true) io.out(jsonText({ schema: FAILURE_SCHEMA, diagnostics }));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint }));
  return worstOf([EXIT.invalid, ...exitOf(diagnostics)]);
}
