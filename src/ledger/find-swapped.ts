import { leafOf } from './chain.js';
import type { StoredEntry } from './store.js';

/** So many changed entries are compared with each other; where more were changed, nobody swapped two. */
const MOST = 100;

/** Entries whose fields do not give their leaves: which of them would, in the place of another. */
export class SwappedEntries {
  readonly #changed: StoredEntry[] = [];
  #more = false;

  add(entry: StoredEntry): void {
    if (this.#changed.length < MOST) this.#changed.push(entry);
    else this.#more = true;
  }

  /** The numbers of changed entries, each with that of the entry in whose place it stands; null: it was changed. */
  *found(): Iterable<readonly [entry: StoredEntry, inPlaceOf: number | null]> {
    for (const entry of this.#changed) yield [entry, this.#more ? null : this.#placeOf(entry)];
  }

  #placeOf(entry: StoredEntry): number | null {
    const other = this.#changed.find((one) => one !== entry && fits(entry, one));
    return other?.seq ?? null;
  }
}

/** Would the entry be as it was written under the number of the other: whatever else of the rows moved along. */
function fits(entry: StoredEntry, other: StoredEntry): boolean {
  return [entry.run_seq, other.run_seq].some((run_seq) => {
    const leaf = leafOf({ ...entry, seq: other.seq, run_seq });
    return leaf === entry.leaf || leaf === other.leaf;
  });
}
