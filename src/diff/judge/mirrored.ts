import type { Broken, Change, ChangeKind, Direction, FindingLevel } from '../../model/policy-diff.js';
import type { Rule } from './rule.js';

/** One of two rules that mirror each other, without what both have. */
export interface Half {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly direction: Direction;
  readonly breaks?: readonly Broken[];
  readonly level: FindingLevel;
  readonly when?: NonNullable<Rule['when']>;
  readonly says: (change: Change) => string;
}

/** Two rules, each the mirror of the other. */
export function mirrored(one: Half, other: Half): readonly [Rule, Rule] {
  return [
    { breaks: [], ...one, mirror: other.id },
    { breaks: [], ...other, mirror: one.id },
  ];
}

/** A rule whose reverse is judged by itself. */
export function symmetric(rule: Half): Rule {
  return { breaks: [], ...rule, mirror: rule.id };
}
