/** What JUnit XML tells of: cases in suites, each with what was wrong in it. */
export interface Suite {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
}

export interface SuiteCase {
  readonly name: string;
  /** What servers group cases by: an edge, a file. */
  readonly group: string;
  readonly seconds: number;
  /** What the case is there to find. */
  readonly failures: readonly Fault[];
  /** What kept it from being judged. */
  readonly errors: readonly Fault[];
  /** Why it does not count; null: it does. */
  readonly skipped: string | null;
  /** What is said besides. */
  readonly notes: readonly string[];
}

export interface Fault {
  readonly type: string;
  readonly message: string;
  /** Lines: help, places. */
  readonly details: readonly string[];
}

/** A case in which nothing is wrong, to say what is. */
export function caseOf(name: string, group: string, rest: Partial<SuiteCase> = {}): SuiteCase {
  return { name, group, seconds: 0, failures: [], errors: [], skipped: null, notes: [], ...rest };
}
