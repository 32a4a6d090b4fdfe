import { digestBytes, digestValue } from '../canonical/digest.js';
import type { JsonObject } from '../canonical/json-value.js';
import { compileContracts, manifestOf, type Toolchain } from '../compile/compile-contracts.js';
import { emitPayloadSchema } from '../compile/emit-payload-schema.js';
import { bundleText } from '../compile/write-compilation.js';
import type { ContractSet } from '../contract/contract.js';
import { Gate } from '../evaluate/gate.js';
import { loadGate } from '../evaluate/load-gate.js';
import { EngineFailure, type Policy } from '../evaluate/policy.js';
import type { CompiledSide } from './compiled-side.js';

/** Of a set that was not read from one folder: nothing asks whether its bundle is stale. */
const NO_SOURCES = digestBytes('');

/**
 * One version of a project, of which these edges can be decided on. Its manifest has all edges: the terms that a run
 * is folded with are those of every edge that it went over.
 *
 * @throws DiagnosticError for a custom rule that is wrong.
 * @throws OpaError where the compiler itself fails.
 */
export async function compileSide(
  set: ContractSet,
  only: ReadonlySet<string>,
  tools: Toolchain,
): Promise<CompiledSide> {
  if (only.size === 0) return undecidedSide(set, tools);
  const { files, bundle } = await compileContracts(set, NO_SOURCES, tools, { only });
  const gate = loadGate({ bundle: Buffer.from(bundleText(bundle)) });
  return { set, files, manifest: bundle.manifest, gate };
}

/** Nothing is to be decided by a contract: no compiler is started. What no contract covers still can be. */
function undecidedSide(set: ContractSet, tools: Toolchain): CompiledSide {
  const payloads = new Map(set.contracts.map((c) => [c, emitPayloadSchema(c, tools.schemas.payload)]));
  const manifest = manifestOf(set, NO_SOURCES, payloads, tools, { opa: '', wasm: NO_SOURCES });
  const digest = digestValue(manifest as unknown as JsonObject);
  const gate = new Gate({ manifest, wasm: new Uint8Array(), digest }, NO_POLICY);
  return { set, files: new Map(), manifest, gate };
}

const NO_POLICY: Policy = {
  evaluate: () => {
    throw new EngineFailure('engine.error', 'no edge of this version was compiled');
  },
  evaluations: 0,
  close: () => {},
};
