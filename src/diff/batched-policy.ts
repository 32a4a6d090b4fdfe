import { EngineFailure, type Policy, type PolicyAnswer } from '../evaluate/policy.js';
import type { Facts } from '../model/facts.js';

/** Contracts that were compiled together. */
export interface PolicyBatch {
  /** Of the contracts that its policy decides by. */
  readonly entrypoints: readonly string[];
  readonly open: () => Policy;
}

/** Policies that are open at once: each holds some megabytes. */
const MOST_OPEN = 16;

/** Asks the policy of the batch that an entrypoint was compiled in; what was not asked for longest is closed. */
export class BatchedPolicy implements Policy {
  readonly #batches: ReadonlyMap<string, PolicyBatch>;
  /** In the order in which they were asked. */
  readonly #open = new Map<PolicyBatch, Policy>();
  #evaluations = 0;

  constructor(batches: readonly PolicyBatch[]) {
    this.#batches = new Map(
      batches.flatMap((batch) => batch.entrypoints.map((entrypoint) => [entrypoint, batch] as const)),
    );
  }

  get evaluations(): number {
    return this.#evaluations;
  }

  evaluate(entrypoint: string, facts: Facts): PolicyAnswer {
    const batch = this.#batches.get(entrypoint);
    if (batch === undefined)
      throw new EngineFailure('engine.error', `${entrypoint} was not compiled in this version`);
    this.#evaluations += 1;
    return this.#opened(batch).evaluate(entrypoint, facts);
  }

  close(): void {
    for (const policy of this.#open.values()) policy.close();
    this.#open.clear();
  }

  #opened(batch: PolicyBatch): Policy {
    const policy = this.#open.get(batch) ?? batch.open();
    this.#open.delete(batch);
    this.#open.set(batch, policy);
    for (const [oldest, other] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      other.close();
      this.#open.delete(oldest);
    }
    return policy;
  }
}
