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
  sourceText: string,
  options: CodeFrameOptions = {},
): string {
  const { span } = diagnostic;
  const lines = sourceText.replace(/^\uFEFF/, '').split(/\r?\n/);
  const meant = span === undefined ? undefined : lines[span.line - 1];
  if (span === undefined || meant === undefined) return '';
  const { around = 1, width = 100, paint = (_, text) => text } = options;
  const window = windowOf(cellsOf(meant), span, Math.max(10, width));
  const frame = new Frame(lines, span, window, paint);
  return frame.text(Math.max(0, around));
}

type Paint = NonNullable<CodeFrameOptions['paint']>;

class Frame {
  readonly #lines: readonly string[];
  readonly #span: Span;
  readonly #window: Window;
  readonly #paint: Paint;

  constructor(lines: readonly string[], span: Span, window: Window, paint: Paint) {
    this.#lines = lines;
    this.#span = span;
    this.#window = window;
    this.#paint = paint;
  }

  text(around: number): string {
    const { line, column, file } = this.#span;
    const first = Math.max(1, line - around);
    const last = Math.min(this.#lines.length, line + around);
    const digits = String(last).length;
    const shown = [this.#paint('place', `${visible(file)}:${line}:${column}`)];
    for (let at = first; at <= last; at++) shown.push(...this.#line(at, digits));
    return shown.join('\n');
  }

  #line(at: number, digits: number): string[] {
    const meant = at === this.#span.line;
    const gutter = this.#paint('number', `${meant ? '>' : ' '} ${String(at).padStart(digits)} |`);
    const source = cut(cellsOf(this.#lines[at - 1] ?? ''), this.#window);
    const line = source === '' ? gutter : `${gutter} ${this.#paint('source', source)}`;
    return meant ? [line, this.#carets(digits)] : [line];
  }

  #carets(digits: number): string {
    const { from, to, start } = this.#window;
    const gutter = this.#paint('number', `  ${' '.repeat(digits)} |`);
    const offset = from - start + (start > 0 ? 1 : 0);
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

/** What of the lines is shown, in terminal columns: from `start` to `end`, the caret from `from` to `to`. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

function windowOf(cells: readonly Cell[], span: Span, width: number): Window {
  const from = columnsBefore(cells, span.column - 1);
  const sameLine = span.endLine === undefined || span.endLine === span.line;
  const lineEnd = columnsBefore(cells, Number.POSITIVE_INFINITY);
  const wanted = sameLine ? columnsBefore(cells, (span.endColumn ?? span.column + 1) - 1) : lineEnd;
  const start = from < width ? 0 : from - Math.floor(width / 3);
  const end = start + width;
  return { start, end, from, to: Math.max(from + 1, Math.min(wanted, end)) };
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
function cut(cells: readonly Cell[], { start, end }: Window): string {
  let [columns, shown] = [0, ''];
  for (const { text, width } of cells) {
    // A wide character across the left edge is shown as blanks, so that the columns below stay right.
    if (columns < start && columns + width > start) shown += ' '.repeat(columns + width - start);
    else if (columns >= start && columns + width <= end) shown += text;
    columns += width;
  }
  return `${start > 0 && columns > start ? '…' : ''}${shown}${columns > end ? '…' : ''}`.trimEnd();
}

const TAB = '  ';
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

function cellsOf(line: string): Cell[] {
  let unit = 0;
  return Array.from(line, (character) => {
    const text = visible(character);
    const cell: Cell = { text, width: widthOf(character, text), unit };
    unit += character.length;
    return cell;
  });
}

function widthOf(character: string, text: string): number {
  if (/\p{M}/u.test(character)) return 0;
  return text === character && WIDE.test(character) ? 2 : text.length;
}

/** Text that is safe to print: tabs as blanks, everything invisible as `<U+001B>`. */
export function visible(text: string): string {
  return Array.from(text, (character) => {
    if (character === '\t') return TAB;
    if (!INVISIBLE.test(character)) return character;
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
  }).join('');
}
