import { parentPort, workerData } from 'node:worker_threads';
import type { Facts } from '../model/facts.js';
import { EngineFailure } from './policy.js';
import { WasmPolicy } from './wasm-policy.js';
import type { WorkerAnswer, WorkerQuestion, WorkerSetup } from './worker-policy.js';

/** Runs a policy with custom rules where a deadline can stop it: the other end is `WorkerPolicy`. */
const { wasm, port, signal } = workerData as WorkerSetup;
const done = new Int32Array(signal);
const policy = new WasmPolicy(wasm);

port.on('message', (question: WorkerQuestion) => {
  port.postMessage(answer(question));
  Atomics.add(done, 0, 1);
  Atomics.notify(done, 0);
});
parentPort?.postMessage('ready');

function answer({ id, entrypoint, facts }: WorkerQuestion): WorkerAnswer {
  try {
    return { id, answer: policy.evaluate(entrypoint, JSON.parse(facts) as Facts) };
  } catch (error) {
    if (error instanceof EngineFailure) return { id, failure: { code: error.code, message: error.message } };
    return { id, failure: { code: 'engine.error', message: String(error) } };
  }
}
