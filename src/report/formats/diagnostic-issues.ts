import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { fingerprintOf, type Issue } from './issue.js';

/** Diagnostics of any command. */
export function diagnosticIssues(diagnostics: readonly Diagnostic[]): readonly Issue[] {
  return diagnostics.map(({ code, severity, message, help, span, pointer }) => ({
    rule: code,
    level: severity,
    message,
    help: help ?? null,
    place: span ?? null,
    logical: pointer === undefined || pointer === '' ? [] : [{ kind: 'data', name: pointer }],
    // A place in the data stays the same when a word of the message does not.
    fingerprint: fingerprintOf({ rule: code, file: span?.file ?? null, subject: pointer || message }),
    letThrough: null,
  }));
}
