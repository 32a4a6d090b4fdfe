import type { Constraint } from '../model/constraint.js';

const LONGEST = 80;

/** A constraint in a few words, its text quoted and capped: messages can go back into prompts. */
export function sayWhat(constraint: Constraint): string {
  return `a ${constraint.modality} of scope ${constraint.scope}, \`${capped(constraint.text)}\``;
}

function capped(text: string): string {
  const line = text.replaceAll(/[\s`]+/gu, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
