/** What one reading may cost. */
export interface SourceLimits {
  /** Of a file, a body, or the rows of a query. */
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Values and keys, aliases written out. */
  readonly maxValues: number;
  /** Of a query. */
  readonly maxRows: number;
  /** For everything that one reading does, in milliseconds. */
  readonly deadlineMs: number;
}

export const SOURCE_LIMITS: SourceLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxDepth: 56,
  maxValues: 250_000,
  maxRows: 100_000,
  deadlineMs: 10_000,
};
