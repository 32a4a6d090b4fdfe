import type { VerificationKey } from '../attestation/attestation-key.js';
import { type Digest, digestBytes } from '../canonical/digest.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { CheckpointNote } from '../model/ledger.js';
import { EMPTY_CHAIN, nextChain, nextRunChain } from './chain.js';
import { checkEntry } from './check-entry.js';
import { checkpointTrust, refusalsOf, runsAt } from './checkpoint.js';
import type { LedgerCode } from './codes.js';
import { ErasureCover } from './erasure-cover.js';
import { SwappedEntries } from './find-swapped.js';
import { Findings, type LedgerFinding } from './findings.js';
import { readNote } from './read-entry.js';
import type { LedgerStore, StoredEntry, StoredHead, StoredRun } from './store.js';

export type { LedgerFinding } from './findings.js';

export interface VerifyLedgerOptions {
  /** One that was kept outside of the ledger: only against it a rewritten history, or a cut tail, shows. */
  readonly checkpoint?: CheckpointNote;
  /** Public keys that are trusted. Not given: signatures are not looked at. */
  readonly keys?: readonly VerificationKey[];
  /** Only this run: its entries and its chain. */
  readonly run?: string;
  /** Called now and then with how many entries were read. */
  readonly onProgress?: (entries: number) => void;
}

export interface LedgerVerification {
  /** Nothing was found. */
  readonly sound: boolean;
  /** How far the ledger was when verifying began. */
  readonly head: { readonly seq: number; readonly chain: Digest };
  readonly entries: number;
  readonly runs: number;
  /** Entries whose personal fields, or all of whose fields, are gone, and covered by a note. */
  readonly erased: number;
  readonly pruned: number;
  /** Checkpoints among the entries, and how many of them were signed with a key that was given. */
  readonly checkpoints: { readonly count: number; readonly signed: number };
  /** Was there a checkpoint from outside whose signature holds: up to there, nothing was changed by anybody. */
  readonly proven_until: number | null;
  /**
   * Sources of contracts that verdicts name and that are not here, each with the first entry that names it, at most 20.
   * Not given: none. It is no finding: verdicts may come from elsewhere without them.
   */
  readonly sources_missing?: {
    readonly count: number;
    readonly first: readonly { readonly digest: Digest; readonly seq: number }[];
  };
  /** In the order in which they were found, at most 1,000. */
  readonly findings: readonly LedgerFinding[];
  /** How many more there were. */
  readonly omitted: number;
}

const PROGRESS_EVERY = 1000;
const SOURCES_LISTED = 20;
/** Of a row or a table: a disk that fails is thrown on. */
const UNREADABLE: ReadonlySet<string> = new Set<LedgerCode>(['ledger.damaged', 'ledger.structure']);

/**
 * Is everything in a ledger as it was written. It is read twice, as a whole and run by run; memory grows neither with
 * entries nor with runs. What is appended meanwhile is left for the next time.
 *
 * @throws DiagnosticError `ledger.*` where it cannot be read; what is wrong in it is a finding, never thrown.
 */
export async function verifyLedger(
  store: LedgerStore,
  options: VerifyLedgerOptions = {},
): Promise<LedgerVerification> {
  const verifying = new Verifying(store, options, await store.head());
  await verifying.inspect();
  await verifying.read();
  return verifying.result();
}

