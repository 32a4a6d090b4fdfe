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
  /** A line that stands in its place where it is cut. There is room for these before anything that can be cut. */
  readonly line?: () => string;
  /** A heading, of what it stands over: it is shown with any of it. */
  readonly over?: readonly Part[];
}

/** A part that is never cut, and that nothing is lost with. */
export function kept(text: string): Part {
  return { text: () => text, what: '', cut: 0 };
}

/** A heading that does not stand over nothing, and what it stands over. */
export function section(heading: string, parts: readonly Part[]): readonly Part[] {
  return parts.length === 0 ? [] : [{ ...kept(`### ${heading}\n\n`), over: parts }, ...parts];
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
  const room = new Room(parts);
  const fitting = room.fitting(most);
  if (fitting === room.steps) return room.assembled(room.steps, '');
  const keeps = room.fitting(most - notice(room.allKinds()).length);
  return room.assembled(keeps, notice(room.cutKinds(keeps)));
}

/** What is given room, one after the other: the lines of parts come before the parts. */
interface Step {
  readonly index: number;
  readonly part: Part;
  readonly isLine: boolean;
}

/** Parts by what is kept first, each written once. */
class Room {
  readonly #parts: readonly Part[];
  readonly #order: readonly Step[];
  readonly #texts = new Map<number, string>();
  readonly #lines = new Map<number, string>();

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    const whole = parts.map((part, index): Step => ({ index, part, isLine: false }));
    const lines = whole
      .filter(({ part }) => part.line !== undefined)
      .map((one) => ({ ...one, isLine: true }));
    this.#order = [...whole, ...lines].sort((a, b) => rankOf(a) - rankOf(b) || a.index - b.index);
  }

  get steps(): number {
    return this.#order.length;
  }

  /** How many of the steps fit in so many characters. */
  fitting(most: number): number {
    let left = most;
    for (const [count, step] of this.#order.entries()) {
      left -= this.#length(step);
      if (left < 0 && step.part.cut > 0) return count;
    }
    return this.#order.length;
  }

  /** With all that can be cut, a notice is at its longest: it is as long as its counts. */
  allKinds(): readonly string[] {
    const parts = this.#parts.filter(({ cut }) => cut > 0);
    return [...kindsOf(parts), ...detailsOf(parts.filter(({ line }) => line !== undefined))];
  }

  /** Of what comes after the first so many steps: what is cut first is told first. */
  cutKinds(kept: number): readonly string[] {
    const lines = this.#indexes(kept, true);
    const cut = this.#order.slice(kept).filter(({ isLine }) => !isLine);
    const [shortened, gone] = [true, false].map((has) => cut.filter(({ index }) => lines.has(index) === has));
    const partsOf = (steps: readonly Step[] = []): readonly Part[] => steps.map(({ part }) => part);
    return [...kindsOf(partsOf(gone)), ...detailsOf(partsOf(shortened))];
  }

  assembled(count: number, notice: string): string {
    const [whole, lines] = [this.#indexes(count, false), this.#indexes(count, true)];
    const shown = new Set([...whole, ...lines].map((index) => this.#parts[index]));
    const first = this.#parts.findIndex((part) => part.cut > 0);
    const textOf = (part: Part, index: number): string => {
      if (part.over?.some((one) => shown.has(one)) === false) return '';
      return whole.has(index) ? this.#text(index) : lines.has(index) ? this.#line(index) : '';
    };
    return this.#parts
      .map((part, index) => `${index === first ? notice : ''}${textOf(part, index)}`)
      .join('');
  }

  #indexes(count: number, ofLines: boolean): ReadonlySet<number> {
    const steps = this.#order.slice(0, count).filter(({ isLine }) => isLine === ofLines);
    return new Set(steps.map(({ index }) => index));
  }

  /** A part takes the place of its line. */
  #length({ index, part, isLine }: Step): number {
    if (isLine) return this.#line(index).length;
    return this.#text(index).length - (part.line === undefined ? 0 : this.#line(index).length);
  }

  #text(index: number): string {
    return written(this.#texts, index, () => this.#parts[index]?.text());
  }

  #line(index: number): string {
    return written(this.#lines, index, () => this.#parts[index]?.line?.());
  }
}

function written(texts: Map<number, string>, index: number, write: () => string | undefined): string {
  const known = texts.get(index);
  if (known !== undefined) return known;
  const text = write() ?? '';
  texts.set(index, text);
  return text;
}

/** Lines right behind what is never cut. */
function rankOf({ part, isLine }: Step): number {
  return isLine ? 0.5 : part.cut;
}

/** `the details of 2 findings`: of parts that are shown as a line. */
function detailsOf(parts: readonly Part[]): readonly string[] {
  return kindsOf(parts).map((kind) => `the details of ${kind}`);
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
