import type { RunScore, TransferScore } from '../model/carry.js';
import type { ScoreClass } from '../model/score.js';
import { asSent } from './as-sent.js';
import { type EdgeViolation, violationsOf } from './violations-of.js';

/** How many windows of handoffs are kept: what lies before the window is what a fall is seen against. */
export const WINDOWS_KEPT = 8;

/** Where a handoff's first attempt stands in the ledger. */
export interface Arrival {
  /** Its entry's `seq`. */
  readonly place: number;
  /** By the ledger's clock. */
  readonly recorded_at: string;
}

/** One handoff of an edge: its first attempt, which the rate goes by, and all of its attempts. */
export interface WindowHandoff extends Arrival {
  readonly first: TransferScore;
  readonly attempts: readonly TransferScore[];
  readonly run: RunOnEdge;
}

/** What an alert says of a run beside its handoffs. */
export interface RunOnEdge {
  readonly run: string;
  readonly closed: boolean;
  readonly simulated: boolean;
  /** Ids of constraints that were lost on this edge and that nothing has violated yet. */
  readonly lost: readonly string[];
  /** Those that this edge answers for. */
  readonly violations: readonly EdgeViolation[];
}

/**
 * The last handoffs of one edge, in the order in which their first attempts arrived in the ledger. A late one takes the
 * place of its arrival, and not that of its sender's time: it is news when it arrives. By its own time a record that was
 * kept back would fall behind the window and be counted in no alert, senders' clocks would decide what is counted, and
 * a window that was told would change afterwards. So a window depends on the ledger alone, whoever reads it.
 *
 * A run that is scored anew, since more of it arrived, changes its handoffs where they stand.
 *
 * What a simulation made up is in the window only while no real handoff is known: what was tried out on an edge must
 * neither wake anybody for it, nor hide what it loses.
 */
export class EdgeWindow {
  readonly size: number;
  /** Ascending by place. */
  readonly #real: WindowHandoff[] = [];
  readonly #made: WindowHandoff[] = [];

  constructor(size: number) {
    this.size = size;
  }

  /** Takes a handoff in, or what is known of it now. */
  put(handoff: WindowHandoff): void {
    const [own, other] = handoff.run.simulated ? [this.#made, this.#real] : [this.#real, this.#made];
    const stood = indexOf(other, handoff.place);
    // Only a later record of its run said that it is a simulation's.
    if (other[stood]?.place === handoff.place) other.splice(stood, 1);
    const at = indexOf(own, handoff.place);
    own.splice(at, own[at]?.place === handoff.place ? 1 : 0, handoff);
    const over = own.length - this.size * WINDOWS_KEPT;
    if (over > 0) own.splice(0, over);
  }

  /** Is there a real handoff: then those of simulations count nowhere. */
  get isReal(): boolean {
    return this.#real.length > 0;
  }

  /** How many handoffs of simulations are kept and not counted. */
  get leftOut(): number {
    return this.isReal ? this.#made.length : 0;
  }

  /** All that is kept, oldest first. */
  get kept(): readonly WindowHandoff[] {
    return this.isReal ? this.#real : this.#made;
  }

  /** The window itself. */
  get last(): readonly WindowHandoff[] {
    return this.kept.slice(-this.size);
  }

  /** The same count of handoffs before it. */
  get before(): readonly WindowHandoff[] {
    return this.kept.slice(-2 * this.size, -this.size);
  }
}

function indexOf(handoffs: readonly WindowHandoff[], place: number): number {
  let [low, high] = [0, handoffs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((handoffs[middle]?.place ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The handoffs of a scored run, by edge. `arrivalOf` gives where the first attempt at a hop stands; a hop of which it
 * knows none is left out: its first attempt has not arrived.
 */
export function handoffsOf(
  score: RunScore,
  arrivalOf: (hop: number) => Arrival | undefined,
): readonly WindowHandoff[] {
  const attempts = new Map<number, TransferScore[]>();
  for (const transfer of score.transfers) {
    const known = attempts.get(transfer.hop);
    if (known === undefined) attempts.set(transfer.hop, [transfer]);
    else known.push(transfer);
  }
  const runs = new Map<string, RunOnEdge>();
  return [...attempts.values()].flatMap((all): WindowHandoff[] => {
    const first = all.find(({ attempt }) => attempt === 1);
    const arrival = first === undefined ? undefined : arrivalOf(first.hop);
    if (first === undefined || arrival === undefined) return [];
    const run = runs.get(first.edge) ?? runOnEdge(score, first.edge);
    runs.set(first.edge, run);
    return [{ ...arrival, first, attempts: all, run }];
  });
}

function runOnEdge(score: RunScore, edge: string): RunOnEdge {
  const lost = score.lives.filter(
    ({ state, transitions }) =>
      state === 'dropped' && transitions.some((step) => step.to === 'dropped' && step.edge === edge),
  );
  return {
    run: score.run,
    closed: score.closed,
    simulated: score.simulated,
    lost: lost.map(({ constraint }) => constraint.id),
    violations: violationsOf(score).filter((violation) => violation.edge === edge),
  };
}

/** Counts of one class over handoffs. */
export interface WindowCounts {
  readonly transfers: number;
  readonly carried: number;
  readonly held: number;
  readonly unresolved: number;
  readonly intact: number;
  /** Left out of the counts: their history is not complete, so that what was held is not known. */
  readonly incomplete: number;
}

/**
 * Sums over first attempts. One whose history is not complete stands in the window and counts nothing: it is told
 * beside the rate. That it stands there is meant: were it skipped, old handoffs would fill the window, and an edge of
 * which nothing is known any more would look as it did when something was.
 */
export function countsOf(handoffs: readonly WindowHandoff[], name: ScoreClass): WindowCounts {
  let [carried, held, unresolved, intact, incomplete] = [0, 0, 0, 0, 0];
  for (const { first } of handoffs) {
    if (!isWhole(first)) {
      incomplete += 1;
      continue;
    }
    const sent = asSent(first);
    const [ofCarried, ofHeld, ofUnresolved] = sent.scores[name];
    carried += ofCarried;
    held += ofHeld;
    unresolved += ofUnresolved;
    intact += name === 'constraints' ? sent.intact : ofCarried;
  }
  return { transfers: handoffs.length, carried, held, unresolved, intact, incomplete };
}

/** Is what the sender held known in full. */
export function isWhole({ history }: TransferScore): boolean {
  return history === 'complete';
}
