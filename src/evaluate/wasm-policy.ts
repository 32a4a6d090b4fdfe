import { createRequire } from 'node:module';
import type { LoadedPolicy } from '@open-policy-agent/opa-wasm';
import type { Facts } from '../model/facts.js';
import { EngineFailure, type Policy, type PolicyAnswer } from './policy.js';
import { readPolicyAnswer } from './policy-answer.js';

/** Pages of 64 KiB: what a fresh instance needs, and 64 MiB, which no facts under the input cap come near. */
const MEMORY = { initial: 5, maximum: 1024 };

type Sdk = typeof import('@open-policy-agent/opa-wasm');

/**
 * The policy in this process. The one place that talks to the SDK, which throws texts and bare objects, takes some
 * inputs for none, and answers `[]` where it could not read its input.
 */
export class WasmPolicy implements Policy {
  readonly #entrypoints: Readonly<Record<string, number>>;
  readonly #policy: LoadedPolicy;
  #evaluations = 0;

  /** @throws EngineFailure `engine.tampered` where the bytes are no policy. */
  constructor(wasm: Uint8Array | WebAssembly.Module) {
    try {
      // Required at first use: half of the SDK's load time is a YAML parser for builtins that we do not allow.
      const { loadPolicySync } = createRequire(import.meta.url)('@open-policy-agent/opa-wasm') as Sdk;
      const module = wasm instanceof Uint8Array ? new WebAssembly.Module(wasm) : wasm;
      requirePolicy(module);
      this.#policy = loadPolicySync(module as Parameters<Sdk['loadPolicySync']>[0], MEMORY);
      this.#entrypoints = this.#policy.entrypoints as Readonly<Record<string, number>>;
    } catch (thrown) {
      throw new EngineFailure('engine.tampered', `the bundle's WASM does not load: ${textOf(thrown)}`, {
        cause: thrown,
      });
    }
  }

  get evaluations(): number {
    return this.#evaluations;
  }

  evaluate(entrypoint: string, facts: Facts): PolicyAnswer {
    const index = Object.hasOwn(this.#entrypoints, entrypoint) ? this.#entrypoints[entrypoint] : undefined;
    if (index === undefined) {
      throw new EngineFailure('engine.tampered', `the bundle's WASM has no entrypoint ${entrypoint}`);
    }
    this.#evaluations += 1;
    return readPolicyAnswer(this.#results(index, facts));
  }

  #results(entrypoint: number, facts: Facts): unknown {
    try {
      return this.#policy.evaluate(facts, entrypoint);
    } catch (thrown) {
      throw new EngineFailure('engine.error', `the policy ended with an error: ${textOf(thrown)}`, {
        cause: thrown,
      });
    }
  }

  close(): void {}
}

/** The SDK prints to the console, and goes on, where a module says no ABI version. */
function requirePolicy(module: WebAssembly.Module): void {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  if (!names.includes('opa_wasm_abi_version')) throw new Error('it is not a policy');
}

/** What the SDK throws: a text, an error, or an object with a message. */
function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown.slice(0, 300);
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown)
    return String(thrown.message).slice(0, 300);
  return 'unknown';
}
