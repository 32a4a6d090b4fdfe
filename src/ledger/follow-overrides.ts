import { setTimeout as sleep } from 'node:timers/promises';
import { isOverrideNote, overridesFrom } from '../evaluate/overrides.js';
import type { OverrideNote, Overrides } from '../model/ledger.js';
import { ledgerFault } from './fault.js';
import type { Ledger } from './ledger.js';

export interface FollowOptions {
  /** How often the ledger is asked, in milliseconds; 2,000 unless given. So long an override takes to be known. */
  readonly everyMs?: number;
  /** Ends the following. Not given: it goes on as long as the process, which it does not keep alive. */
  readonly signal?: AbortSignal;
  /** Told of each reading that failed, and of each note that is not understood. What is known stays in force. */
  readonly onError?: (error: unknown) => void;
  /** Waits between two readings, until the time is over or the signal ends it; the system's timer unless given. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface FollowedOverrides extends Overrides {
  /** Reads at once what was added; rejects where the ledger cannot be read. */
  refresh(): Promise<void>;
}

const EVERY_MS = 2000;

/**
 * Overrides as a ledger has them, kept in memory and up to date: `loadGate({ overrides: await followOverrides(ledger) })`.
 * It resolves after the first reading. Later, where the ledger cannot be read, what is known stays in force, and ends when
 * it says.
 *
 * @throws TypeError where `everyMs` is no positive number.
 * @throws DiagnosticError `ledger.*` where the first reading fails: what is in force is not known then.
 */
export async function followOverrides(
  ledger: Pick<Ledger, 'entries'>,
  options: FollowOptions = {},
): Promise<FollowedOverrides> {
  const { everyMs = EVERY_MS, signal, wait = waited } = options;
  if (!(Number.isFinite(everyMs) && everyMs > 0)) throw new TypeError('everyMs must be a positive number');
  const followed = new Follower(ledger, quiet(options.onError));
  await followed.refresh();
  void follow(followed, () => wait(everyMs, signal), signal);
  return followed;
}

async function follow(
  followed: Follower,
  wait: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    await wait().catch(() => undefined);
    if (signal?.aborted === true) return;
    await followed.refresh().catch((error: unknown) => followed.onError(error));
  }
}

async function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) });
}

/** What is told must not end the following. */
function quiet(onError: FollowOptions['onError']): (error: unknown) => void {
  return (error) => {
    try {
      onError?.(error);
    } catch {
      // It is the host's, and it was told.
    }
  };
}

class Follower implements FollowedOverrides {
  readonly onError: (error: unknown) => void;
  readonly #ledger: Pick<Ledger, 'entries'>;
  readonly #notes: OverrideNote[] = [];
  #known: Overrides = overridesFrom([]);
  #after = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(ledger: Pick<Ledger, 'entries'>, onError: (error: unknown) => void) {
    this.#ledger = ledger;
    this.onError = onError;
  }

  activeFor(edge: string, now: Date): readonly OverrideNote[] {
    return this.#known.activeFor(edge, now);
  }

  /** One reading at a time, so that each note is taken once. */
  refresh(): Promise<void> {
    const next = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = next;
    return next;
  }

  async #read(): Promise<void> {
    let added = false;
    for await (const { seq, record } of this.#ledger.entries({ kinds: ['override'], after: this.#after })) {
      if (isOverrideNote(record)) {
        this.#notes.push(record);
        added = true;
      } else if (record !== null) this.onError(notUnderstood(seq));
      this.#after = seq;
    }
    if (added) this.#known = overridesFrom(this.#notes);
  }
}

function notUnderstood(seq: number): Error {
  return ledgerFault('ledger.record', `the override at entry ${seq} is not understood, and not in force`, {
    help: 'it was written by a later version, or by something else',
  });
}
