import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';

/** What a piece of a frame is, for colours. */
export type FramePart = 'place' | 'number' | 'source' | 'caret';

export interface CodeFrameOptions {
  /** Lines of source shown before and after the one that is meant. Not given: 1. */
  readonly around?: number;
  /** The most columns of source shown; a longer line is cut around the caret. Not given: 100. */
  readonly width?: number;
  /** Colours a piece. Not given: no colour. The text that it gets is already safe to print. */
  readonly paint?: (part: FramePart, text: string) => string;
}

/**
 * The lines of source around a diagnostic, with a caret under the place:
 *
 *     contracts/a.yaml:3:7
 *       2 | edge:
 *     > 3 |   fom: refunds
 *         |   ^^^
 *
 * The source may be hostile: control characters and invisible ones are shown as visible signs, so that nothing of
 * it reaches a terminal. Empty where the diagnostic has no place, or one that is not in this text.
 */
export function codeFrame(
  diagnostic: Diagnostic,
  source: string | SourceLines,
  options: CodeFrameOptions = {},
): string {
  const { span } = diagnostic;
  if (span === undefined) return '';
  const lines = typeof source === 'string' ? new SourceLines(source) : source;
  const meant = lines.line(span.line);
  if (meant === undefined) return '';
  const { around = 1, width = 100, paint = (_, text) => text } = options;
  const window = windowOf(meant, span, Math.max(10, width));
  const frame = new Frame(lines, span, window, paint);
  return frame.text(Math.max(0, around));
}

const MARK_EVERY = 256;

/**
 * The lines of a source, for many frames of it: looked through once, and no line is copied before it is asked for.
 * Not an array of them: two million short lines are a text of four megabytes and an array of a hundred.
 */
export class SourceLines {
  /** Lines, counting the one after the last line feed. */
  readonly count: number;
  readonly #text: string;
  /** Where every so manyth line begins. */
  readonly #marks: number[] = [];

  constructor(text: string) {
    this.#text = text;
    let start = text.startsWith('\uFEFF') ? 1 : 0;
    let count = 0;
    for (;;) {
      if (count % MARK_EVERY === 0) this.#marks.push(start);
      count += 1;
      const feed = text.indexOf('\n', start);
      if (feed === -1) break;
      start = feed + 1;
    }
    this.count = count;
  }

  /** A line by its number from 1, without its line break; undefined where there is none of that number. */
  line(number: number): string | undefined {
    const index = number - 1;
    let start = this.#marks[Math.floor(index / MARK_EVERY)];
    if (start === undefined || index >= this.count) return undefined;
    for (let left = index % MARK_EVERY; left > 0; left -= 1) start = this.#text.indexOf('\n', start) + 1;
    const feed = this.#text.indexOf('\n', start);
    if (feed === -1) return this.#text.slice(start);
    return this.#text.slice(start, feed > start && this.#text[feed - 1] === '\r' ? feed - 1 : feed);
  }
}

type Paint = NonNullable<CodeFrameOptions['paint']>;

class Frame {
  readonly #lines: SourceLines;
  readonly #span: Span;
  readonly #window: Window;
  readonly #paint: Paint;

  constructor(lines: SourceLines, span: Span, window: Window, paint: Paint) {
    this.#lines = lines;
    this.#span = span;
    this.#window = window;
    this.#paint = paint;
  }

