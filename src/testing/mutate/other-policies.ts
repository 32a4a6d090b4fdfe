import type { Policy, PolicyAnswer } from '../../evaluate/policy.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { Facts } from '../../model/facts.js';

/**
 * A compiled policy with other severities. What is proven does not depend on them, only what is made of it: the decision
 * is "is anything unproven that blocks, and that no exception lets through". So nothing is compiled for a change of a
 * severity. A test holds this to what is compiled.
 */
export class SeverityPolicy implements Policy {
  readonly #policy: Policy;
  readonly #edge: EdgeManifest;

  constructor(policy: Policy, edge: EdgeManifest) {
    this.#policy = policy;
    this.#edge = edge;
  }

  get evaluations(): number {
    return this.#policy.evaluations;
  }

  evaluate(entrypoint: string, facts: Facts): PolicyAnswer {
    const answer = this.#policy.evaluate(entrypoint, facts);
    if (entrypoint !== this.#edge.entrypoint) return answer;
    const blocked = answer.unproven.some(
      (code) => this.#edge.checks[code]?.severity === 'block' && !answer.excepted.includes(code),
    );
    return { ...answer, decision: blocked ? 'block' : 'allow' };
  }

  /** The policy is others', too. */
  close(): void {}
}

/** A compiled policy, but for one edge, whose policy is in another. */
export class RoutedPolicy implements Policy {
  readonly #policy: Policy;
  readonly #edge: EdgeManifest;
  readonly #other: Policy;

  constructor(policy: Policy, edge: EdgeManifest, other: Policy) {
    this.#policy = policy;
    this.#edge = edge;
    this.#other = other;
  }

  get evaluations(): number {
    return this.#policy.evaluations + this.#other.evaluations;
  }

  evaluate(entrypoint: string, facts: Facts): PolicyAnswer {
    const policy = entrypoint === this.#edge.entrypoint ? this.#other : this.#policy;
    return policy.evaluate(entrypoint, facts);
  }

  /** Both are others', too. */
  close(): void {}
}
