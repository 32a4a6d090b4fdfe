import { textWidth } from './code-frame.js';
import { safe } from './safe-text.js';
import type { Paint, Style } from './paint.js';

/** One cell: a text that is safe to print, and what it is. */
export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
  /** At the right end of its column: numbers. */
  readonly right?: boolean;
}

export function cell(text: string, style?: Style): Cell {
  return { text, style };
}

export function number(text: string, style?: Style): Cell {
  return { text, style, right: true };
}

/** Rows with their columns below each other, each line with two blanks before it. Colours take no column. */
export function tableText(rows: readonly (readonly Cell[])[], paint: Paint, gap: number = 2): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(text));
    });
  return rows.map((row) => `  ${rowText(row, widths, paint, gap)}\n`).join('');
}

function rowText(row: readonly Cell[], widths: readonly number[], paint: Paint, gap: number): string {
  const texts = row.map(({ text, style, right = false }, column) => {
    const blanks = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)));
    const painted = style === undefined ? text : paint(style, text);
    const last = column === row.length - 1;
    return right ? `${blanks}${painted}` : `${painted}${last ? '' : blanks}`;
  });
  return texts.join(' '.repeat(gap)).trimEnd();
}

/** A text of a run, safe to print, in at most so many columns: a wide character takes two. */
export function fitted(text: string, columns: number): string {
  const shown = safe(text, columns);
  if (textWidth(shown) <= columns) return shown;
  let [cut, width] = ['', 1];
  for (const character of shown) {
    width += textWidth(character);
    if (width > columns) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Words in lines of at most so many columns; each line after the first is indented. */
export function wrapped(text: string, most: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, most - indent.length))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > most) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** A word that is longer than a line. */
function pieces(word: string, most: number): string[] {
  if (textWidth(word) <= most) return [word];
  const parts: string[] = [''];
  for (const character of word) {
    const last = parts.at(-1) ?? '';
    if (textWidth(last) + textWidth(character) > most) parts.push(character);
    else parts[parts.length - 1] = `${last}${character}`;
  }
  return parts;
}
