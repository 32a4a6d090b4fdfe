/**
 * The known word nearest to what was written, for "did you mean": the least Damerau-Levenshtein distance
 * (optimal string alignment), at most a third of the word's length (and at least 1), else none.
 *
 * @param most at most so many edits, for words that share long parts and still mean something else
 */
export function nearest(
  written: string,
  known: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(most, Math.max(1, Math.floor(written.length / 3))) + 1;
  if (written.length > 100) return undefined;
  for (const word of known) {
    if (Math.abs(word.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written.toLowerCase(), word.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Of names of edges only a misspelling: edges to the same receiver share half of their names. */
export function nearestEdge(written: string, known: readonly string[]): string | undefined {
  return nearest(written, known, 2);
}