  text(around: number): string {
    const { line, column, file } = this.#span;
    const first = Math.max(1, line - around);
    const last = Math.min(this.#lines.count, line + around);
    const digits = String(last).length;
    const shown = [this.#paint('place', `${visible(file)}:${line}:${column}`)];
    for (let at = first; at <= last; at++) shown.push(...this.#line(at, digits));
    return shown.join('\n');
  }

  #line(at: number, digits: number): string[] {
    const meant = at === this.#span.line;
    const gutter = this.#paint('number', `${meant ? '>' : ' '} ${String(at).padStart(digits)} |`);
    const source = cut(this.#lines.line(at) ?? '', this.#window);
    const line = source === '' ? gutter : `${gutter} ${this.#paint('source', source)}`;
    return meant ? [line, this.#carets(digits)] : [line];
  }

  #carets(digits: number): string {
    const { from, to, start, piece } = this.#window;
    const gutter = this.#paint('number', `  ${' '.repeat(digits)} |`);
    const offset = from - start + (start > 0 || piece.start > 0 ? 1 : 0);
    return `${gutter} ${' '.repeat(offset)}${this.#paint('caret', '^'.repeat(Math.max(1, to - from)))}`;
  }
}

/** One character of a line as it is shown. */
interface Cell {
  readonly text: string;
  /** Terminal columns that it takes. */
  readonly width: number;
  /** Its place in the line, in UTF-16 code units from 0. */
  readonly unit: number;
}

/** A piece of every line, in code units: what is outside of it is not looked at, however long a line is. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** What of the pieces is shown, in terminal columns: from `start` to `end`, the caret from `from` to `to`. */
interface Window {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

// Of the window's width. More than one: marks take no column, and a wide character has two units or one.
const UNITS_BEFORE = 2;
const UNITS_AFTER = 4;

function windowOf(line: string, span: Span, width: number): Window {
  const unit = Math.min(span.column - 1, line.length);
  const piece = { start: Math.max(0, unit - UNITS_BEFORE * width), end: unit + UNITS_AFTER * width };
  const cells = cellsOf(line, piece);
  const from = columnsBefore(cells, unit);
  const sameLine = span.endLine === undefined || span.endLine === span.line;
  const lineEnd = columnsBefore(cells, Number.POSITIVE_INFINITY);
  const wanted = sameLine ? columnsBefore(cells, (span.endColumn ?? span.column + 1) - 1) : lineEnd;
  const start = from < width ? 0 : from - Math.floor(width / 3);
  const end = start + width;
  return { piece, start, end, from, to: Math.max(from + 1, Math.min(wanted, end)) };
}

function columnsBefore(cells: readonly Cell[], unit: number): number {
  let columns = 0;
  for (const cell of cells) {
    if (cell.unit >= unit) break;
    columns += cell.width;
  }
  return columns;
}

/** The part of a line that lies in the window, with `…` where it goes on. */
function cut(line: string, { piece, start, end }: Window): string {
  let [columns, shown] = [0, ''];
  for (const { text, width } of cellsOf(line, piece)) {
    // A wide character across the left edge is shown as blanks, so that the columns below stay right.
    if (columns < start && columns + width > start) shown += ' '.repeat(columns + width - start);
    else if (columns >= start && columns + width <= end) shown += text;
    columns += width;
  }
  const before = start > 0 ? columns > start : piece.start > 0 && line.length > piece.start;
  const after = columns > end || line.length > piece.end;
  return `${before ? '…' : ''}${shown}${after ? '…' : ''}`.trimEnd();
}

const TAB = '  ';
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

function cellsOf(line: string, piece: Piece): Cell[] {
  let unit = whole(line, piece.start);
  return Array.from(line.slice(unit, whole(line, piece.end)), (character) => {
    const text = sign(character);
    const cell: Cell = { text, width: widthOf(character, text), unit };
    unit += character.length;
    return cell;
  });
}

/** A place in a line that cuts no character in two. */
function whole(line: string, unit: number): number {
  const splits = unit > 0 && (line.codePointAt(unit - 1) ?? 0) > 0xffff;
  return splits ? unit - 1 : unit;
}

function widthOf(character: string, text: string): number {
  if (text !== character || character <= '~') return text.length;
  if (/\p{M}/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : text.length;
}

/** Text that is safe to print: tabs as blanks, everything invisible as `<U+001B>`. */
export function visible(text: string): string {
  return Array.from(text, sign).join('');
}

function sign(character: string): string {
  if (character >= ' ' && character <= '~') return character;
  if (character === '\t') return TAB;
  if (!INVISIBLE.test(character)) return character;
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** How many columns of a terminal a text takes that is safe to print. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character, character);
  return columns;
}
