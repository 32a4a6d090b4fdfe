import { differenceOf, NO_DIFFERENCE } from '../constraint/compare-constraint.js';
import { normalisedMatcher } from '../constraint/matcher.js';
import type { Constraint, KnownConstraint, Modality } from '../model/constraint.js';
import type { PairDifference } from '../model/facts.js';

/** Two statements of one id say the same; where they were said may differ, and how a text is typed may not. */
export function sameStatement(first: KnownConstraint, again: KnownConstraint): boolean {
  const { stated_in } = first;
  const differs = differenceOf(first, { ...again, stated_in }, normalisedMatcher);
  return first.text === again.text && differs === NO_DIFFERENCE;
}

const TRUST: Readonly<Record<string, number>> = { agent: 1, policy: 2, customer: 3 };

/**
 * How far a statement is trusted: by whom it says it is, and no further than who said it can speak for. Only a
 * message speaks for the customer.
 *
 * @param by who made the statement, where it was no message; null: a message, or the contract
 */
export function trustIn(statedBy: string, by: string | null): number {
  const most = by === null ? 3 : by === 'policy' ? 2 : 1;
  return Math.min(most, TRUST[statedBy] ?? 1);
}

/**
 * Does a later statement of an id take the place of the one that is held: where its speaker is trusted more, and
 * it does not make a preference of what was binding.
 */
export function replaces(
  held: KnownConstraint,
  trust: number,
  again: KnownConstraint,
  trustAgain: number,
): boolean {
  const softer = again.modality === 'preference' && held.modality !== 'preference';
  return trustAgain > trust && !softer;
}

/**
 * The codes of what is wrong with how a payload carries a constraint, against its first statement; none: it is
 * carried whole. Only what can be told without judging words: a reworded text is `unresolved` here, unless it
 * plainly reads as weaker.
 */
export function carriageFaults(first: KnownConstraint, sent: Constraint): readonly string[] {
  const differs = differenceOf(first, sent, normalisedMatcher);
  return differs === NO_DIFFERENCE ? NO_FAULTS : codesOf(differs);
}

export const NO_FAULTS: readonly string[] = [];

function codesOf(differs: PairDifference): string[] {
  const { modality, scope, text, hedged, forbids, requires, stated_by, stated_in } = differs;
  const codes: string[] = [];
  if (modality !== undefined) codes.push(modalityCode(modality.held, modality.sent));
  else if (hedged) codes.push('constraint.weakened');
  if (scope !== undefined) codes.push(scope.held === 'run' ? 'constraint.narrowed' : 'constraint.widened');
  if (text === 'unresolved') codes.push('constraint.unresolved');
  if (forbids !== undefined || requires !== undefined) codes.push('constraint.retargeted');
  if (stated_by !== undefined || stated_in !== undefined) codes.push('constraint.reattributed');
  return codes;
}

function modalityCode(held: Modality, sent: Modality): string {
  if (sent === 'preference') return 'constraint.weakened';
  return held === 'preference' ? 'constraint.strengthened' : 'constraint.modality_changed';
}
