/**
 * Numbers for names, so that maps can be keyed by small whole numbers. One table is shared by all states of one
 * fold, also by states that went separate ways: which number a name has is never seen from outside.
 */
export class Names {
  readonly #numbers = new Map<string, number>();

  /** The name's number, given now if it has none. */
  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** The name's number, or -1, which is no key of any map. */
  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }
}
