import * as fc from 'fast-check';

const unbiased = (max: number): fc.Arbitrary<number> => fc.noBias(fc.nat(max));

/** Draws step by step from fast-check's randomness, so that a generator reads like the thing that it makes. */
export class Dice {
  readonly #draw: fc.GeneratorValue;

  constructor(draw: fc.GeneratorValue) {
    this.#draw = draw;
  }

  /** From `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + this.#draw(unbiased, max - min);
  }

  /** True so many times in a hundred. */
  chance(percent: number): boolean {
    return this.int(0, 99) < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Each item so many times in a hundred, in order. */
  some<Item>(items: readonly Item[], percent = 50): Item[] {
    return items.filter(() => this.chance(percent));
  }

  /** A list of so many items. */
  list<Item>(min: number, max: number, item: (index: number) => Item): Item[] {
    return Array.from({ length: this.int(min, max) }, (_, index) => item(index));
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    return items.map(() => {
      const [item] = rest.splice(this.int(0, rest.length - 1), 1);
      return item as Item;
    });
  }
}

/** What a function of dice makes, as an arbitrary. */
export function drawn<Made>(make: (dice: Dice) => Made): fc.Arbitrary<Made> {
  return fc.gen().map((draw) => make(new Dice(draw)));
}
