import { safe } from '../safe-text.js';

/**
 * Hostile text in Markdown as GitHub reads it. There is more to it than CommonMark: after the text was parsed, mentions,
 * references to issues and commits, addresses and `:emoji:` are looked for in what is shown, where a backslash or an entity
 * is long gone. In code they are not. So a name goes into a code span; a sentence is written with entities for all that
 * means something, and with a zero width space within all that would be found afterwards.
 */

const NAME = 120;
const SENTENCE = 600;
/** Not shown, and no part of a name, an address or a number. */
const BREAK = '&#8203;';

/** A name, a path or a value: as it is, in a code span; invisible characters are signs, and it is one line. */
export function code(text: string, longest: number = NAME): string {
  const shown = safe(text, longest);
  if (shown.trim() === '') return shown === '' ? '(empty)' : '(blank)';
  // In a table's cell a pipe ends the cell before the code is read, and a backslash before it is read in two ways.
  if (/[|\\]/.test(shown)) return plainText(shown);
  const fence = '`'.repeat(longestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A sentence of ours with texts of others in it: what stands in backticks becomes code, and nothing becomes anything else. */
export function prose(text: string, longest: number = SENTENCE): string {
  const pieces = safe(text, longest).split('`');
  // Of an odd number of backticks the last is a character.
  const paired = pieces.length % 2 === 1 ? pieces : [...pieces.slice(0, -2), pieces.slice(-2).join('`')];
  const told = paired.map((piece, index) =>
    index % 2 === 1 ? spaced(code(piece, longest)) : written(piece),
  );
  return told.join('') || BREAK;
}

/** Two code spans that touch would be read as one. */
function spaced(span: string): string {
  return `${BREAK}${span}${BREAK}`;
}

/** Text that is shown as it is, wherever it stands: in a paragraph, a list, a heading, a table's cell. */
export function plainText(text: string, longest: number = SENTENCE): string {
  // A block without any text is none.
  return written(safe(text, longest)) || BREAK;
}

/** Of a text that is visible already. */
function written(text: string): string {
  return (
    brokenUp(text)
      .replace(/[&<>\\`*_{}[\]|~$@#!^=+]/g, entity)
      // Blanks at the start of a block would be its indent.
      .replace(/^ +/, '\u200B ')
      .replace(/ +$/, ' ')
      .replaceAll('\u200B', BREAK)
  );
}

function entity(sign: string): string {
  return `&#${sign.codePointAt(0)};`;
}

/** With a break in all that is found in a text that is shown; `safe` took every other such character out. */
function brokenUp(text: string): string {
  return (
    text
      .replace(/[@#]/g, '$&\u200B')
      // `https://`, `mailto:`, `:emoji:`.
      .replace(/:(?=\S)/g, ':\u200B')
      .replace(/www(?=\.)/gi, '$&\u200B')
      // `GH-12`, and keys of other trackers.
      .replace(/(?<=[\p{L}\p{N}_])-(?=\d)/gu, '-\u200B')
      // A commit has seven digits or more.
      .replace(/[0-9a-f]{7,}/gi, (digits) => digits.replace(/.{6}(?=.)/g, '$&\u200B'))
      // What begins a line: a list, a heading underlined, a quote.
      .replace(/^( *)([-+.)]|\d+[.)])/, startsBlock)
  );
}

function startsBlock(_: string, blanks: string, sign: string): string {
  return `${blanks.slice(0, 1)}\u200B${sign}`;
}

/** Text within HTML: in `<summary>`, in `<pre>`. Markdown is not read there, but mentions are outside of code. */
export function html(text: string, longest: number = NAME): string {
  return htmlText(safe(text, longest));
}

/** The same of a text that is visible already. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"'`]/g, entity);
}

/** Lines in a fence that none of them ends. Each line is shown as one, with invisible characters as signs. */
export function fenced(language: string, lines: readonly string[], longestLine: number = 400): string {
  const shown = lines.map((line) => safe(line, longestLine));
  const fence = '`'.repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)));
  return `${fence}${language}\n${shown.join('\n')}\n${fence}\n`;
}

/** A part that is folded. The title is ours, or went through `html`. The blank lines are needed: Markdown begins anew. */
export function folded(title: string, body: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${body.trimEnd()}\n\n</details>\n`;
}

/** Rows of cells, which hold text that went through `code`, `prose` or `plainText`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return `${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}`;
}
