import type { Spread } from '../model/cost.js';

/** Counts of tokens, in bounded memory: four digits of each are kept. */
export class TokenSpread {
  readonly #counts = new Map<number, number>();
  count = 0;
  sum = 0;

  add(tokens: number): void {
    this.count += 1;
    this.sum += tokens;
    const kept = fourDigits(tokens);
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1);
  }

  /** Null where nothing was added. */
  spread(): Spread | null {
    if (this.count === 0) return null;
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    const [median, low, high] = [0.5, 0.1, 0.9].map((share) => at(sorted, share * this.count));
    return { median: median ?? 0, low: low ?? 0, high: high ?? 0 };
  }
}

/** The smallest value with at least so many at or below it. */
function at(sorted: readonly (readonly [value: number, count: number])[], rank: number): number {
  let seen = 0;
  for (const [value, count] of sorted) {
    seen += count;
    if (seen >= rank) return value;
  }
  return sorted.at(-1)?.[0] ?? 0;
}

function fourDigits(tokens: number): number {
  if (tokens < 10_000) return tokens;
  const step = 10 ** (Math.floor(Math.log10(tokens)) - 3);
  return Math.round(tokens / step) * step;
}