class Verifying {
  readonly #missingSources: { count: number; first: { digest: Digest; seq: number }[] } = {
    count: 0,
    first: [],
  };
  readonly #store: LedgerStore;
  readonly #options: VerifyLedgerOptions;
  readonly #head: StoredHead;
  #cover: ErasureCover = ErasureCover.none;
  readonly #findings = new Findings();
  readonly #swapped = new SwappedEntries();
  /** What the chain has to be after an entry, as checkpoints say. */
  readonly #expected = new Map<number, Digest>();
  /** Those that were looked at; as many as there were contracts. */
  readonly #sources = new Set<Digest>();
  readonly #checkpoints = { count: 0, signed: 0 };
  #entries = 0;
  #runs = 0;
  /** Entries that are of a run, and those that runs in the list have. */
  readonly #ofRuns = { all: 0, listed: 0 };
  #erased = 0;
  #pruned = 0;
  #provenUntil: number | null = null;

  constructor(store: LedgerStore, options: VerifyLedgerOptions, head: StoredHead) {
    this.#store = store;
    this.#options = options;
    this.#head = head;
  }

  async inspect(): Promise<void> {
    for await (const { code, seq, message } of this.#store.inspect())
      this.#findings.add(code, { seq }, message);
  }

  /** What cannot be read ends the reading, and is found: nothing is said of what would have come after it. */
  async read(): Promise<void> {
    try {
      this.#cover = await ErasureCover.of(this.#store);
      const { run } = this.#options;
      if (run !== undefined) await this.oneRun(run);
      else await this.all();
    } catch (error) {
      if (!(error instanceof DiagnosticError) || !UNREADABLE.has(error.code)) throw error;
      const told = error.diagnostics.map(({ message }) => message).join('; ');
      this.#findings.add(
        error.code as LedgerCode,
        { seq: null },
        `${told}; what comes after it was not verified`,
      );
    }
  }

  result(): LedgerVerification {
    const { listed, count } = this.#findings;
    return {
      sound: count === 0,
      head: this.#head,
      entries: this.#entries,
      runs: this.#runs,
      erased: this.#erased,
      pruned: this.#pruned,
      checkpoints: this.#checkpoints,
      proven_until: this.#provenUntil,
      ...(this.#missingSources.count === 0 ? {} : { sources_missing: this.#missingSources }),
      findings: listed,
      omitted: count - listed.length,
    };
  }

  async all(): Promise<void> {
    const checkpoint = this.#trustedCheckpoint();
    await this.#readCheckpoints();
    // After those of the ledger: what was kept outside counts.
    if (checkpoint !== null) this.#expected.set(checkpoint.head.seq, checkpoint.head.chain);
    await this.#wholeChain();
    this.#tellChanged();
    await this.#beyondHead();
    for await (const run of this.#store.runs({})) await this.#runChain(run, false);
    this.#compareSum();
    await this.#readBeside();
    if (checkpoint === null) return;
    await this.#compareWith(checkpoint);
    await this.#compareRefusals(checkpoint);
    if (this.#findings.count === 0 && this.#options.keys !== undefined)
      this.#provenUntil = checkpoint.head.seq;
  }

  #trustedCheckpoint(): CheckpointNote | null {
    const { checkpoint } = this.#options;
    return checkpoint !== undefined && this.#isTrusted(checkpoint, null) ? checkpoint : null;
  }

  async oneRun(name: string): Promise<void> {
    let found = false;
    for await (const run of this.#store.runs({ run: name })) {
      found = true;
      await this.#runChain(run, true);
    }
    if (!found) {
      for await (const entry of this.#store.entries({ run: name, limit: 1 })) this.#vanished(entry);
    }
    this.#tellChanged();
  }

  async #readCheckpoints(): Promise<void> {
    let last: CheckpointNote | null = null;
    for await (const entry of this.#store.entries({ kinds: ['checkpoint'], until: this.#head.seq })) {
      const note = readNote(entry);
      if (note?.kind !== 'checkpoint') continue;
      this.#checkpoints.count += 1;
      if (note.head.seq >= entry.seq)
        this.#findings.add('ledger.rewritten', entry, 'this checkpoint covers what comes after it');
      else if (this.#isTrusted(note, entry.seq)) {
        this.#expected.set(note.head.seq, note.head.chain);
        last = note;
      }
    }
    if (last !== null) await this.#compareRefusals(last);
  }

  /** Those since the checkpoint are beside the chain, and nothing tells whether they are as they were. */
  async #compareRefusals({ head, refusals }: CheckpointNote): Promise<void> {
    if (refusals === undefined) return;
    const now = await refusalsOf(this.#store, refusals.count);
    if (now.digest === refusals.digest) return;
    const told = `the list of refused records is not the one of ${refusals.count} that a checkpoint was made of`;
    this.#findings.add('ledger.rewritten', { seq: head.seq }, told);
  }

  /** False where the signature is not one that was asked for, which is told. */
  #isTrusted(note: CheckpointNote, seq: number | null): boolean {
    const { keys } = this.#options;
    if (keys === undefined) return true;
    const trust = checkpointTrust(note, keys);
    if (trust === 'good') {
      if (seq !== null) this.#checkpoints.signed += 1;
      return true;
    }
    const which = seq === null ? 'the checkpoint from outside' : 'this checkpoint';
    if (trust === 'bad_signature')
      this.#findings.add('ledger.signature', { seq }, `the signature of ${which} does not hold`);
    else
      this.#findings.add('ledger.unknown_key', { seq }, `${which} was signed with a key that was not given`);
    return false;
  }

  async #wholeChain(): Promise<void> {
    let last: StoredHead = { seq: 0, chain: EMPTY_CHAIN };
    for await (const entry of this.#store.entries({ until: this.#head.seq })) {
      await this.#see(entry);
      this.#link(entry, last);
      if (entry.run !== null) this.#ofRuns.all += 1;
      if (entry.run_seq === 1) await this.#requireRun(entry);
      last = entry;
    }
    this.#end(last);
  }

  async #see(entry: StoredEntry): Promise<void> {
    this.#entries += 1;
    if (this.#entries % PROGRESS_EVERY === 0) this.#options.onProgress?.(this.#entries);
    if (entry.body === null) this.#pruned += 1;
    else if (entry.salt === null) this.#erased += 1;
    if (!checkEntry(entry, this.#cover, this.#findings)) this.#swapped.add(entry);
    else await this.#checkSource(entry);
  }

  /** The contract's source that a verdict names, once each; one that came from elsewhere without it has none here. */
  async #checkSource(entry: StoredEntry): Promise<void> {
    const digest = sourceOf(entry);
    if (digest === null || this.#sources.has(digest)) return;
    this.#sources.add(digest);
    const bytes = await this.#store.blob(digest);
    if (bytes === null) this.#lacks(digest, entry.seq);
    else if (digestBytes(bytes) !== digest)
      this.#findings.add('ledger.changed', entry, 'the source of its contract is not what was kept');
  }

  #lacks(digest: Digest, seq: number): void {
    this.#missingSources.count += 1;
    const { first } = this.#missingSources;
    if (first.length < SOURCES_LISTED) first.push({ digest, seq });
  }

  #link(entry: StoredEntry, last: StoredHead): void {
    if (entry.seq !== last.seq + 1) this.#missing(last.seq + 1, entry.seq - 1);
    else if (nextChain(last.chain, entry) !== entry.chain)
      this.#findings.add(
        'ledger.chain',
        entry,
        'the ledger’s chain does not lead here from the entry before',
      );
    const expected = this.#expected.get(entry.seq);
    if (expected !== undefined && expected !== entry.chain)
      this.#findings.add('ledger.rewritten', entry, 'a checkpoint has another value of the chain here');
  }

  #missing(from: number, to: number): void {
    const told = from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`;
    this.#findings.add('ledger.missing', { seq: from }, told);
  }

  async #requireRun(entry: StoredEntry): Promise<void> {
    for await (const _run of this.#store.runs({ run: entry.run ?? '' })) return;
    this.#vanished(entry);
  }

  #vanished(entry: StoredEntry): void {
    this.#findings.add('ledger.run_vanished', entry, 'the run of this entry is not in the list of runs');
  }

  #end(last: StoredHead): void {
    const { seq, chain } = this.#head;
    if (last.seq < seq)
      this.#findings.add(
        'ledger.tail_cut',
        { seq: last.seq + 1 },
        `the ledger’s head is entry ${seq}, and the last one is ${last.seq}`,
      );
    else if (last.chain !== chain)
      this.#findings.add(
        'ledger.chain',
        { seq },
        'the ledger’s head has another value of the chain than its last entry',
      );
  }

  /** Entries that were put in after the head; what is appended moves the head along. */
  async #beyondHead(): Promise<void> {
    for await (const entry of this.#store.entries({ newest_first: true, limit: 1 })) {
      const head = await this.#store.head();
      if (entry.seq > head.seq)
        this.#findings.add(
          'ledger.chain',
          entry,
          `the ledger’s head is entry ${head.seq}, and this one comes after it`,
        );
    }
  }

  #tellChanged(): void {
    for (const [entry, other] of this.#swapped.found()) {
      if (other === null)
        this.#findings.add('ledger.changed', entry, 'its fields do not give the digest that is chained');
      else this.#findings.add('ledger.swapped', entry, `it stands in the place of entry ${other}`);
    }
  }

  /** What no chain goes through has to be readable all the same. */
  async #readBeside(): Promise<void> {
    for await (const _refusal of this.#store.refusals({}));
    await this.#store.outbox(Number.MAX_SAFE_INTEGER);
  }

  /** A run that has a head, and is not in the list for another reason than a missing head. */
  #compareSum(): void {
    const left = this.#ofRuns.all - this.#ofRuns.listed;
    if (left <= 0 || this.#findings.listed.some(({ code }) => code === 'ledger.run_vanished')) return;
    const told = left === 1 ? 'an entry is of a run' : `${left} entries are of runs`;
    this.#findings.add('ledger.run_vanished', { seq: null }, `${told} that the list of runs does not have`);
  }

  /** @param whole Also each entry for itself, where that was not done already. */
  async #runChain(run: StoredRun, whole: boolean): Promise<void> {
    this.#runs += 1;
    const seen = new RunReading(run);
    for await (const entry of this.#store.entries({ run: run.run, until: this.#head.seq })) {
      if (whole) await this.#see(entry);
      this.#ofRuns.listed += 1;
      const fault = seen.follow(entry);
      if (fault !== null) this.#findings.add(fault.code, entry, fault.message);
    }
    const fault = (await this.#movedOn(run)) ? null : seen.headFault();
    if (fault !== null) this.#findings.add('ledger.run_head', { seq: run.last_seq, run: run.run }, fault);
  }

  /** Was something appended to the run since verifying began; that is not in what was read. */
  async #movedOn({ last_seq }: StoredRun): Promise<boolean> {
    return last_seq > this.#head.seq && last_seq <= (await this.#store.head()).seq;
  }

  async #compareWith({ head, runs }: CheckpointNote): Promise<void> {
    if (head.seq <= this.#head.seq) return this.#compareRuns(head, runs);
    const told = `the checkpoint covers ${head.seq} entries, and the ledger has ${this.#head.seq}`;
    this.#findings.add('ledger.tail_cut', { seq: this.#head.seq + 1 }, told);
  }

  async #compareRuns(head: StoredHead, runs: CheckpointNote['runs']): Promise<void> {
    const now = await runsAt(this.#store, head);
    const at = { seq: head.seq };
    if (now.count < runs.count)
      this.#findings.add(
        'ledger.run_vanished',
        at,
        `the checkpoint counts ${runs.count} runs, and the ledger has ${now.count} from then`,
      );
    else if (now.digest !== runs.digest)
      this.#findings.add('ledger.run_head', at, 'the runs of then have other heads than the checkpoint says');
  }
}

