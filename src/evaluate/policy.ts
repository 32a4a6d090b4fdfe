import type { Facts } from '../model/facts.js';
import type { EngineCode } from '../model/verdict.js';

/** A compiled policy, wherever it runs. */
export interface Policy {
  /**
   * Puts facts to one entrypoint.
   *
   * @throws EngineFailure where there is no answer that can be trusted.
   */
  evaluate(entrypoint: string, facts: Facts): PolicyAnswer;
  /** How many evaluations were asked of it: a benchmark that calls no policy is seen. */
  readonly evaluations: number;
  close(): void;
}

/** What a policy answers; the shape of `verdict` in an emitted policy. */
export interface PolicyAnswer {
  readonly decision: 'allow' | 'block';
  /** Codes of checks that had to be proven and were not. */
  readonly unproven: readonly string[];
  /** Codes that an exception of today lets through. */
  readonly excepted: readonly string[];
  /** What each unproven check failed on: an index into the list that it ranges over. */
  readonly findings: readonly PolicyFinding[];
}

export interface PolicyFinding {
  readonly check: string;
  readonly item: number;
}

/** Why the engine could not decide. Caught by the gate, which blocks with this code. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly code: EngineCode;

  constructor(code: EngineCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
