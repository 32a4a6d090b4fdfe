import type { OpenBundle } from './open-bundle.js';
import type { Policy } from './policy.js';
import { WasmPolicy } from './wasm-policy.js';
import { WorkerPolicy } from './worker-policy.js';

const RULE_DEADLINE_MS = 250;

/** Rules that somebody wrote by hand can loop, and WASM cannot be interrupted: those run in a worker. */
export function policyFor(
  { manifest, wasm }: OpenBundle,
  options: { readonly ruleDeadlineMs?: number } = {},
): Policy {
  const hasRules = manifest.edges.some(({ rules }) => rules.length > 0);
  if (!hasRules) return new WasmPolicy(wasm);
  return new WorkerPolicy(wasm, options.ruleDeadlineMs ?? RULE_DEADLINE_MS);
}
