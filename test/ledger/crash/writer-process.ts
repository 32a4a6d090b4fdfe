import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LedgerPlace } from './batches.js';
import type { WriterTask } from './writer.js';

/** A writer, over all the processes that it has been. */
export class WriterProcess {
  readonly name: string;
  /** How many of its records were acknowledged: all those before this number. */
  acknowledged = 0;
  /** By code. */
  readonly rejected: Map<string, number> = new Map();
  readonly #place: LedgerPlace;
  readonly #lines = new EventEmitter();
  #child: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(name: string, place: LedgerPlace) {
    this.name = name;
    this.#place = place;
  }

  get running(): boolean {
    return this.#child !== null;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  start(): void {
    const task: WriterTask = { writer: this.name, from: this.acknowledged, place: this.#place };
    const script = fileURLToPath(new URL('./writer.js', import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => this.#heard(line));
    this.#ended = once(child, 'close');
    this.#child = child;
  }

  /** Resolves after this many further batches were acknowledged. */
  async further(batches: number): Promise<void> {
    for (let left = batches; left > 0; left -= 1) await once(this.#lines, 'acknowledged');
  }

  /** Resolves when it is gone, and all that it said was heard. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    await this.#ended;
  }

  #heard(line: string): void {
    const [what = '', rest = ''] = line.split(' ');
    if (what === 'acknowledged') this.acknowledged = Number(rest);
    if (what === 'rejected') this.rejected.set(rest, (this.rejected.get(rest) ?? 0) + 1);
    this.#lines.emit(what);
  }
}
