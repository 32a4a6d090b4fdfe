/** Where something is in a text. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where it ends (exclusive), where known; on the same line unless `endLine` says otherwise. */
  readonly endLine?: number;
  readonly endColumn?: number;
}

/**
 * Something that the author of a file, or the sender of data, can fix. Prose is lower case without a final
 * period, the user's own text in backticks. A frame of the source is added by the report, never here.
 */
export interface Diagnostic {
  /** Stable, from the catalogue of codes (`explain CODE` tells more). */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong, and why it is. */
  readonly message: string;
  /** How to fix it. */
  readonly help?: string;
  /** Where: a place in a file, and/or a JSON Pointer into the data. */
  readonly span?: Span;
  readonly pointer?: string;
}

/** Thrown where bad input ends an operation; it holds every diagnostic, not only the first. */
export class DiagnosticError extends Error {
  override readonly name = 'DiagnosticError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly [Diagnostic, ...Diagnostic[]]) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join('\n'));
    this.diagnostics = diagnostics;
  }

  /** The first diagnostic's code. */
  get code(): string {
    return this.diagnostics[0]?.code ?? 'engine.internal';
  }
}

/** A DiagnosticError with one error of this code. */
export function failure(
  code: string,
  message: string,
  rest: Omit<Diagnostic, 'code' | 'severity' | 'message'> = {},
): DiagnosticError {
  return new DiagnosticError([{ code, severity: 'error', message, ...rest }]);
}
