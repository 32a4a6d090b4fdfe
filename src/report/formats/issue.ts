import { type Digest, digestValue } from '../../canonical/digest.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { visible } from '../code-frame.js';

export type IssueLevel = 'error' | 'warning' | 'note';

/** One thing that a report says is wrong, whatever the report is of: what SARIF and annotations are made from. */
export interface Issue {
  /** A code with a page. */
  readonly rule: string;
  readonly level: IssueLevel;
  /** One sentence. Not yet safe to show anywhere. */
  readonly message: string;
  readonly help: string | null;
  readonly place: IssuePlace | null;
  /** Where else it is, outermost first: a run, a hop, an edge. */
  readonly logical: readonly LogicalPlace[];
  /** What makes it this one: not its line, not its wording. The same for the same thing in the next report. */
  readonly fingerprint: Digest;
  /** It was let through, by whom and why; null: it was not. */
  readonly letThrough: string | null;
}

export interface IssuePlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface LogicalPlace {
  readonly kind: string;
  readonly name: string;
}

/** Over texts as they can be seen: half a surrogate has no canonical form. */
export function fingerprintOf(parts: Readonly<Record<string, string | number | null>>): Digest {
  const seen: Record<string, JsonValue> = {};
  for (const [key, part] of Object.entries(parts))
    seen[key] = typeof part === 'string' ? visible(part) : part;
  return digestValue(seen);
}

const LEVELS: readonly IssueLevel[] = ['error', 'warning', 'note'];

/** Worst first, else in their order: who shows only some shows the worst. */
export function worstFirst(issues: readonly Issue[]): readonly Issue[] {
  return LEVELS.flatMap((level) => issues.filter((issue) => issue.level === level));
}
