import { type FSWatcher, watch } from 'node:fs';
import { posix, sep } from 'node:path';
import type { ProjectPlace } from '../compile/find-project.js';
import type { ExitCode } from './exit-code.js';
import type { Io } from './io.js';

export interface WatchOptions {
  /** How long after a change it is waited for more, in milliseconds; 100 unless given. */
  readonly quietMs?: number;
  /** Ends the watching; not given: Ctrl-C does. */
  readonly signal?: AbortSignal;
}

const QUIET_MS = 100;

/**
 * Does something now, and again whenever a file of the project changes that it may depend on. Nothing is cleared from
 * the screen. Ends on Ctrl-C, with how it came out last.
 */
export async function watchProject(
  place: ProjectPlace,
  once: () => Promise<ExitCode>,
  io: Io,
  { quietMs = QUIET_MS, signal = untilInterrupted() }: WatchOptions = {},
): Promise<ExitCode> {
  const changes = new Changes(quietMs);
  const watcher = watchFiles(place, () => changes.note());
  try {
    for (;;) {
      const code = await once();
      io.err('watching for changes; Ctrl-C ends it\n');
      if (!(await changes.next(signal))) return code;
    }
  } finally {
    changes.stop();
    watcher.close();
  }
}

/** The whole project, since cases name files of records anywhere in it; what the tool itself writes is left out. */
function watchFiles({ root, project }: ProjectPlace, changed: () => void): FSWatcher {
  return watch(root, { recursive: true }, (_event, file) => {
    if (file === null || mayMatter(file, project.policies)) changed();
  });
}

/** May a test come out otherwise since this file changed; `file` and `policies` are relative to the root. */
export function mayMatter(file: string, policies: string): boolean {
  const path = file.split(sep).join('/');
  if (path.startsWith(`${posix.join(policies, '.')}/`)) return false;
  if (/(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/.test(path)) return false;
  return /\.(?:ya?ml|rego|json|jsonl)$/.test(path);
}

/** Changes that come in a burst, as an editor saves, count as one. */
class Changes {
  readonly #quietMs: number;
  #timer: NodeJS.Timeout | undefined;
  #pending = false;
  #wake: (() => void) | undefined;

  constructor(quietMs: number) {
    this.#quietMs = quietMs;
  }

  note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pending = true;
      this.#wake?.();
    }, this.#quietMs);
  }

  /** False where it was ended. */
  async next(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (!this.#pending)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    this.#pending = false;
    this.#wake = undefined;
    return !signal.aborted;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function untilInterrupted(): AbortSignal {
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  return ended.signal;
}
