import { digestValue } from '../../canonical/digest.js';
import { InternalError } from '../../diagnostics/failures.js';
import type { Change, Finding, FindingLevel } from '../../model/policy-diff.js';
import type { Detection } from '../detect/detect-changes.js';
import type { CompareSchemas, JudgeScene, Rule } from './rule.js';
import { actorOf } from './rules/effect-rules.js';
import { RULES } from './rules.js';

/** A finding before its claim is shown and its waiver is looked up. */
export type JudgedChange = Omit<Finding, 'claim' | 'waiver'>;

/** Every change, judged by the one rule that is for it; worst first, then by edge. */
export function judgeChanges(detection: Detection, compareSchemas: CompareSchemas): readonly JudgedChange[] {
  const { uncovered } = detection;
  const pairs = new Map(detection.pairing.pairs.map((pair) => [pair.head.metadata.name, pair]));
  return detection.changes
    .map((change) =>
      judged(change, { pair: pairs.get(change.edge ?? '') ?? null, compareSchemas, uncovered }),
    )
    .sort(worstFirst);
}

function judged(change: Change, scene: JudgeScene): JudgedChange {
  const rule = ruleFor(change, scene);
  const { id, direction, level } = rule;
  const breaks = narrowed(rule, change);
  return {
    rule: id,
    change,
    direction,
    breaks,
    level,
    message: rule.says(change),
    fingerprint: printOf(id, change),
  };
}

/** @throws InternalError where not exactly one rule is for the change. */
export function ruleFor(change: Change, scene: JudgeScene): Rule {
  const fitting = RULES.filter(({ kind, when }) => kind === change.kind && (when?.(change, scene) ?? true));
  const [rule, ...more] = fitting;
  if (rule === undefined || more.length > 0)
    throw new InternalError(`${fitting.length} rules are for a change of the kind ${change.kind}`);
  return rule;
}

/** A declared effect is the sender's or the receiver's, not both's. */
function narrowed({ breaks }: Rule, change: Change): Rule['breaks'] {
  const one = ['effectAdded', 'effectRemoved'].includes(change.kind) && breaks.length > 1;
  return one ? [actorOf(change)] : breaks;
}

/**
 * What a waiver is bound to: the rule, the edge and the values. It stays the same when lines move, and is another when
 * the change is: a waiver does not outlive what it waived.
 */
function printOf(rule: string, { edge, subject, before, after }: Change): Finding['fingerprint'] {
  return digestValue({ rule, edge, subject, before, after });
}

const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];

function worstFirst(a: JudgedChange, b: JudgedChange): number {
  const byLevel = LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);
  if (byLevel !== 0) return byLevel;
  return orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0;
}

function orderOf({ change, rule, fingerprint }: JudgedChange): string {
  return JSON.stringify([change.edge ?? '', rule, change.subject ?? '', fingerprint]);
}
