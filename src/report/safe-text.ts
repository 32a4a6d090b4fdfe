import { visible } from './code-frame.js';

/** Long enough for a sentence with two quoted texts, each of which is capped already. */
const LONGEST = 600;
const NAME = 64;

/**
 * Text of a run or of a contract, as it may go to a terminal: everything invisible is shown as a sign, and no text
 * is longer than a screen.
 */
export function safe(text: string, longest: number = LONGEST): string {
  const whole = visible(text);
  return whole.length > longest ? `${whole.slice(0, longest).replace(/[\ud800-\udbff]$/u, '')}…` : whole;
}

/** The same for a name: of an agent, a run, a record. */
export function safeName(text: string): string {
  return safe(text, NAME);
}
