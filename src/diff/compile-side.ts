import { digestBytes, digestValue } from '../canonical/digest.js';
import type { JsonObject } from '../canonical/json-value.js';
import { compileContracts, manifestOf, type Toolchain } from '../compile/compile-contracts.js';
import { emitPayloadSchema } from '../compile/emit-payload-schema.js';
import { entrypointOf } from '../compile/emit-policy.js';
import type { Contract, ContractSet } from '../contract/contract.js';
import { Gate } from '../evaluate/gate.js';
import { policyOf } from '../evaluate/policy-for.js';
import { BatchedPolicy, type PolicyBatch } from './batched-policy.js';
import type { CompiledSide } from './compiled-side.js';

/** Of a set that was not read from one folder: nothing asks whether its bundle is stale. */
const NO_SOURCES = digestBytes('');

/** Contracts that are compiled in one request: it has a deadline, and its memory grows with them. */
const BATCH = 50;

/**
 * One version of a project, of which these edges can be decided on. Its manifest has all edges: the terms that a run
 * is folded with are those of every edge that it went over. Where nothing is to be decided by a contract no compiler is
 * started; what no contract covers still can be.
 *
 * @throws DiagnosticError for a custom rule that is wrong.
 * @throws OpaError where the compiler itself fails.
 */
export async function compileSide(
  set: ContractSet,
  only: ReadonlySet<string>,
  tools: Toolchain,
): Promise<CompiledSide> {
  const files = new Map<string, string>();
  const batches: PolicyBatch[] = [];
  for (const contracts of batchesOf(set.contracts.filter(({ metadata }) => only.has(metadata.name)))) {
    const compiled = await compileContracts({ ...set, contracts }, NO_SOURCES, tools);
    for (const [path, text] of compiled.files) if (path.startsWith('edges/')) files.set(path, text);
    batches.push(batchOf(contracts, Buffer.from(compiled.bundle.wasm, 'base64')));
  }
  const payloads = new Map(set.contracts.map((c) => [c, emitPayloadSchema(c, tools.schemas.payload)]));
  const manifest = manifestOf(set, NO_SOURCES, payloads, tools, { opa: '', wasm: NO_SOURCES });
  const digest = digestValue(manifest as unknown as JsonObject);
  const gate = new Gate({ manifest, wasm: new Uint8Array(), digest }, new BatchedPolicy(batches));
  return { set, files, manifest, gate };
}

/** Those with rules of their own stay together: two rules of one name do not compile, whichever contracts have them. */
function batchesOf(contracts: readonly Contract[]): readonly (readonly Contract[])[] {
  const withRules = contracts.filter(hasRules);
  const others = contracts.filter((contract) => !hasRules(contract));
  const parts = Array.from({ length: Math.ceil(others.length / BATCH) }, (_, index) =>
    others.slice(index * BATCH, (index + 1) * BATCH),
  );
  return withRules.length === 0 ? parts : [withRules, ...parts];
}

function batchOf(contracts: readonly Contract[], wasm: Uint8Array): PolicyBatch {
  return {
    entrypoints: contracts.map(entrypointOf),
    open: () => policyOf(wasm, contracts.some(hasRules)),
  };
}

function hasRules({ edgeCheck }: Contract): boolean {
  return edgeCheck.rules.length > 0;
}
