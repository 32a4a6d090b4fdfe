/** Steps, never time: the same pair of schemas has the same answer on every machine. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws TooLarge when there is none left */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooLarge();
  }
}

/** The comparison was given up, which is no answer. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
