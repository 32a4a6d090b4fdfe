import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Facts } from '../model/facts.js';
import type { EngineCode } from '../model/verdict.js';
import { EngineFailure, type Policy, type PolicyAnswer } from './policy.js';

export interface WorkerSetup {
  readonly wasm: WebAssembly.Module;
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
}

export interface WorkerQuestion {
  readonly id: number;
  readonly entrypoint: string;
  /** JSON text: one copy across the border instead of a structured clone. */
  readonly facts: string;
}

export interface WorkerAnswer {
  readonly id: number;
  readonly answer?: PolicyAnswer;
  readonly failure?: { readonly code: EngineCode; readonly message: string };
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** The first answer of a fresh worker also waits for its start. */
const START_MS = 5_000;

/**
 * The policy in a worker, asked synchronously, with a deadline: WASM cannot be interrupted, and a rule that somebody
 * wrote by hand can loop. At the deadline the worker is ended, the answer is `engine.timeout`, and the next question
 * starts a fresh one.
 */
export class WorkerPolicy implements Policy {
  readonly #module: WebAssembly.Module;
  readonly #deadlineMs: number;
  #running: Running | null = null;
  #evaluations = 0;

  /** @throws EngineFailure `engine.tampered` where the bytes are no WASM. */
  constructor(wasm: Uint8Array, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    try {
      this.#module = new WebAssembly.Module(wasm);
    } catch (cause) {
      throw new EngineFailure('engine.tampered', "the bundle's WASM does not load", { cause });
    }
  }

  get evaluations(): number {
    return this.#evaluations;
  }

  evaluate(entrypoint: string, facts: Facts): PolicyAnswer {
    const fresh = this.#running === null;
    const running = this.#running ?? this.#start();
    this.#evaluations += 1;
    const before = Atomics.load(running.done, 0);
    const question: WorkerQuestion = { id: this.#evaluations, entrypoint, facts: JSON.stringify(facts) };
    running.port.postMessage(question);
    const waited = Atomics.wait(running.done, 0, before, this.#deadlineMs + (fresh ? START_MS : 0));
    if (waited === 'timed-out') throw this.#timedOut();
    return answerTo(question, receiveMessageOnPort(running.port)?.message as WorkerAnswer | undefined);
  }

  #start(): Running {
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    const workerData: WorkerSetup = { wasm: this.#module, port: port2, signal };
    const worker = new Worker(new URL('./policy-worker.js', import.meta.url), {
      workerData,
      transferList: [port2],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    worker.unref();
    port1.unref();
    // A worker that dies answers nothing; the question that is waiting runs into its deadline.
    worker.on('error', () => this.close());
    this.#running = { worker, port: port1, done: new Int32Array(signal) };
    return this.#running;
  }

  #timedOut(): EngineFailure {
    this.close();
    return new EngineFailure('engine.timeout', `the policy gave no answer within ${this.#deadlineMs} ms`);
  }

  close(): void {
    void this.#running?.worker.terminate();
    this.#running?.port.close();
    this.#running = null;
  }
}

function answerTo(question: WorkerQuestion, answered: WorkerAnswer | undefined): PolicyAnswer {
  if (answered?.failure !== undefined)
    throw new EngineFailure(answered.failure.code, answered.failure.message);
  if (answered?.answer === undefined || answered.id !== question.id) {
    throw new EngineFailure('engine.error', 'the worker of the policy answered another question');
  }
  return answered.answer;
}
