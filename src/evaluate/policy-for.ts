import type { OpenBundle } from './open-bundle.js';
import type { Policy } from './policy.js';
import { WasmPolicy } from './wasm-policy.js';
import { WorkerPolicy } from './worker-policy.js';

export interface PolicyOptions {
  /** How long custom rules may take for one decision, in milliseconds; 250 unless given. */
  readonly ruleDeadlineMs?: number;
}

const RULE_DEADLINE_MS = 250;

/** The policy of a bundle. */
export function policyFor({ manifest, wasm }: OpenBundle, options: PolicyOptions = {}): Policy {
  const hasRules = manifest.edges.some(({ rules }) => rules.length > 0);
  return policyOf(wasm, hasRules, options);
}

/** Rules that somebody wrote by hand can loop, and WASM cannot be interrupted: those run in a worker. */
export function policyOf(wasm: Uint8Array, hasRules: boolean, options: PolicyOptions = {}): Policy {
  if (!hasRules) return new WasmPolicy(wasm);
  return new WorkerPolicy(wasm, options.ruleDeadlineMs ?? RULE_DEADLINE_MS);
}
