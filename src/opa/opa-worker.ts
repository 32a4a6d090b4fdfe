/**
 * The child process that holds the embedded OPA. It runs in a process of its own because its V8 flags are process-wide
 * and because only a process can be stopped from outside while WebAssembly computes.
 *
 * The file is also the entry of a small watching thread, see `watchParent`.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

import { type GoProgram, startGo } from './go-runtime.js';
import { limitMemory } from './memory-limit.js';
import { loadArtifact } from './opa-artifact.js';
import { OpaError } from './opa-error.js';
import type { ReplyMessage, RequestMessage, WorkerOptions } from './opa-messages.js';

const BUILT_IN_MEMORY_MIB = 1024;
const WATCH_INTERVAL_MS = 500;
const LAST_WORDS = 4_000;

if (isMainThread) {
  await serve(JSON.parse(process.argv[2] ?? '{}') as WorkerOptions);
} else {
  watch(workerData as number);
}

async function serve(options: WorkerOptions): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  let lastWords = '';
  const program = start(options, (text) => {
    lastWords = (lastWords + text).slice(0, LAST_WORDS);
  });
  process.on('message', (message: RequestMessage) => {
    program
      .then(
        ({ entry }) =>
          entry(message.request, (response) => send({ kind: 'reply', id: message.id, response })),
        die,
      )
      .catch(die);
  });
  program.then(begun, () => undefined);
  program.then(({ ended }) => ended).then(() => die(goEnded(lastWords)), die);
}

/** Requests are computed from here on. A thread costs memory, which is scarcest while the module is loaded. */
function begun(): void {
  collectGarbage();
  watchParent();
}

/**
 * V8 has a copy of the module's 41 MB, and collects ours no earlier than it has to: while Go computes, nothing is
 * allocated here that would make it.
 */
function collectGarbage(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}

async function start(options: WorkerOptions, onText: (text: string) => void): Promise<GoProgram> {
  const artifact = loadArtifact(options.artifactDir);
  if (options.memoryMiB !== null) {
    limitMemory(artifact.module, options.memoryMiB);
  }
  try {
    return await startGo(artifact, options.memoryMiB ?? BUILT_IN_MEMORY_MIB, onText);
  } catch (error) {
    throw new OpaError('compiler.crashed', `the embedded compiler did not start: ${String(error)}`);
  }
}

/** Go writes why it ends to stderr; running out of memory has no exit code of its own. */
function goEnded(lastWords: string): OpaError {
  const outOfMemory = /out of memory|cannot allocate memory/.test(lastWords);
  return outOfMemory
    ? new OpaError('compiler.out_of_memory', 'the embedded compiler reached its memory limit')
    : new OpaError('compiler.crashed', `the embedded compiler ended: ${lastWords.trim()}`);
}

function die(reason: unknown): void {
  const { code, message } =
    reason instanceof OpaError ? reason : new OpaError('compiler.crashed', String(reason));
  send({ kind: 'fatal', code, message }, () => process.exit(1));
}

function send(message: ReplyMessage, then: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, then);
}

/**
 * While Go computes, this process sees no 'disconnect': a parent that was killed would leave it computing for as long as
 * the request takes. A thread notices that the parent is gone and ends the process.
 */
function watchParent(): void {
  new Worker(fileURLToPath(import.meta.url), { workerData: process.ppid }).unref();
}

function watch(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) {
      process.kill(process.pid, 'SIGKILL');
    }
  }, WATCH_INTERVAL_MS);
}
