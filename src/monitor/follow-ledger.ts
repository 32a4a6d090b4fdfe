import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Alert } from '../model/alert.js';
import type { TransferScore } from '../model/carry.js';
import { type Due, EdgeWatch, isOutage, type WatchOptions, type WatchTerms } from './edge-watch.js';
import { LOOK_BACK_MS, readOn, readWatch } from './read-watch.js';
import { type Told, tell } from './tell.js';

export interface FollowOptions extends WatchTerms {
  /** Told the time; the system's unless given. */
  readonly clock?: () => Date;
  /** Between two looks at the ledger, in milliseconds; 2,000 unless given. */
  readonly everyMs?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Names of webhooks that alerts are put out to; none unless given. */
  readonly targets?: readonly string[];
  /** Runs that got an entry from this time on are looked at for violations that nobody was told of; a day unless given. */
  readonly since?: Date;
  /** Less silence than this is never told, in milliseconds; an hour unless given. */
  readonly quietFloorMs?: number;
  /** Called once, when what the ledger holds was read and nothing was told yet. */
  readonly onStart?: (watch: EdgeWatch) => void;
  /** Called with each alert once it is in the ledger. */
  readonly onAlert?: (told: Told) => void;
  /** Called with each attempt that arrived while the ledger was followed. */
  readonly onTransfer?: (transfer: TransferScore, simulated: boolean) => void;
  /** Called after each look at the ledger. */
  readonly onRound?: (watch: EdgeWatch) => void | Promise<void>;
  /** Called once for each alert that the ledger refuses to keep; the other edges go on, and so does the monitor. */
  readonly onRefused?: (alert: Alert, error: DiagnosticError) => void;
  /** Called where the ledger could not be read or written; it is tried again. */
  readonly onOutage?: (error: unknown) => void;
}

const EVERY_MS = 2000;

/**
 * Follows a ledger until the signal: reads what is new, scores the runs that it touches, and records what has to be told
 * together with what is to be sent. Everything that it goes by is in the ledger, so that a monitor that is started again
 * neither forgets an alert nor tells it twice. However many gates share an edge, there is one window, the ledger's.
 *
 * @throws DiagnosticError where the ledger cannot be read at the start; later it is tried again
 */
export async function followLedger(ledger: Ledger, options: FollowOptions): Promise<void> {
  const { signal, everyMs = EVERY_MS } = options;
  const monitor = await startMonitor(ledger, options);
  options.onStart?.(monitor.watch);
  while (signal?.aborted !== true) {
    const more = await roundOf(monitor, options);
    if (!more) await pause(everyMs, signal);
  }
}

/** A round that fails for the ledger is tried again; anything else is a bug, and ends it. */
async function roundOf(monitor: Monitor, { onOutage, onRound }: FollowOptions): Promise<boolean> {
  try {
    const more = await monitor.round();
    if (!more) await onRound?.(monitor.watch);
    return more;
  } catch (error) {
    if (!isOutage(error)) throw error;
    onOutage?.(error);
    return false;
  }
}

/** Opens a monitor: what the ledger holds is read, and nothing is told yet. */
export async function startMonitor(ledger: Ledger, options: FollowOptions): Promise<Monitor> {
  const clock = options.clock ?? (() => new Date());
  const watchOptions: WatchOptions = {
    ledger,
    clock,
    manifest: options.manifest,
    terms: options.terms,
    ...(options.quietFloorMs === undefined ? {} : { quietFloorMs: options.quietFloorMs }),
    ...(options.onTransfer === undefined ? {} : { onTransfer: options.onTransfer }),
  };
  const watch = new EdgeWatch(watchOptions);
  const since = options.since ?? new Date(clock().getTime() - LOOK_BACK_MS);
  await readWatch(watch, watchOptions, since);
  return new Monitor(watch, watchOptions, options);
}

/** How often one round may tell of one edge: violations are told a hundred at a time. */
const MOST_TURNS = 1000;

/** A watch that tells. */
export class Monitor {
  readonly watch: EdgeWatch;
  readonly #watchOptions: WatchOptions;
  readonly #options: FollowOptions;
  /** Ids and states of alerts that the ledger refused. */
  readonly #refused = new Set<string>();

  /** Use `startMonitor`. */
  constructor(watch: EdgeWatch, watchOptions: WatchOptions, options: FollowOptions) {
    this.watch = watch;
    this.#watchOptions = watchOptions;
    this.#options = options;
  }

  /** How many alerts the ledger refused to keep: nobody was told of them. */
  get refused(): number {
    return this.#refused.size;
  }

  /** How many alerts are not over. */
  get firing(): number {
    const { told } = this.watch;
    const states = told.edges.flatMap((edge) => [...told.of(edge).values()].map(({ state }) => state));
    return states.filter((state) => state === 'firing').length;
  }

  /** Reads what is new and tells what has to be told; true where there is more to read. */
  async round(): Promise<boolean> {
    if (await readOn(this.watch, this.#watchOptions)) return true;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const told = await this.#tellDue();
      if (told === 0) return false;
      // Its own notes are read like everybody's: what is told is what the ledger says.
      while (await readOn(this.watch, this.#watchOptions));
    }
    return false;
  }

  /** What one edge cannot have recorded must not keep the others from being told. */
  async #told(due: Due): Promise<Told | null> {
    const { clock, ledger } = this.#watchOptions;
    const { alert } = due;
    try {
      return await tell(ledger, due, this.#options.targets ?? [], clock());
    } catch (error) {
      if (isOutage(error) || !(error instanceof DiagnosticError)) throw error;
      const key = `${alert.edge} ${alert.kind} ${alert.state}`;
      if (!this.#refused.has(key)) this.#options.onRefused?.(alert, error);
      this.#refused.add(key);
      return null;
    }
  }

  async #tellDue(): Promise<number> {
    let told = 0;
    for (const name of this.watch.names) {
      for (const due of this.watch.dueOf(name)) {
        const done = await this.#told(due);
        // Another monitor was first: what it told is read in the next round.
        if (done === null) continue;
        told += 1;
        this.#options.onAlert?.(done);
      }
    }
    return told;
  }
}

/** Until it is over, or the signal comes. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
