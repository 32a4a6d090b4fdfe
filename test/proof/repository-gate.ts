import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContracts, type Toolchain } from '../../src/compile/compile-contracts.js';
import type { ContractSet } from '../../src/contract/contract.js';
import { readProject } from '../../src/contract/read-project.js';
import type { Gate, GateOptions } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';

/** The contracts of this repository, or of an example in its folder, read as the command reads them. */
export function repositoryContracts(root = '.'): ContractSet {
  const files = readdirSync(join(root, 'contracts'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name): [string, string] => [
      `contracts/${name}`,
      readFileSync(join(root, 'contracts', name), 'utf8'),
    ]);
  const { set, diagnostics } = readProject(new Map(files));
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return set;
}

/** A gate over a set of contracts, compiled in memory. */
export async function compiledGate(
  set: ContractSet,
  tools: Toolchain,
  options: GateOptions = {},
): Promise<Gate> {
  const { bundle } = await compileContracts(set, 'sha256:0', tools);
  return loadGate({ ...options, bundle: Buffer.from(JSON.stringify(bundle)) });
}
