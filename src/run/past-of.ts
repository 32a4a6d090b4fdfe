import type { TransferRecord } from '../model/record.js';
import {
  type Carried,
  type Closed,
  type Crossing,
  hopOf,
  NO_PAST,
  type Past,
  type RunState,
} from './run-state.js';

/** What a sender acts on: the crossings that its transfer names, and the past that they make together. */
export interface Ground {
  /** In the order of `after`, each once. */
  readonly crossings: readonly Crossing[];
  readonly past: Past;
}

/**
 * The past of a transfer: the union of the branches that it comes after. A hop that is not there, or never
 * crossed, leaves a gap. One that went to another agent counts: it can only add to what is held, and the wrong
 * order is a fault of its own.
 */
export function groundOf(state: RunState, transfer: Pick<TransferRecord, 'hop' | 'after'>): Ground {
  const crossings = new Set<Crossing>();
  let gap = false;
  for (const hop of transfer.after) {
    const crossing = hop === transfer.hop ? null : hopOf(state, hop)?.crossing;
    if (crossing) crossings.add(crossing);
    else gap = true;
  }
  const list = [...crossings];
  const met = list.map((crossing) => crossing.past).reduce(meet, list[0]?.past ?? NO_PAST);
  return { crossings: list, past: gap ? { ...met, gap } : met };
}

/** Two branches that meet. */
function meet(a: Past, b: Past): Past {
  if (a === b) return a;
  return {
    carried: a.carried.merge(b.carried, better),
    lost: a.lost.merge(b.lost, Math.min),
    closed: a.closed.merge(b.closed, earlier),
    attached: a.attached.merge(b.attached, better),
    lapsed: a.lapsed.merge(b.lapsed, (mine) => mine),
    sends: a.sends.merge(b.sends, Math.max),
    gap: a.gap || b.gap,
  };
}

/** Whole on one branch is whole; else it has been less since the earlier hop. */
function better(a: Carried, b: Carried): Carried {
  if (a.whole || b.whole) return a.whole ? a : b;
  return a.since <= b.since ? a : b;
}

/** The discharge at the lower hop. */
export function earlier(a: Closed, b: Closed): Closed {
  return a.hop <= b.hop ? a : b;
}
