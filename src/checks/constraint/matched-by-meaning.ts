import { InternalError } from '../../diagnostics/failures.js';
import type { Check } from '../check.js';

/** What only matching by meaning can tell apart; until then such a text is `constraint.unresolved`. */
function later(code: string, title: string): Check {
  return {
    code,
    title,
    why: 'A text that says something else than what was stated does not carry it.',
    fix: 'Carry the words of the first statement. In this version every other wording is `constraint.unresolved`.',
    default: 'block',
    missing: 'matching by meaning is not in this version; other words are `constraint.unresolved`',
    needs: ['constraints'],
    proofs: {},
    reason() {
      throw new InternalError(`${code} is not in this version, and yet it failed`);
    },
  };
}

export const constraintMutated: Check = later(
  'constraint.mutated',
  'numbers, ids, amounts, dates and names in the text are unchanged',
);

export const constraintContradicted: Check = later(
  'constraint.contradicted',
  'the text does not say the opposite',
);
