import type { Constraint } from '../model/constraint.js';
import { normaliseText } from './normalise-text.js';

/**
 * Does a sent text read as weaker than its own modality field says: "try not to email the customer" that still
 * calls itself a prohibition. Not where the text of the first statement was hedged already.
 */
export function readsWeaker(held: Constraint, sent: Constraint): boolean {
  return sent.modality !== 'preference' && isHedged(sent.text) && !isHedged(held.text);
}

/** Does a text leave the reader a choice. It looks for words only, so silence proves nothing. */
export function isHedged(text: string): boolean {
  const words = normaliseText(text.replace(UNSEEN, '').toLowerCase()).toLowerCase();
  return HEDGES.some((hedge) => hedge.test(words)) || (WEAK_MODAL.test(words) && !STRONG.test(words));
}

// Here capitals and what cannot be seen say nothing: "TRY not to" is a hedge, and so is one with a soft hyphen in it.
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Each leaves a choice, whatever else the sentence says. */
const HEDGES: readonly RegExp[] = [
  /(?<!\b(?:not|never|to) )\b(?:try|tries|attempt|aim) (?:not )?to\b/,
  /\b(?:prefers?|preferably)\b/,
  /\b(?:is|are|be) (?:preferred|preferable|discouraged|optional|recommended)\b/,
  /\b(?:would|'d) rather\b/,
  /\bideally\b/,
  /\b(?:if|where|when|wherever|whenever|as far as|as much as) (?:at all )?(?:possible|practical|practicable|feasible|convenient|appropriate)\b/,
  /\b(?:if|where|when|whenever) you can\b/,
  /\bif (?:there is|you have) (?:the )?time\b/,
  /\bunless (?:it is )?(?:absolutely |really |strictly )?(?:necessary|needed|unavoidable)\b/,
  /\b(?:would|might|could) be (?:good|nice|great|better|best|helpful|preferable)\b/,
  /\b(?:please )?consider (?:not )?\w+ing\b/,
  /\b(?:customer|user|client|they|he|she) likes?\b/,
  /\bbe careful\b/,
  /\b(?:a|our|my) (?:suggestion|recommendation|preference)\b/,
  /\b(?:minimi[sz]e|keep to a minimum)\b/,
  /\bnot (?:very |too |so )?keen\b/,
  /\basked (?:whether|if)\b/,
  /\bbest effort\b/,
  /\bat (?:your|the \w+'s) discretion\b/,
];

/** Weak only where no stronger word stands beside it: "may not", "may only", "must not, as it may break". */
const WEAK_MODAL =
  /\b(?:should|might|could|may)\b(?! (?:not|only|never|under no|in no)\b)|\bshould (?:not|never)\b/;
const STRONG =
  /\b(?:must|shall|never|only|always|required?|requires|forbidden|prohibited|(?:do|does|will|may) not|cannot|ha(?:s|ve) to|needs? to)\b/;
