import type { RedactedText } from '../../model/redaction.js';
import { FIND_KNOWN, type FindTexts, type FoundText, findPattern } from './known-texts.js';
import type { Tokens } from './token.js';

/** Replaces what the project file's `texts` find, and says by name how much that was. */
export type RedactText = (text: string, told: (name: string) => void) => string;

/** One pass over the text as it came: no token is looked at again. */
export function textRedactor(texts: readonly RedactedText[], tokens: Tokens): RedactText {
  const finders = texts.map(
    ({ name, pattern }): FindTexts => (pattern === null ? FIND_KNOWN[name] : findPattern(name, pattern)),
  );
  return (text, told) => {
    const found = finders.flatMap((find) => find(text));
    return found.length === 0 ? text : replaced(text, apart(found), tokens, told);
  };
}

/** Of those that overlap the one that begins first, of these the longest, of these the one named first. */
function apart(found: readonly FoundText[]): readonly FoundText[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: FoundText[] = [];
  for (const one of sorted) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    // The rest of one that reaches further than the one before it.
    else if (one.end > last.end) kept.push({ ...one, start: last.end });
  }
  return kept;
}

function replaced(
  text: string,
  found: readonly FoundText[],
  tokens: Tokens,
  told: (name: string) => void,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, name, value } of found) {
    parts.push(text.slice(at, start), tokens.text(name, value));
    told(name);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
