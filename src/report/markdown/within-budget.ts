import { counted } from '../counted.js';
import { code } from './markdown-text.js';

/** What a comment on GitHub may hold, in characters. */
export const MOST_CHARACTERS = 65_536;
/** Left for what `comment` puts into the first lines: an id, and the run. */
const ROOM = 200;

/** A part of a comment that is shown whole or not at all. */
export interface Part {
  /** Asked for only while there is room: of ten thousand findings a hundred are written. */
  readonly text: () => string;
  /** What is said to be cut where this is: `text diff`. Empty: nothing is lost with it, such as a heading. */
  readonly what: string;
  /** Higher ones are cut first; among equal ones the last. 0 is never cut, and has to be short. */
  readonly cut: number;
}

/** A part that is never cut, and that nothing is lost with. */
export function kept(text: string): Part {
  return { text: () => text, what: '', cut: 0 };
}

/**
 * The parts in their order, with as many cut as it takes; where some were, `notice` says which. It stands where it is
 * seen: behind the parts that come first and are never cut.
 */
export function withinBudget(
  parts: readonly Part[],
  notice: (cut: readonly string[]) => string,
  most: number = MOST_CHARACTERS - ROOM,
): string {
  const order = parts.map((_, index) => index).sort((a, b) => rank(parts[a]) - rank(parts[b]) || a - b);
  const room = new Room(parts, order);
  const fitting = room.fitting(most);
  if (fitting === order.length) return room.assembled(order.length, '');
  // A notice is as long as its counts: with all that can be cut, it is at its longest.
  const longest = notice(kindsOf(parts.filter(({ cut }) => cut > 0))).length;
  const kept = room.fitting(most - longest);
  return room.assembled(kept, notice(room.cutKinds(kept)));
}

function rank(part: Part | undefined): number {
  return part?.cut ?? 0;
}

/** Parts by what is kept first, each written once. */
class Room {
  readonly #parts: readonly Part[];
  readonly #order: readonly number[];
  readonly #texts = new Map<number, string>();

  constructor(parts: readonly Part[], order: readonly number[]) {
    this.#parts = parts;
    this.#order = order;
  }

  /** How many of the order fit in so many characters. */
  fitting(most: number): number {
    let left = most;
    for (const [count, index] of this.#order.entries()) {
      left -= this.#text(index).length;
      if (left < 0 && rank(this.#parts[index]) > 0) return count;
    }
    return this.#order.length;
  }

  /** Of what comes after the first so many: what is cut first is told first. */
  cutKinds(kept: number): readonly string[] {
    return kindsOf(this.#order.slice(kept).map((index) => this.#parts[index] as Part));
  }

  assembled(count: number, notice: string): string {
    const kept = new Set(this.#order.slice(0, count));
    const first = this.#parts.findIndex((part) => part.cut > 0);
    return this.#parts
      .map((_, index) => `${index === first ? notice : ''}${kept.has(index) ? this.#text(index) : ''}`)
      .join('');
  }

  #text(index: number): string {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const text = this.#parts[index]?.text() ?? '';
    this.#texts.set(index, text);
    return text;
  }
}

/** `2 text diffs`: of parts in the order in which they are kept, the last ones first. */
function kindsOf(parts: readonly Part[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { what } of [...parts].reverse()) if (what !== '') counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => counted(count, what));
}

/** What was cut, and the command that shows it. */
export function noticeText(cut: readonly string[], whole: string): string {
  return `> **Cut to fit a comment:** ${cut.join(', ')}. All of it: ${code(whole, 400)}\n\n`;
}
