import type { RateOverTime, TransferScore } from '../model/carry.js';
import type { ScoreClass } from '../model/score.js';
import { rateOf } from './rate.js';
import { Counts } from './tally.js';

/** Spans are counted from before the year 0, so that two neighbours always become one in the end. */
const BEFORE_ALL = 2 ** 46;

/** First attempts of one span of time. */
class Bucket {
  transfers = 0;
  /** Milliseconds since 1970: the last of them. */
  last: number = Number.NEGATIVE_INFINITY;
  /** By class, in the order of the series. */
  readonly counts: readonly Counts[];

  constructor(classes: number) {
    this.counts = Array.from({ length: classes }, () => new Counts());
  }

  take(other: Bucket): void {
    this.transfers += other.transfers;
    this.last = Math.max(this.last, other.last);
    for (const [index, { carried, held, unresolved, intact }] of other.counts.entries()) {
      this.counts[index]?.add(carried, held, unresolved, intact);
    }
  }
}

/**
 * Counts over time in bounded memory, in whatever order they come: by spans that begin at whole multiples of their
 * length, one millisecond at first. Where there are too many spans, their length is doubled and neighbours become one;
 * so the length follows from what was added and not from its order.
 */
export class TimeSeries {
  readonly #classes: readonly ScoreClass[];
  readonly #most: number;
  #length = 1;
  #buckets = new Map<number, Bucket>();
  #transfers = 0;
  /** The span that was added to last: mostly the next one is the same. */
  #last: { readonly key: number; readonly bucket: Bucket } | null = null;

  constructor(classes: readonly ScoreClass[], most: number) {
    this.#classes = classes;
    this.#most = most;
  }

  /** @param at milliseconds since 1970 */
  add(at: number, { scores, intact }: Pick<TransferScore, 'scores' | 'intact'>): void {
    const bucket = this.#bucket(Math.floor((at + BEFORE_ALL) / this.#length));
    bucket.transfers += 1;
    if (at > bucket.last) bucket.last = at;
    this.#transfers += 1;
    for (let index = 0; index < this.#classes.length; index += 1) {
      const name = this.#classes[index] ?? 'constraints';
      const score = scores[name];
      const whole = name === 'constraints' ? intact : score[0];
      if (score[1] > 0) bucket.counts[index]?.add(score[0], score[1], score[2], whole);
    }
    while (this.#buckets.size > this.#most) this.#double();
  }

  get transfers(): number {
    return this.#transfers;
  }

  /**
   * The rolling rate of a class. Transfers of one span are taken together, so that a point's window can be a little
   * longer than asked; each point says how many transfers it has. The first ones have fewer.
   *
   * @param wanted transfers in a window; more where else there would be over 500 points
   */
  points(name: ScoreClass, wanted: number): Pick<RateOverTime, 'window' | 'points'> {
    const window = Math.max(wanted, 10 * Math.ceil(this.#transfers / MOST_POINTS));
    return { window, points: [...rolling(this.#sorted(), this.#classes.indexOf(name), window)] };
  }

  #bucket(key: number): Bucket {
    if (this.#last?.key === key) return this.#last.bucket;
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new Bucket(this.#classes.length);
      this.#buckets.set(key, bucket);
    }
    this.#last = { key, bucket };
    return bucket;
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
    this.#last = null;
  }

  #sorted(): readonly Bucket[] {
    return [...this.#buckets].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
  }
}

const MOST_POINTS = 500;

function* rolling(
  buckets: readonly Bucket[],
  name: number,
  window: number,
): Generator<RateOverTime['points'][number]> {
  const step = Math.max(1, Math.floor(window / 10));
  const sum = new Counts();
  let transfers = 0;
  let oldest = 0;
  let since = 0;
  const change = (bucket: Bucket, sign: 1 | -1): void => {
    const { carried = 0, held = 0, unresolved = 0, intact = 0 } = bucket.counts[name] ?? {};
    sum.add(sign * carried, sign * held, sign * unresolved, sign * intact);
    transfers += sign * bucket.transfers;
  };
  for (const [index, bucket] of buckets.entries()) {
    change(bucket, 1);
    since += bucket.transfers;
    for (let first = buckets[oldest]; first !== undefined; first = buckets[oldest]) {
      if (transfers - first.transfers < window) break;
      change(first, -1);
      oldest += 1;
    }
    if (since < step && index < buckets.length - 1) continue;
    since = 0;
    yield { at: new Date(bucket.last).toISOString(), transfers, rate: rateOf(sum) };
  }
}
