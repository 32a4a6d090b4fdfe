import type { RunScore, TransferScore } from '../model/carry.js';
import { canBeSaved, isLost, isViolated } from './conservation.js';
import { compareText } from './fault-counts.js';

/** How many attempts of one run are kept: of a longer one those with faults before the others. */
const MOST_TRANSFERS = 200;
/** How much is kept together: attempts, and steps in the lives of constraints. */
const MOST_WEIGHT = 20_000;

interface Kept {
  readonly score: RunScore;
  readonly rank: number;
  readonly violated: number;
  readonly dropped: number;
  readonly weight: number;
}

/** The worst runs so far, in bounded memory; which they are does not hang on the order in which runs came. */
export class WorstRuns {
  readonly #most: number;
  readonly #kept: Kept[] = [];
  #weight = 0;
  #seen = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(score: RunScore): void {
    this.#seen += 1;
    if (this.#most === 0) return;
    const run = ranked(score);
    let at = this.#kept.length;
    while (at > 0 && worseFirst(this.#kept[at - 1] as Kept, run) > 0) at -= 1;
    if (at >= this.#most) return;
    const kept = { ...run, score: shortened(score) };
    this.#kept.splice(at, 0, kept);
    this.#weight += kept.weight;
    while (this.#kept.length > this.#most || (this.#weight > MOST_WEIGHT && this.#kept.length > 1)) {
      this.#weight -= this.#kept.pop()?.weight ?? 0;
    }
  }

  /** Violated, then lost and open, then lost, then the others; of equals the one that has more of it, then the newest. */
  runs(): readonly RunScore[] {
    return this.#kept.map(({ score }) => score);
  }

  get omitted(): number {
    return this.#seen - this.#kept.length;
  }
}

function ranked(score: RunScore): Kept {
  let violated = 0;
  let dropped = 0;
  let weight = Math.min(score.transfers.length, MOST_TRANSFERS);
  for (const { state, transitions, lost_upstream_at } of score.lives) {
    if (state === 'violated') violated += 1;
    if (state === 'dropped') dropped += 1;
    weight += transitions.length + lost_upstream_at.length;
  }
  return { score, rank: rankOf(score), violated, dropped, weight };
}

function rankOf(score: RunScore): number {
  if (isViolated(score)) return 3;
  if (canBeSaved(score)) return 2;
  return isLost(score) ? 1 : 0;
}

function worseFirst(a: Kept, b: Kept): number {
  return (
    b.rank - a.rank ||
    b.violated - a.violated ||
    b.dropped - a.dropped ||
    compareText(b.score.to, a.score.to) ||
    compareText(a.score.run, b.score.run)
  );
}

/** In the run's order, whichever are left. */
function shortened(score: RunScore): RunScore {
  const { transfers } = score;
  if (transfers.length <= MOST_TRANSFERS) return score;
  const faulty = transfers.filter(({ faults }) => faults.length > 0).slice(0, MOST_TRANSFERS);
  const kept = new Set<TransferScore>(faulty);
  for (const transfer of transfers) if (kept.size < MOST_TRANSFERS) kept.add(transfer);
  return {
    ...score,
    transfers: transfers.filter((transfer) => kept.has(transfer)),
    omitted_transfers: transfers.length - kept.size,
  };
}
