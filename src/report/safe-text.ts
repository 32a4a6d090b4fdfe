import { visible } from './code-frame.js';

/** Long enough for a sentence with two quoted texts, each of which is capped already. */
const LONGEST = 600;
const NAME = 64;

/**
 * Text of a run or of a contract, as it may go to a terminal: everything invisible is shown as a sign, and no text
 * is longer than a screen.
 */
export function safe(text: string, longest: number = LONGEST): string {
  const shown: string[] = [];
  let length = 0;
  // By whole characters, each as it is shown: a sign that is cut in two would be read as text.
  for (const character of text.slice(0, longest * 2)) {
    const sign = visible(character);
    length += sign.length;
    if (length > longest) return `${shown.join('')}…`;
    shown.push(sign);
  }
  return text.length > longest * 2 ? `${shown.join('')}…` : shown.join('');
}

/** The same for a name: of an agent, a run, a record. */
export function safeName(text: string): string {
  return safe(text, NAME);
}
