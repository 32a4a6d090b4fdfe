import type { Constraint, EffectPattern, KnownConstraint } from '../model/constraint.js';
import type { PairDifference, PatternDifference } from '../model/facts.js';
import type { ConstraintMatcher } from './matcher.js';
import { readsWeaker } from './reads-weaker.js';

/** Sent as it was stated. One object, so that telling it costs a comparison. */
export const NO_DIFFERENCE: PairDifference = Object.freeze({});

/** What differs between a constraint's first statement and what is sent: only that, and `NO_DIFFERENCE` for nothing. */
export function differenceOf(
  held: KnownConstraint,
  sent: Constraint,
  matcher: ConstraintMatcher,
): PairDifference {
  if (isVerbatim(held, sent)) return NO_DIFFERENCE;
  const reworded = held.text !== sent.text && matcher.compare(held, sent) === 'unresolved';
  const forbids = patternDifference(held.forbids, sent.forbids);
  const requires = patternDifference(held.requires, sent.requires);
  const differs: PairDifference = {
    ...(held.modality !== sent.modality && { modality: { held: held.modality, sent: sent.modality } }),
    ...(held.scope !== sent.scope && { scope: { held: held.scope, sent: sent.scope } }),
    ...(reworded && { text: 'unresolved' as const }),
    ...(reworded && readsWeaker(held, sent) && { hedged: true as const }),
    ...(forbids !== null && { forbids }),
    ...(requires !== null && { requires }),
    ...(held.stated_by !== sent.stated_by && { stated_by: { held: held.stated_by, sent: sent.stated_by } }),
    ...(held.stated_in !== sent.stated_in && { stated_in: { held: held.stated_in, sent: sent.stated_in } }),
  };
  return Object.keys(differs).length === 0 ? NO_DIFFERENCE : differs;
}

/** The common case: every field as it was stated, patterns in the same order. */
function isVerbatim(held: KnownConstraint, sent: Constraint): boolean {
  return (
    held === sent ||
    (held.text === sent.text &&
      held.modality === sent.modality &&
      held.scope === sent.scope &&
      held.stated_by === sent.stated_by &&
      held.stated_in === sent.stated_in &&
      sameList(held.forbids, sent.forbids) &&
      sameList(held.requires, sent.requires))
  );
}

const NO_PATTERNS: readonly EffectPattern[] = [];

function sameList(
  held: readonly EffectPattern[] = NO_PATTERNS,
  sent: readonly EffectPattern[] = NO_PATTERNS,
): boolean {
  if (held === sent) return true;
  if (held.length !== sent.length) return false;
  for (let index = 0; index < held.length; index += 1) {
    if (held[index]?.kind !== sent[index]?.kind || held[index]?.target !== sent[index]?.target) return false;
  }
  return true;
}

/** Compared as sets: order and repetition say nothing, and no list is an empty one. Null where nothing differs. */
function patternDifference(
  held: readonly EffectPattern[] = NO_PATTERNS,
  sent: readonly EffectPattern[] = NO_PATTERNS,
): PatternDifference | null {
  if (sameList(held, sent)) return null;
  const lost = without(held, sent);
  const added = without(sent, held);
  return lost.length + added.length === 0 ? null : { lost, added };
}

function without(patterns: readonly EffectPattern[], others: readonly EffectPattern[]): EffectPattern[] {
  const seen = new Set(others.map(key));
  const left: EffectPattern[] = [];
  for (const pattern of patterns) {
    if (seen.has(key(pattern))) continue;
    seen.add(key(pattern));
    left.push({ kind: pattern.kind, target: pattern.target });
  }
  return left;
}

// As JSON: a text that holds any separator of ours must not make two pairs look alike.
function key(pattern: EffectPattern): string {
  return JSON.stringify([pattern.kind, pattern.target]);
}
