import type { TransferRecord } from '../model/record.js';
import type { HeldConstraint, TransferContext } from '../model/transfer-context.js';

type Lengths = ReadonlyMap<string, number>;

const NOTHING_HELD: Lengths = new Map();

/** Where a length was last seen: at so many hops from the start. */
interface Seen {
  readonly length: number;
  readonly depth: number;
}

/**
 * How many hops ago each held constraint was stated, along `after`: 1 at the first handoff by the agent that it was
 * stated to. Where several paths lead back to it, the shortest counts. Costs what is held, not how long the run is.
 */
export class HopsSinceStated {
  readonly #lengths = new Map<number, Lengths>();
  readonly #depths = new Map<number, number>();
  readonly #last = new Map<string, Seen>();

  /** By id, for what the sender of this attempt holds. */
  at(context: TransferContext, { hop }: Pick<TransferRecord, 'hop'>): Lengths {
    const depth = this.#depthOf(context);
    if (!this.#lengths.has(hop)) this.#depths.set(hop, depth);
    if (context.held.length === 0) return NOTHING_HELD;
    const lengths = new Map<string, number>();
    for (const held of context.held) lengths.set(held.constraint.id, this.#lengthOf(held, context, depth));
    return lengths;
  }

  /** A transfer that crossed: later ones can come after it. */
  crossed({ hop }: Pick<TransferRecord, 'hop'>, lengths: Lengths): void {
    if (this.#lengths.has(hop)) return;
    this.#lengths.set(hop, lengths);
    const depth = this.#depths.get(hop) ?? 1;
    for (const [id, length] of lengths) this.#last.set(id, { length, depth });
  }

  #depthOf({ received }: TransferContext): number {
    let deepest = 0;
    for (const { hop } of received) deepest = Math.max(deepest, this.#depths.get(hop) ?? 0);
    return deepest + 1;
  }

  #lengthOf({ constraint, origins }: HeldConstraint, { received }: TransferContext, depth: number): number {
    if (origins.includes('stated') || origins.includes('standing')) return 1;
    let shortest = Number.POSITIVE_INFINITY;
    for (const { hop } of received) {
      const length = this.#lengths.get(hop)?.get(constraint.id);
      if (length !== undefined && length + 1 < shortest) shortest = length + 1;
    }
    if (shortest !== Number.POSITIVE_INFINITY) return shortest;
    // Held by another way than `after` says: it came by an earlier path, or the sender alone still has it.
    const last = this.#last.get(constraint.id);
    return last === undefined ? 1 : last.length + Math.max(1, depth - last.depth);
  }
}
