/**
 * How much may be looked at for one handoff, in characters and values, so that a result of a hostile tool cannot hang
 * the gate. What is not found within it is not shown.
 */
export class Effort {
  #left: number;

  constructor(most: number = MOST) {
    this.#left = most;
  }

  /** Takes so much away; false once there is none left. */
  spend(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }
}

/** Twenty results of 1 MB, each looked through for one fact. */
const MOST = 20_000_000;
