import { grouped, percent } from '../report/rate-text.js';
import type { Io } from './io.js';

/** How often a line is written, in milliseconds: it is to be read, and a short input shows none. */
const EVERY = 250;

/** Tells how far a long reading is, where somebody watches; nothing of it is part of a result. */
export class Progress {
  readonly #io: Io;
  #last = performance.now();
  #shown = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** @param text Made only when it is time to show it. */
  show(text: () => string): void {
    const { progress } = this.#io;
    const now = performance.now();
    if (progress === undefined || now - this.#last < EVERY) return;
    this.#last = now;
    this.#shown = true;
    progress(text());
  }

  done(): void {
    if (this.#shown) this.#io.progress?.('');
    this.#shown = false;
  }
}

/** @param share 0..1, null where it is not known */
export function soFar(count: number, what: string, share: number | null): string {
  return `${grouped(count)} ${what}${share === null ? '' : `, ${percent(Math.min(1, share), ' ')}`}`;
}
