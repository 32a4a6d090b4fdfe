/**
 * PostgreSQL's `text` holds every text but one with U+0000, and one with half of a surrogate pair would be written as
 * another. Both are written as U+007F and four hexadecimal digits, as is U+007F itself: two texts never become one, and
 * one that has none of the three stays what it is.
 */
const ESCAPED = /[\0\u007f\p{Surrogate}]/gu;

export function toColumn(text: string): string {
  return text.replace(ESCAPED, (one) => `\u007f${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Null where `toColumn` writes no such text: another one would be read from it, and not be found by it. */
export function fromColumn(column: string): string | null {
  if (!column.includes('\u007f')) return column;
  const text = column.replace(/\u007f([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return toColumn(text) === column ? text : null;
}
