import type { JudgementNote, LedgerRecord, LedgerRun, RunHealth, VerdictNote } from '../model/ledger.js';
import type { RunRecord } from '../model/record.js';
import { readEntry } from './read-entry.js';
import type { LedgerStore, StoredEntry } from './store.js';

/** How many numbers are listed. */
const MOST_LISTED = 100;

/** A record with its recorder's count, in the order in which they came. */
interface Placed {
  readonly place: number | null;
  readonly record: RunRecord;
}

/** One run as the ledger has it; null where it has no entry of it. */
export async function readRun(store: LedgerStore, run: string): Promise<LedgerRun | null> {
  const placed: Placed[] = [];
  const verdicts: VerdictNote[] = [];
  const judgements: JudgementNote[] = [];
  const counted = new RunCount();
  for await (const stored of store.entries({ run })) {
    counted.see(stored);
    const { record } = readEntry(stored);
    if (record === null) continue;
    if (record.kind === 'verdict') verdicts.push(record);
    else if (record.kind === 'judgement') judgements.push(record);
    else if (isOfRun(record)) placed.push({ place: stored.place, record });
  }
  if (counted.entries === 0) return null;
  let refused = 0;
  for await (const _refusal of store.refusals({ run })) refused += 1;
  return { run, records: inOrder(placed), verdicts, judgements, health: counted.health(refused) };
}

function isOfRun(record: LedgerRecord): record is RunRecord {
  return 'run' in record;
}

/** By the recorder's count where every record has one, else as they came. */
function inOrder(placed: readonly Placed[]): readonly RunRecord[] {
  const sorted = placed.every(({ place }) => place !== null)
    ? placed.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
    : placed;
  return sorted.map(({ record }) => record);
}

/** What entries of a run say of its being whole. */
class RunCount {
  entries = 0;
  #erased = 0;
  #pruned = 0;
  #late = 0;
  #highest = 0;
  readonly #places = new Set<number>();
  readonly #twice = new Set<number>();

  see({ place, body, salt }: StoredEntry): void {
    this.entries += 1;
    if (body === null) this.#pruned += 1;
    if (salt === null) this.#erased += 1;
    if (place === null) return;
    if (place < this.#highest) this.#late += 1;
    this.#highest = Math.max(this.#highest, place);
    if (this.#places.has(place)) this.#twice.add(place);
    this.#places.add(place);
  }

  health(refused: number): RunHealth {
    return {
      missing: this.#missing(),
      ...(this.#twice.size === 0 ? {} : { twice: [...this.#twice].slice(0, MOST_LISTED) }),
      late: this.#late,
      refused,
      erased: this.#erased,
      pruned: this.#pruned,
    };
  }

  /** The first hundred: a count that jumps by a million is one fault, not a million. */
  #missing(): readonly number[] {
    const missing: number[] = [];
    for (let place = 1; place < this.#highest && missing.length < MOST_LISTED; place += 1)
      if (!this.#places.has(place)) missing.push(place);
    return missing;
  }
}
