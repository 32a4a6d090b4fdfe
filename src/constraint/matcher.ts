import type { Constraint, KnownConstraint } from '../model/constraint.js';
import { sameText } from './normalise-text.js';

/**
 * Does a sent text still say what was stated. The port through which matching by meaning comes later: what cannot
 * be decided stays `unresolved`, and `unresolved` is not carried where a check blocks.
 */
export interface ConstraintMatcher {
  compare(held: KnownConstraint, sent: Constraint): 'same' | 'unresolved';
}

/** Decides by normalised text alone: whatever is reworded is unresolved. */
export const normalisedMatcher: ConstraintMatcher = {
  compare: (held, sent) => (sameText(held.text, sent.text) ? 'same' : 'unresolved'),
};
