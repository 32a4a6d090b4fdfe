import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance, by a seed: the same seed throws the same. xoroshiro128+ of `pure-rand`; nothing that is secret. */
export class Dice {
  readonly #source: ReturnType<typeof xoroshiro128plus>;

  /** @param part Another one gives other throws of the same seed. */
  constructor(seed: number, part: number) {
    this.#source = xoroshiro128plus(mixed(mixed(seed) ^ part));
    // Seeds that differ in a bit begin alike.
    for (let skipped = 0; skipped < 16; skipped += 1) this.#source.next();
  }

  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return uniformInt(this.#source, low, high);
  }

  /** True in this share of throws; 0 never, 1 always. */
  is(share: number): boolean {
    return share >= 1 || (share > 0 && this.#source.next() + 2 ** 31 < share * 2 ** 32);
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    return list[list.length === 1 ? 0 : this.whole(0, list.length - 1)] as T;
  }

  /** In place (Fisher and Yates). */
  shuffle<T>(list: T[]): T[] {
    for (let end = list.length - 1; end > 0; end -= 1) {
      const at = this.whole(0, end);
      const kept = list[end] as T;
      list[end] = list[at] as T;
      list[at] = kept;
    }
    return list;
  }
}

/** The finaliser of MurmurHash3: every bit of the seed reaches every bit. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
