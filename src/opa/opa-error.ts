/** One error at one place of one Rego module. */
export interface OpaProblem {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly row: number;
  readonly col: number;
  /** What OPA says beyond the message, e.g. the fields that a schema has. */
  readonly details?: readonly string[];
}

/**
 * A request to the embedded OPA that was not answered with a result.
 *
 * `compiler.*` codes are about the compiler itself: `compiler.timeout`, `compiler.crashed`, `compiler.out_of_memory`,
 * `compiler.tampered`, `compiler.missing`, `compiler.closed`. The others come from the request: `rego` (its modules do
 * not parse or compile; see `problems`), `invalid_request`, `panic`, `internal`.
 */
export class OpaError extends Error {
  override readonly name = 'OpaError';
  readonly code: string;
  readonly problems: readonly OpaProblem[];

  constructor(code: string, message: string, problems: readonly OpaProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}
