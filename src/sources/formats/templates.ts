import type { Place } from '../source-fault.js';

/** What opens a template, and what closes it. `${{ x }}` is meant for another program, and is text. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\$)\{\{/, '}}'],
  [/\{%/, '%}'],
  [/<%/, '%>'],
];

/** Does a text hold what a template engine should have replaced. Linear: an end after the first beginning. */
export function holdsTemplate(text: string): boolean {
  return MARKS.some(([opens, closes]) => {
    const at = text.search(opens);
    return at >= 0 && text.indexOf(closes, at + 2) >= 0;
  });
}

/** Cheap, and almost never there. */
const MARK = /\{\{|\{%|<%/;
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

/** The first line that holds a template outside of quotes and comments, or undefined. */
export function templateLine(text: string): Place | undefined {
  if (!MARK.test(text)) return undefined;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (!MARK.test(line) || /^\s*(?:[#;!]|\/\/)/.test(line)) continue;
    if (holdsTemplate(line.slice(0, 10_000).replace(QUOTED, ''))) return { line: index + 1 };
  }
  return undefined;
}

const CONFLICT = /^(?:<{7}|>{7})(?: |\r?$)/m;

/** The first line that is a marker of a merge conflict, or undefined. */
export function conflictOffset(text: string): number | undefined {
  const at = text.search(CONFLICT);
  return at < 0 ? undefined : at;
}
