import { compileContracts, type Toolchain } from '../../../src/compile/compile-contracts.js';
import type { Contract, ContractSet } from '../../../src/contract/contract.js';
import { DEFAULT_PROJECT } from '../../../src/contract/read-project-file.js';
import type { CompiledSide } from '../../../src/diff/compiled-side.js';
import type { Bundle } from '../../../src/model/bundle.js';
import { loadGate } from '../../../src/evaluate/load-gate.js';

export interface Compiled extends CompiledSide {
  readonly bundle: Bundle;
}

/** A side as the command builds it, in memory. */
export async function compiledSide(set: ContractSet, tools: Toolchain): Promise<Compiled> {
  const { bundle, files } = await compileContracts(set, 'sha256:0', tools);
  const gate = loadGate({ bundle: Buffer.from(JSON.stringify(bundle)), ruleDeadlineMs: 60_000 });
  return { set, files, manifest: bundle.manifest, gate, bundle };
}

export function setOf(contracts: readonly Contract[], more: Partial<ContractSet> = {}): ContractSet {
  const sorted = [...contracts].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return { project: DEFAULT_PROJECT, contracts: sorted, tools: null, files: [], ...more };
}
