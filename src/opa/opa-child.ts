import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { OpaError } from './opa-error.js';
import type { ReplyMessage, RequestMessage, WorkerOptions } from './opa-messages.js';

/** V8's optimising tier spends seconds on Go's huge functions and gains nothing. */
const V8_FLAGS = ['--liftoff-only', '--expose-gc', '--no-warnings'];

interface Pending {
  readonly id: number;
  readonly resolve: (response: string) => void;
  readonly reject: (error: OpaError) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * One child process with at most one request in flight. It keeps the parent's event loop alive only while it works on a
 * request. Once dead it stays dead; the owner starts another.
 */
export class OpaChild {
  readonly #process: ChildProcess;
  #pending: Pending | undefined;
  #lastId = 0;
  #dead = false;

  constructor(options: WorkerOptions) {
    this.#process = fork(
      fileURLToPath(new URL('./opa-worker.js', import.meta.url)),
      [JSON.stringify(options)],
      {
        execArgv: V8_FLAGS, // and nothing of the parent's: no loaders, no inspector
        env: childEnvironment(),
        serialization: 'advanced', // megabytes of text without a second round of JSON escapes
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.#process.on('message', (message) => this.#onMessage(message as ReplyMessage));
    this.#process.on('exit', (code, signal) => this.#fail(crashed(code, signal)));
    this.#process.on('error', (error) =>
      this.#fail(new OpaError('compiler.crashed', `the compiler process: ${error.message}`)),
    );
    this.#holdLoop(false);
  }

  get dead(): boolean {
    return this.#dead;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  request(request: string, deadlineMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const message: RequestMessage = { id: this.#lastId, request };
      const timer = setTimeout(() => this.#fail(timedOut(deadlineMs)), deadlineMs);
      this.#pending = { id: message.id, resolve, reject, timer };
      this.#holdLoop(true);
      this.#process.send(message, (error) => {
        if (error !== null) {
          this.#fail(
            new OpaError('compiler.crashed', `the compiler process does not listen: ${error.message}`),
          );
        }
      });
    });
  }

  kill(): void {
    this.#fail(new OpaError('compiler.closed', 'the compiler was closed'));
  }

  #onMessage(message: ReplyMessage): void {
    if (message.kind === 'fatal') {
      this.#fail(new OpaError(message.code, message.message));
    } else if (message.id === this.#pending?.id) {
      this.#take()?.resolve(message.response);
    }
  }

  #fail(error: OpaError): void {
    this.#dead = true;
    this.#process.kill('SIGKILL');
    this.#take()?.reject(error);
  }

  #take(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    clearTimeout(pending?.timer);
    this.#holdLoop(false);
    return pending;
  }

  #holdLoop(hold: boolean): void {
    const channel = this.#process.channel;
    if (hold) {
      this.#process.ref();
      channel?.ref();
    } else {
      this.#process.unref();
      channel?.unref();
    }
  }
}

/** No NODE_OPTIONS, no secrets; a fixed time zone. Windows does not start a process without SystemRoot. */
function childEnvironment(): Record<string, string> {
  const systemRoot = process.env['SystemRoot'];
  return { TZ: 'UTC', ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }) };
}

function timedOut(deadlineMs: number): OpaError {
  return new OpaError('compiler.timeout', `the request took longer than ${deadlineMs} ms`);
}

function crashed(code: number | null, signal: NodeJS.Signals | null): OpaError {
  return new OpaError(
    'compiler.crashed',
    `the compiler process ended (${signal ?? `exit code ${code ?? 'unknown'}`})`,
  );
}
