import { SIZES, type Size } from './workload.js';

/** The times of one row in one round, in microseconds. */
export interface Sample {
  readonly median: number;
  readonly p99: number;
}

/** One row for one number of constraints, in one round: both attempts. */
export interface Measured {
  readonly allow: Sample;
  readonly block: Sample;
}

/** One row of the table. */
export interface Row {
  readonly name: string;
  readonly what: string;
  /** Null where it cannot be measured here, with the reason. */
  readonly skipped: string | null;
  measure(size: Size): Promise<Measured>;
  close?(): void;
}

/** The published line: `[{name, constraints, median_us, p99_us}]`. */
export interface Line {
  readonly name: string;
  readonly constraints: Size;
  readonly median_us: number;
  readonly p99_us: number;
}

/** A row over all rounds. */
export interface Figure extends Line {
  readonly allow_us: number;
  readonly block_us: number;
}

export function sampleOf(times: readonly number[]): Sample {
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** The value below which this part of the times lies. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Times a function for a while; the first part warms up and is left out. */
export function timed(run: () => void, seconds: number): Sample {
  const warm = performance.now() + seconds * 300;
  while (performance.now() < warm) run();
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let start = performance.now(); start < end; ) {
    run();
    const now = performance.now();
    times.push((now - start) * 1000);
    start = performance.now();
  }
  return sampleOf(times);
}

/** Rows side by side in every round, so that what else the machine does falls on all of them. */
export async function inRounds(
  rows: readonly Row[],
  rounds: number,
  told: (text: string) => void,
): Promise<Figure[]> {
  const measured = new Map<string, Measured[]>();
  const here = rows.filter(({ skipped }) => skipped === null);
  // Round 0 warms up, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of SIZES) {
      for (const row of here) {
        const key = keyOf(row.name, size);
        const one = await row.measure(size);
        if (round > 0) measured.set(key, [...(measured.get(key) ?? []), one]);
      }
    }
    told(`round ${round} of ${rounds}`);
  }
  return here.flatMap(({ name }) =>
    SIZES.map((size) => figureOf(name, size, measured.get(keyOf(name, size)) ?? [])),
  );
}

function keyOf(name: string, size: Size): string {
  return `${name} ${size}`;
}

/**
 * Medians over the rounds. The row's own median is the mean of the medians of its two attempts: over all times at
 * once it would lie somewhere between two heaps.
 */
function figureOf(name: string, constraints: Size, rounds: readonly Measured[]): Figure {
  const over = (pick: (one: Measured) => number): number => quantile(rounds.map(pick), 0.5);
  const allow = over((one) => one.allow.median);
  const block = over((one) => one.block.median);
  const p99 = Math.max(
    over((one) => one.allow.p99),
    over((one) => one.block.p99),
  );
  return {
    ...{ name, constraints, median_us: rounded((allow + block) / 2), p99_us: rounded(p99) },
    ...{ allow_us: rounded(allow), block_us: rounded(block) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
