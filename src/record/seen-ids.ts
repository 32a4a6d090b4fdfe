/**
 * Which ids were there, in eight bytes each at half load: of 64 bits of a hash. Two ids out of a million look alike
 * once in some forty million files; then a run is told to have ended that had not begun.
 */
export class SeenIds {
  #slots: Uint32Array;
  #size = 0;

  constructor() {
    this.#slots = new Uint32Array(2048);
  }

  has(id: string): boolean {
    return this.#slots[this.#placeOf(hash(id, FIRST_SEED), hash(id, SECOND_SEED))] !== 0;
  }

  add(id: string): void {
    if (this.#size * 4 >= this.#slots.length) this.#grow();
    if (this.#insert(hash(id, FIRST_SEED), hash(id, SECOND_SEED))) this.#size += 1;
  }

  #insert(first: number, second: number): boolean {
    const place = this.#placeOf(first, second);
    if (this.#slots[place] !== 0) return false;
    this.#slots[place] = first;
    this.#slots[place + 1] = second;
    return true;
  }

  /** Where the id is, or the free pair of slots where it would be. */
  #placeOf(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let place = (first * 2) & mask;
    while (slots[place] !== 0 && (slots[place] !== first || slots[place + 1] !== second))
      place = (place + 2) & mask;
    return place;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let place = 0; place < before.length; place += 2) {
      const first = before[place] ?? 0;
      if (first !== 0) this.#insert(first, before[place + 1] ?? 0);
    }
  }
}

const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x9747b28c;

/** FNV-1a over the text's units, with the avalanche of MurmurHash3 at the end; never 0, which is a free slot. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0 || 1;
}
