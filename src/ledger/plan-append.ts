import type { Appended } from '../model/ledger.js';
import { EMPTY_CHAIN, leafOf, nextChain, nextRunChain } from './chain.js';
import { ledgerFault } from './fault.js';
import { isSameRecord, type PreparedRecord, wholeText } from './prepare-record.js';
import {
  type Changes,
  type EntryKey,
  keyText,
  type Seen,
  type StoredEntry,
  type StoredHead,
  type StoredRefusal,
  type StoredRun,
} from './store.js';

/** What appending these records changes, and what came of each, in their order. Pure: an engine may call it again. */
export class AppendPlan {
  readonly outcomes: Appended[] = [];
  readonly #recordedAt: string;
  readonly #existing: Map<string, StoredEntry>;
  readonly #runs: Map<string, StoredRun>;
  readonly #changed = new Map<string, StoredRun>();
  readonly #insert: StoredEntry[] = [];
  readonly #refuse: StoredRefusal[] = [];
  #head: StoredHead;

  constructor(seen: Seen, recordedAt: string) {
    requirePlaces(seen);
    this.#recordedAt = recordedAt;
    this.#existing = new Map(seen.existing);
    this.#runs = new Map(seen.runs);
    this.#head = seen.head;
  }

  get appended(): boolean {
    return this.#insert.length > 0;
  }

  add(record: PreparedRecord): void {
    const name = keyText(record);
    const known = this.#existing.get(name);
    this.outcomes.push(known === undefined ? this.#append(record, name) : this.#again(record, known));
  }

  #append(record: PreparedRecord, name: string): Appended {
    const { run, kind, key, edge, at, place, body, content, salt, commit } = record;
    const seq = this.#head.seq + 1;
    const before = run === null ? undefined : this.#runs.get(run);
    const run_seq = run === null ? null : (before?.entries ?? 0) + 1;
    const recorded_at = this.#recordedAt;
    const named = { seq, run, run_seq, kind, key, edge, at, recorded_at, place, body };
    const leaf = leafOf(named);
    const run_chain = run === null ? null : nextRunChain(before?.chain ?? EMPTY_CHAIN, leaf);
    const chain = nextChain(this.#head.chain, { run, run_chain, leaf });
    // Member by member: a spread of this many takes as long as a digest.
    const entry: StoredEntry = {
      seq,
      run,
      run_seq,
      kind,
      key,
      edge,
      at,
      recorded_at,
      place,
      body,
      leaf,
      run_chain,
      chain,
      content,
      salt,
      commit,
    };
    this.#insert.push(entry);
    this.#existing.set(name, entry);
    this.#head = { seq, chain };
    this.#advance(entry, before);
    return { outcome: 'appended', seq };
  }

  #advance({ run, run_chain, seq, kind }: StoredEntry, before: StoredRun | undefined): void {
    if (run === null || run_chain === null) return;
    const after: StoredRun = {
      run,
      entries: (before?.entries ?? 0) + 1,
      first_seq: before?.first_seq ?? seq,
      last_seq: seq,
      first_at: before?.first_at ?? this.#recordedAt,
      last_at: this.#recordedAt,
      chain: run_chain,
      closed: before?.closed === true || kind === 'closed',
    };
    this.#runs.set(run, after);
    this.#changed.set(run, after);
  }

  #again(record: PreparedRecord, known: StoredEntry): Appended {
    const { seq, salt, commit } = known;
    if (salt === null || commit === null) return this.#refused(record, seq, 'ledger.erased');
    if (isSameRecord(record, salt, commit)) return { outcome: 'already_there', seq };
    return this.#refused(record, seq, 'ledger.conflict');
  }

  #refused(record: PreparedRecord, seq: number, code: StoredRefusal['code']): Appended {
    const { run, kind, key } = record;
    // What was erased must not come back as a refusal.
    const body = code === 'ledger.erased' ? null : wholeText(record);
    this.#refuse.push({ run, kind, key, seq, code, recorded_at: this.#recordedAt, body });
    return { outcome: 'refused', seq, code };
  }

  changes(): Changes {
    const refuse = this.#refuse.length > 0 ? { refuse: this.#refuse } : {};
    if (!this.appended) return refuse;
    return { ...refuse, insert: this.#insert, runs: [...this.#changed.values()], head: this.#head };
  }
}

/** What is known by its key but stands where no reader looks must not make a record be there already. */
function requirePlaces({ head, existing, runs }: Seen): void {
  for (const { seq } of existing.values()) if (seq < 1 || seq > head.seq) throw misplaced('an entry');
  for (const { first_seq, last_seq } of runs.values())
    if (first_seq < 1 || last_seq < first_seq || last_seq > head.seq) throw misplaced('a run');
}

function misplaced(what: string): Error {
  return ledgerFault(
    'ledger.damaged',
    `${what} that this is about stands before the first entry, or after the head`,
    {
      help: 'nothing was written: run `ledger verify`, and see who changed the database',
    },
  );
}

/** The keys of records, each once. */
export function keysOf(records: readonly PreparedRecord[]): readonly EntryKey[] {
  const keys = records.map(({ run, key }) => ({ run, key }));
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}
