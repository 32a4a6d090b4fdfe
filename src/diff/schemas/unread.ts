import { numberView, wholeStep } from './number-view.js';
import { parsePattern } from './pattern/parse-pattern.js';
import type { Leaf } from './prover.js';

/** Why a way may have stayed open: what of its facts is not understood here. Null: all of it is. */
export function unreadOf(leaf: Leaf): string | null {
  for (const { atom, is } of leaf.facts) {
    if (atom.about === 'unclear') return atom.reason;
    if (atom.about === 'pattern' && parsePattern(atom.pattern) === null) {
      return `the pattern ${JSON.stringify(atom.pattern)} is of a form that is not compared with others`;
    }
    if (atom.about === 'format' && !is)
      return `what has the format ${JSON.stringify(atom.format)} is not known here`;
    if (atom.about === 'multiple' && !is && wholeStep(numberView(leaf)) !== null) {
      return 'large numbers are not divided exactly: with `minimum` and `maximum` more could be said';
    }
  }
  return null;
}
