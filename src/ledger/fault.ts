import { type Diagnostic, type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { LedgerCode } from './codes.js';

/** `failure` with a code that has a page. The message is ours: what a driver says may hold what was written. */
export function ledgerFault(
  code: LedgerCode,
  message: string,
  rest: Omit<Diagnostic, 'code' | 'severity' | 'message'> = {},
): DiagnosticError {
  return failure(code, message, rest);
}
