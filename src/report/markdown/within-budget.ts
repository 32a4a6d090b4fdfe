import { counted } from '../counted.js';
import { code } from './markdown-text.js';

/** What a comment on GitHub may hold, in characters. */
export const MOST_CHARACTERS = 65_536;

/** A part of a comment that is shown whole or not at all. */
export interface Part {
  readonly text: string;
  /** What is said to be cut where this is: `text diff`. Empty: nothing is lost with it, such as a heading. */
  readonly what: string;
  /** Higher ones are cut first; among equal ones the last. 0 is never cut. */
  readonly cut: number;
}

/**
 * The parts in their order, with as many cut as it takes; where some were, `notice` says which. It stands where it is
 * seen: behind the parts that are never cut and come first.
 */
export function withinBudget(
  parts: readonly Part[],
  notice: (cut: readonly string[]) => string,
  most: number = MOST_CHARACTERS,
): string {
  const whole = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (whole <= most) return parts.map(({ text }) => text).join('');
  const order = cuttable(parts);
  const cut = new Set<Part>();
  // The notice is as long as the counts in it: with every kind in it, it is at its longest.
  let left = whole + notice(cutKinds(order)).length;
  for (const part of order) {
    if (left <= most) break;
    left -= part.text.length;
    cut.add(part);
  }
  return assembled(parts, cut, notice(cutKinds(order.filter((part) => cut.has(part)))));
}

function cuttable(parts: readonly Part[]): readonly Part[] {
  return parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => part.cut > 0)
    .sort((a, b) => b.part.cut - a.part.cut || b.index - a.index)
    .map(({ part }) => part);
}

/** `2 text diffs`, in the order in which they were cut. */
function cutKinds(cut: readonly Part[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { what } of cut) if (what !== '') counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => counted(count, what));
}

function assembled(parts: readonly Part[], cut: ReadonlySet<Part>, notice: string): string {
  const first = parts.findIndex(({ cut: rank }) => rank > 0);
  const texts = parts.map(
    (part, index) => `${index === first ? notice : ''}${cut.has(part) ? '' : part.text}`,
  );
  return texts.join('');
}

/** What was cut, and the command that shows it. */
export function noticeText(cut: readonly string[], whole: string): string {
  return `> **Cut to fit a comment:** ${cut.join(', ')}. All of it: ${code(whole, 400)}\n\n`;
}