function sourceOf(entry: StoredEntry): Digest | null {
  const note = entry.kind === 'verdict' ? readNote(entry) : null;
  return note?.kind === 'verdict' ? note.contract_source : null;
}

interface RunFault {
  readonly code: 'ledger.chain' | 'ledger.missing';
  readonly message: string;
}

/** One run's entries, read in order. */
class RunReading {
  readonly #run: StoredRun;
  #first: StoredEntry | null = null;
  #last: StoredEntry | null = null;
  #closed = false;

  constructor(run: StoredRun) {
    this.#run = run;
  }

  follow(entry: StoredEntry): RunFault | null {
    const last = this.#last;
    this.#first ??= entry;
    this.#last = entry;
    this.#closed ||= entry.kind === 'closed';
    const expected = (last?.run_seq ?? 0) + 1;
    if (entry.run_seq !== expected)
      return { code: 'ledger.missing', message: `entry ${expected} of the run is missing before this one` };
    if (nextRunChain(last?.run_chain ?? EMPTY_CHAIN, entry.leaf) === entry.run_chain) return null;
    return { code: 'ledger.chain', message: 'the run’s chain does not lead here from the entry before' };
  }

  headFault(): string | null {
    const { entries, chain, first_seq, last_seq, first_at, last_at, closed } = this.#run;
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null) return 'the run has a head and no entries';
    const agrees =
      last.run_seq === entries &&
      last.run_chain === chain &&
      first.seq === first_seq &&
      last.seq === last_seq &&
      first.recorded_at === first_at &&
      last.recorded_at === last_at &&
      this.#closed === closed;
    return agrees ? null : 'the run’s head does not agree with its entries';
  }
}
