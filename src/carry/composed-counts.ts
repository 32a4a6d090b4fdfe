import type { ComposedCount, TransferScore } from '../model/carry.js';
import { compareText } from './fault-counts.js';

/** How many overrides are told one by one. */
const SHOWN = 20;
/** How many are told apart at all. */
const KNOWN = 1000;
/** What the others are told as. */
export const OTHER_OVERRIDES = '(other overrides)';

/** Counts attempts that the gate composed, by the override that had it do so. */
export class ComposedCounts {
  readonly #counts = new Map<string, number>();

  add({ decided }: TransferScore): void {
    const override = decided?.composed_by;
    if (override === undefined) return;
    const room = this.#counts.has(override) || this.#counts.size < KNOWN;
    this.#count(this.#counts, room ? override : OTHER_OVERRIDES, 1);
  }

  /** Most first. */
  counts(): readonly ComposedCount[] {
    const sorted = [...this.#counts]
      .filter(([override]) => override !== OTHER_OVERRIDES)
      .sort(([a, m], [b, n]) => n - m || compareText(a, b));
    const shown = new Map(sorted.slice(0, SHOWN));
    const rest = sorted.slice(SHOWN).reduce((sum, [, count]) => sum + count, 0);
    const others = rest + (this.#counts.get(OTHER_OVERRIDES) ?? 0);
    if (others > 0) this.#count(shown, OTHER_OVERRIDES, others);
    return [...shown].map(([override, transfers]) => ({ override, transfers }));
  }

  #count(counts: Map<string, number>, override: string, more: number): void {
    counts.set(override, (counts.get(override) ?? 0) + more);
  }
}

/** Of these attempts. */
export function composedCounts(transfers: readonly TransferScore[]): readonly ComposedCount[] {
  const counts = new ComposedCounts();
  for (const transfer of transfers) counts.add(transfer);
  return counts.counts();
}
