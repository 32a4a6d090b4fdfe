import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { EngineFailure } from '../evaluate/policy.js';
import { OpaError } from '../opa/opa-error.js';
import { SourceFault } from '../sources/source-fault.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** What a command reports of something that was thrown; null for a bug of ours, which `main` reports. */
export function diagnosticsOf(thrown: unknown): readonly Diagnostic[] | null {
  if (thrown instanceof DiagnosticError) return thrown.diagnostics;
  if (
    thrown instanceof EngineFailure ||
    thrown instanceof SourceFault ||
    (thrown instanceof OpaError && thrown.code.startsWith('compiler.'))
  ) {
    return [{ code: thrown.code, severity: 'error', message: thrown.message }];
  }
  return null;
}

/** The tool failed, or what it was given is wrong, or neither. */
export function exitOf(diagnostics: readonly Diagnostic[]): readonly ExitCode[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ code }) => (FAILED.test(code) ? EXIT.failed : EXIT.invalid));
}

/** Not what was given is wrong, but what it is given to. */
const FAILED =
  /^(?:engine|compiler)\.|^comment\.(?:denied|redirected|unavailable|unexpected)$|^ledger\.(?:unavailable|timeout|denied|locked|full|read_only|damaged|gone|durability|server|closed|erase_unfinished)$/;
