import { compileFunction } from 'node:vm';

import type { OpaArtifact } from './opa-artifact.js';

const ENTRY_NAME = 'edgeContractsOpa';
const GC_SHARE = 0.75;
const MIB = 1024 * 1024;

/** The one function that the Go program registers. */
export type OpaEntry = (request: string, reply: (response: string) => void) => void;

export interface GoProgram {
  readonly entry: OpaEntry;
  /** Settles when the Go program ends, which it never does by itself. */
  readonly ended: Promise<unknown>;
}

interface Go {
  env: Record<string, string>;
  exit: (code: number) => void;
  readonly importObject: object;
  run(instance: object): Promise<unknown>;
}

/** What is used of WebAssembly; its types would otherwise need TypeScript's library for browsers. */
interface WebAssemblyApi {
  instantiate(module: Uint8Array, imports: object): Promise<{ readonly instance: object }>;
}

const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/**
 * What Go sees as globalThis. The glue and Go's runtime take everything they touch of the host from there, so that what
 * is absent (fetch, the real fs and process) cannot be reached from Rego, whatever builtin is called.
 */
interface Sandbox extends Record<string, unknown> {
  Go?: new () => Go;
  [ENTRY_NAME]?: OpaEntry;
}

/** Starts Go; `onText` receives what it writes to stdout and stderr (its last words when it fails). */
export async function startGo(
  artifact: OpaArtifact,
  memoryMiB: number,
  onText: (text: string) => void,
): Promise<GoProgram> {
  const sandbox = createSandbox(onText);
  // The glue says `fs` without globalThis in one place; process and require must not be reached at all.
  const names = ['globalThis', 'fs', 'process', 'require'];
  compileFunction(artifact.glue, names, { filename: 'wasm_exec.js' })(sandbox, sandbox['fs']);
  if (sandbox.Go === undefined) {
    throw new Error('wasm_exec.js did not define Go');
  }
  const go = new sandbox.Go();
  // Collects before the hard cap is reached: garbage alone never exhausts the memory.
  go.env = { GOMEMLIMIT: String(Math.floor(memoryMiB * GC_SHARE * MIB)) };
  go.exit = () => {};
  const { instance } = await WebAssembly.instantiate(artifact.module, go.importObject);
  const ended = go.run(instance); // returns at the first wait of main, with the entry registered
  const entry = sandbox[ENTRY_NAME];
  if (entry === undefined) {
    throw new Error('the Go program did not start');
  }
  return { entry, ended };
}

function createSandbox(onText: (text: string) => void): Sandbox {
  const decoder = new TextDecoder();
  return {
    Object,
    Array,
    Uint8Array,
    Date,
    Error,
    crypto,
    performance,
    TextEncoder,
    TextDecoder,
    fs: refusingFs((bytes) => onText(decoder.decode(bytes, { stream: true }))),
  };
}

/** Only writing to stdout and stderr works. */
function refusingFs(write: (bytes: Uint8Array) => void): Record<string, unknown> {
  const fs: Record<string, unknown> = {
    constants: {
      O_WRONLY: -1,
      O_RDWR: -1,
      O_CREAT: -1,
      O_TRUNC: -1,
      O_APPEND: -1,
      O_EXCL: -1,
      O_DIRECTORY: -1,
    },
    writeSync: (_fd: number, bytes: Uint8Array): number => {
      write(bytes);
      return bytes.length;
    },
    write: (
      _fd: number,
      bytes: Uint8Array,
      _offset: number,
      _length: number,
      _at: unknown,
      done: (error: unknown, n: number) => void,
    ): void => {
      write(bytes);
      done(null, bytes.length);
    },
    fsync: (_fd: number, done: (error: unknown) => void): void => done(null),
  };
  for (const name of [
    'open',
    'read',
    'close',
    'stat',
    'lstat',
    'fstat',
    'readdir',
    'mkdir',
    'rename',
    'unlink',
    'rmdir',
  ]) {
    fs[name] = (...args: unknown[]): void => refuse(args);
  }
  return fs;
}

function refuse(args: readonly unknown[]): void {
  const done = args.at(-1);
  if (typeof done === 'function') {
    done(Object.assign(new Error('not implemented'), { code: 'ENOSYS' }));
  }
}
