import type { YAMLError } from 'yaml';

const NEEDS_QUOTES = "a text with one of `{ } [ ] , : # & * ! | > % @` in it needs quotes: `'…'`";
const TOO_FAR =
  'see that the next line is indented as far as its neighbours: a key below a value that is text is indented too far';

/** How to fix the commonest mistakes that make a text no YAML; undefined where the message has to do. */
export function syntaxHelp({ code, pos: [start], message }: YAMLError, text: string): string | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  switch (code) {
    case 'BAD_DQ_ESCAPE':
      return 'put the text into single quotes, or write each `\\` as `\\\\`';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return /:(?:\s|$)/.test(line.slice(start - lineStart)) ? NEEDS_QUOTES : TOO_FAR;
    case 'MULTILINE_IMPLICIT_KEY':
      return spaceHelp(line) ?? TOO_FAR;
    case 'UNEXPECTED_TOKEN':
    case 'BAD_SCALAR_START':
      return NEEDS_QUOTES;
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      return message.startsWith('Flow') ? `close it; ${NEEDS_QUOTES}` : spaceHelp(line);
    default:
      return undefined;
  }
}

/** Where a line, or a key that was read, is `mode:enforce`. */
export function spaceHelp(text: string): string | undefined {
  const [, key, value] = text.match(/^\s*(?:- )?([A-Za-z_][\w-]*):([^\s:/][^:]*)$/) ?? [];
  if (key === undefined || value === undefined || value.length > 40) return undefined;
  return `write a space after the colon: \`${key}: ${value.trim()}\``;
}
