import type { Facts } from '../model/facts.js';
import { OpaInstance } from './opa-instance.js';
import { EngineFailure, type Policy, type PolicyAnswer } from './policy.js';
import { readPolicyAnswer } from './policy-answer.js';

/** The policy in this process. */
export class WasmPolicy implements Policy {
  readonly #policy: OpaInstance;
  #evaluations = 0;

  /** @throws EngineFailure `engine.tampered` where the bytes are no policy. */
  constructor(wasm: Uint8Array | WebAssembly.Module) {
    try {
      this.#policy = new OpaInstance(wasm);
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
    const { entrypoints } = this.#policy;
    const index = Object.hasOwn(entrypoints, entrypoint) ? entrypoints[entrypoint] : undefined;
    if (index === undefined) {
      throw new EngineFailure('engine.tampered', `the bundle's WASM has no entrypoint ${entrypoint}`);
    }
    this.#evaluations += 1;
    return readPolicyAnswer(this.#results(index, facts));
  }

  #results(entrypoint: number, facts: Facts): unknown {
    try {
      return JSON.parse(this.#policy.evaluate(entrypoint, JSON.stringify(facts)));
    } catch (thrown) {
      throw new EngineFailure('engine.error', `the policy ended with an error: ${textOf(thrown)}`, {
        cause: thrown,
      });
    }
  }

  close(): void {}
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message.slice(0, 300) : 'unknown';
}
