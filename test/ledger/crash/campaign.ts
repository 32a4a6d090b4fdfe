import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerStore } from '../../../src/ledger/store.js';
import { verifyLedger } from '../../../src/ledger/verify-ledger.js';
import { type LedgerPlace, numberOf, openPlace, sizeAt } from './batches.js';
import { WriterProcess } from './writer-process.js';

/** How many times something is killed: a few at each run of the tests, and many where this is asked for. */
export const KILLS: number = Number(process.env['EDGE_CONTRACTS_CRASH_KILLS'] ?? 6);
const SEED = Number(process.env['EDGE_CONTRACTS_CRASH_SEED'] ?? Date.now() % 1_000_000_007);

/** Two writers of one ledger, what they were told, and what is there. */
export class Campaign {
  readonly what: string;
  readonly place: LedgerPlace;
  readonly writers: readonly WriterProcess[];
  readonly random: () => number = randomFrom(SEED);
  readonly #there: Map<string, Set<number>> = new Map();
  readonly #started: number = Date.now();
  #seen = 0;
  #kills = 0;
  #lost = 0;
  #doubled = 0;

  constructor(what: string, place: LedgerPlace) {
    this.what = what;
    this.place = place;
    this.writers = ['a', 'b'].map((name) => new WriterProcess(name, place));
  }

  /** Some time in the next moments. */
  async moment(most: number): Promise<void> {
    await delay(this.random() * most);
  }

  /** What was acknowledged until now has to be there now. Reads what was appended since the last time. */
  async check(killed: boolean): Promise<void> {
    if (killed) this.#kills += 1;
    const acknowledged = this.writers.map((writer) => [writer, writer.acknowledged] as const);
    const store = await openPlace(this.place);
    try {
      await this.#read(store);
    } finally {
      await store.close();
    }
    for (const [{ name, running }, count] of acknowledged) {
      const there = this.#of(name);
      for (let number = 0; number < count; number += 1) if (!there.has(number)) this.#lost += 1;
      // All of the batch that it was writing, or nothing.
      if (!running)
        assert.ok([count, count + sizeAt(count)].includes(there.size), `${there.size} of ${count}`);
    }
    assert.deepEqual([this.#lost, this.#doubled], [0, 0], this.told());
  }

  async #read(store: LedgerStore): Promise<void> {
    for await (const { seq, key } of store.entries({ after: this.#seen })) {
      assert.equal(seq, this.#seen + 1, 'numbers have no gaps');
      this.#seen = seq;
      const [writer, number] = numberOf(key);
      if (this.#of(writer).has(number)) this.#doubled += 1;
      this.#of(writer).add(number);
    }
  }

  #of(writer: string): Set<number> {
    const there = this.#there.get(writer) ?? new Set();
    this.#there.set(writer, there);
    return there;
  }

  /** Ends the writers, and verifies the whole ledger. */
  async end(): Promise<string> {
    await Promise.all(this.writers.map((writer) => writer.kill()));
    await this.check(false);
    const store = await openPlace(this.place);
    const { sound, entries, findings } = await verifyLedger(store);
    await store.close();
    assert.deepEqual(findings, []);
    assert.ok(sound);
    assert.equal(entries, this.#seen);
    return this.told();
  }

  told(): string {
    const acknowledged = this.writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    const rejected = this.writers.flatMap((writer) => [...writer.rejected]);
    return JSON.stringify({
      what: this.what,
      seed: SEED,
      kills: this.#kills,
      acknowledged,
      there: this.#seen,
      lost: this.#lost,
      doubled: this.#doubled,
      rejected: Object.fromEntries(rejected),
      seconds: Math.round((Date.now() - this.#started) / 1000),
    });
  }
}

/** mulberry32: the same numbers for the same seed; where a process then is, is chance all the same. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs it; what becomes of it, no writer is left over. */
export async function run(campaign: Campaign, work: (campaign: Campaign) => Promise<void>): Promise<string> {
  try {
    await work(campaign);
    return await campaign.end();
  } finally {
    await Promise.all(campaign.writers.map((writer) => writer.kill()));
  }
}

/** Kills one of the writers, or both, again and again: some while they open the ledger, most while they append. */
export async function killWriters(campaign: Campaign): Promise<void> {
  const { writers, random } = campaign;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const started = writers.filter((writer) => !writer.running);
    for (const writer of started) writer.start();
    if (random() < 0.15) await campaign.moment(400);
    else await Promise.all(started.map((writer) => writer.further(1 + Math.floor(random() * 4))));
    await campaign.moment(30);
    const victims = random() < 0.5 ? writers : writers.filter((_, index) => index === kill % 2);
    await Promise.all(victims.map((writer) => writer.kill()));
    await campaign.check(true);
  }
}
