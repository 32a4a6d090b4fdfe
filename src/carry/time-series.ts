import type { RateOverTime } from '../model/carry.js';
import { type RateCounts, rateOf } from './rate.js';
import { Counts } from './tally.js';

/** First attempts of one span of time. */
class Bucket extends Counts {
  transfers = 0;
  /** Milliseconds since 1970: the last of them. */
  last = Number.NEGATIVE_INFINITY;

  take(other: Bucket): void {
    this.add(other.carried, other.held, other.unresolved, other.intact);
    this.transfers += other.transfers;
    this.last = Math.max(this.last, other.last);
  }
}

/**
 * Counts over time in bounded memory, in whatever order they come: by spans that begin at whole multiples of their
 * length, one millisecond at first. Where there are too many spans, their length is doubled and neighbours become one;
 * so the length follows from what was added and not from its order.
 */
export class TimeSeries {
  readonly #most: number;
  #length = 1;
  #buckets = new Map<number, Bucket>();
  #transfers = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param at milliseconds since 1970 */
  add(at: number, carried: number, held: number, unresolved: number, intact: number): void {
    const key = Math.floor(at / this.#length);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new Bucket();
      this.#buckets.set(key, bucket);
    }
    bucket.add(carried, held, unresolved, intact);
    bucket.transfers += 1;
    if (at > bucket.last) bucket.last = at;
    this.#transfers += 1;
    while (this.#buckets.size > this.#most) this.#double();
  }

  get transfers(): number {
    return this.#transfers;
  }

  /**
   * The rolling rate. Transfers of one span are taken together, so that a point's window can be a little longer than
   * asked; each point says how many transfers it has. The first ones have fewer.
   *
   * @param wanted transfers in a window; more where else there would be over 500 points
   */
  points(wanted: number): Pick<RateOverTime, 'window' | 'points'> {
    const window = Math.max(wanted, 10 * Math.ceil(this.#transfers / MOST_POINTS));
    return { window, points: [...rolling(this.#sorted(), window)] };
  }

  #double(): void {
    const coarser = new Map<number, Bucket>();
    for (const [key, bucket] of this.#buckets) {
      const half = Math.floor(key / 2);
      const other = coarser.get(half);
      if (other === undefined) coarser.set(half, bucket);
      else other.take(bucket);
    }
    this.#length *= 2;
    this.#buckets = coarser;
  }

  #sorted(): readonly Bucket[] {
    return [...this.#buckets].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
  }
}

const MOST_POINTS = 500;

function* rolling(buckets: readonly Bucket[], window: number): Generator<RateOverTime['points'][number]> {
  const step = Math.max(1, Math.floor(window / 10));
  const sum = { carried: 0, held: 0, unresolved: 0, intact: 0, transfers: 0 };
  let oldest = 0;
  let since = 0;
  for (const [index, bucket] of buckets.entries()) {
    change(sum, bucket, 1);
    since += bucket.transfers;
    for (let first = buckets[oldest]; first !== undefined; first = buckets[oldest]) {
      if (sum.transfers - first.transfers < window) break;
      change(sum, first, -1);
      oldest += 1;
    }
    if (since < step && index < buckets.length - 1) continue;
    since = 0;
    yield { at: new Date(bucket.last).toISOString(), transfers: sum.transfers, rate: rateOf(sum) };
  }
}

function change(
  sum: { -readonly [Key in keyof RateCounts]: number } & { transfers: number },
  { carried, held, unresolved, intact, transfers }: Bucket,
  sign: 1 | -1,
): void {
  sum.carried += sign * carried;
  sum.held += sign * held;
  sum.unresolved += sign * unresolved;
  sum.intact += sign * intact;
  sum.transfers += sign * transfers;
}
