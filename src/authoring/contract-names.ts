import { FORMS } from '../contract/forms.js';

/** Can a contract name this agent: some names of recorded agents it refuses, however they are written. */
export function isAgentName(text: string): boolean {
  return FORMS.agent.test(text) && isPrintable(text);
}

/** Can it hold this key, source or target. */
export function isName(text: string): boolean {
  return FORMS.line.test(text) && isPrintable(text) && text !== '__proto__';
}

/** Control characters are refused in contracts, also escaped. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
