/** What some readers take for the end of a line and others do not: CR alone, NEL, and Unicode's two separators. */
const STRAY = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Where the first of them is, or -1. What one reader takes for a comment's end, another takes for more comment. */
export function strayBreak(text: string): number {
  return text.search(STRAY);
}

export const STRAY_BREAK = 'a line break that not every reader sees';
