import { grouped, percent } from '../report/rate-text.js';
import type { Io } from './io.js';

/** How often a line is written, in milliseconds. */
const EVERY = 200;

/** Tells how far a long reading is, where somebody watches; nothing of it is part of a result. */
export class Progress {
  readonly #io: Io;
  readonly #what: string;
  #last = 0;
  #shown = false;

  constructor(io: Io, what: string) {
    this.#io = io;
    this.#what = what;
  }

  /** @param share 0..1, null where it is not known */
  tell(count: number, share: number | null): void {
    const { progress } = this.#io;
    const now = performance.now();
    if (progress === undefined || now - this.#last < EVERY) return;
    this.#last = now;
    this.#shown = true;
    progress(
      `${grouped(count)} ${this.#what}${share === null ? '' : `, ${percent(Math.min(1, share), ' ')}`}`,
    );
  }

  done(): void {
    if (this.#shown) this.#io.progress?.('');
  }
}
