import { sameText } from '../constraint/normalise-text.js';
import type { Constraint, EffectPattern, Modality } from '../model/constraint.js';

/** Two statements of one id say the same; where they were said may differ. */
export function sameStatement(a: Constraint, b: Constraint): boolean {
  return (
    a.text === b.text &&
    a.modality === b.modality &&
    a.scope === b.scope &&
    a.stated_by === b.stated_by &&
    samePatterns(a.forbids, b.forbids) &&
    samePatterns(a.requires, b.requires)
  );
}

/**
 * The codes of what is wrong with how a payload carries a constraint, against its first statement; none: it is
 * carried whole. Only what can be told without judging words: a reworded text is `unresolved` here.
 */
export function carriageFaults(first: Constraint, sent: readonly Constraint[]): string[] {
  const faults = new Set<string>();
  for (const entry of sent) {
    const modality = modalityFault(first.modality, entry.modality);
    if (modality !== null) faults.add(modality);
    if (entry.scope !== first.scope) {
      faults.add(first.scope === 'run' ? 'constraint.narrowed' : 'constraint.widened');
    }
    if (!sameText(first.text, entry.text)) faults.add('constraint.unresolved');
    const patterns =
      samePatterns(first.forbids, entry.forbids) && samePatterns(first.requires, entry.requires);
    if (!patterns) faults.add('constraint.retargeted');
    if (entry.stated_by !== first.stated_by || entry.stated_in !== first.stated_in) {
      faults.add('constraint.reattributed');
    }
  }
  if (sent.length > 1) faults.add('constraint.duplicated');
  return [...faults];
}

function modalityFault(held: Modality, sent: Modality): string | null {
  if (held === sent) return null;
  if (sent === 'preference') return 'constraint.weakened';
  return held === 'preference' ? 'constraint.strengthened' : 'constraint.modality_changed';
}

/** The same set of patterns; none given is an empty set. */
function samePatterns(a: readonly EffectPattern[] = [], b: readonly EffectPattern[] = []): boolean {
  const has = (list: readonly EffectPattern[], wanted: EffectPattern): boolean =>
    list.some((each) => each.kind === wanted.kind && each.target === wanted.target);
  return a === b || (a.every((each) => has(b, each)) && b.every((each) => has(a, each)));
}
