import type { ErasureNote } from '../model/ledger.js';
import { LASTING_KINDS } from './erase-entries.js';
import { readNote } from './read-entry.js';
import type { LedgerStore, StoredEntry } from './store.js';

interface Covering {
  readonly seq: number;
  readonly before: string;
}

/** Which entries the ledger's erasure notes cover: a note covers what was there before it. */
export class ErasureCover {
  /** By run, the last note that takes its content. */
  readonly #runs = new Map<string, number>();
  /** Alerts that quoted a run, by entry, the last note that takes their content. */
  readonly #also = new Map<number, number>();
  readonly #content: Covering[] = [];
  readonly #entries: Covering[] = [];

  /** With `none`, nothing is covered: where the notes cannot be read. */
  static readonly none: ErasureCover = new ErasureCover();

  static async of(store: LedgerStore): Promise<ErasureCover> {
    const cover = new ErasureCover();
    for await (const entry of store.entries({ kinds: ['erasure'] })) {
      const note = readNote(entry);
      if (note?.kind === 'erasure') cover.#add(entry.seq, note);
    }
    return cover;
  }

  #add(seq: number, { what, of, also = [] }: ErasureNote): void {
    for (const one of also) this.#also.set(one, seq);
    if ('run' in of) this.#runs.set(of.run, seq);
    else (what === 'entries' ? this.#entries : this.#content).push({ seq, before: of.before });
  }

  /** May its personal content be gone. */
  content(entry: StoredEntry): boolean {
    const { run, seq } = entry;
    const byRun = run !== null && (this.#runs.get(run) ?? 0) > seq;
    const named = entry.kind === 'alert' && (this.#also.get(seq) ?? 0) > seq;
    return byRun || named || covers(this.#content, entry) || covers(this.#entries, entry);
  }

  /** May all of it be gone. */
  entry(entry: StoredEntry): boolean {
    return !LASTING_KINDS.includes(entry.kind) && covers(this.#entries, entry);
  }
}

function covers(notes: readonly Covering[], { seq, recorded_at }: StoredEntry): boolean {
  return notes.some((note) => note.seq > seq && recorded_at < note.before);
}
