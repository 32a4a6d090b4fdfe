import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';

/** Why a version of a project cannot be compared: what is wrong with it, and which of the two it is. */
export function sideFailure(
  which: 'base' | 'head',
  label: string,
  diagnostics: readonly Diagnostic[],
): DiagnosticError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`;
  const first: Diagnostic = {
    code: `diff.${which}`,
    severity: 'error',
    message: `the ${which} version, \`${label}\`, does not compile (${count}); nothing was compared`,
    help: which === 'base' ? 'compare with a version that compiles' : 'correct its errors first',
  };
  return new DiagnosticError([first, ...errors]);
}
