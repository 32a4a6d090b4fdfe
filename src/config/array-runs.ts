/** Items that both lists have, in the same order. */
export interface Run {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/**
 * The runs of a longest common subsequence of two lists of numbers (Myers, "An O(ND) Difference Algorithm", 1986):
 * quick where little differs. Null where more than `most` items would have to be taken out and put in.
 */
export function commonRuns(before: Int32Array, after: Int32Array, most: number): readonly Run[] | null {
  const trace = furthestReaching(before, after, Math.min(most, before.length + after.length));
  return trace === null ? null : runsOf(trace, before.length, after.length);
}

/**
 * For each number of edits `d`, how far into `before` they lead on each diagonal `k = x - y`, at `k + d`; up to the
 * number that leads to both ends.
 */
function furthestReaching(before: Int32Array, after: Int32Array, most: number): readonly Int32Array[] | null {
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    const reached = new Int32Array(2 * edits + 1);
    trace.push(reached);
    for (let k = -edits; k <= edits; k += 2) {
      let x = startOn(trace[edits - 1], k, edits - 1);
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      reached[k + edits] = x;
      if (x >= before.length && x - k >= after.length) return trace;
    }
  }
  return null;
}

/** Where a diagonal is entered: by one item taken out (from the left) or put in (from above), whichever leads further. */
function startOn(reached: Int32Array | undefined, k: number, edits: number): number {
  if (reached === undefined) return 0;
  return cameFromAbove(reached, k, edits) ? at(reached, k + 1 + edits) : at(reached, k - 1 + edits) + 1;
}

function cameFromAbove(reached: Int32Array, k: number, edits: number): boolean {
  if (k === -edits - 1) return true;
  return k !== edits + 1 && at(reached, k - 1 + edits) < at(reached, k + 1 + edits);
}

function at(reached: Int32Array, index: number): number {
  return reached[index] ?? 0;
}

/** Back from both ends. */
function runsOf(trace: readonly Int32Array[], beforeLength: number, afterLength: number): readonly Run[] {
  const runs: Run[] = [];
  let x = beforeLength;
  let y = afterLength;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const k = x - y;
    const reached = trace[edits - 1];
    const start = startOn(reached, k, edits - 1);
    if (x > start) runs.push({ before: start, after: start - k, length: x - start });
    if (reached === undefined) break;
    const above = cameFromAbove(reached, k, edits - 1);
    x = above ? start : start - 1;
    y = above ? start - k - 1 : start - k;
  }
  return runs.reverse();
}
