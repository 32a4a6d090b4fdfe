import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContracts, type Compilation, type Toolchain } from '../src/compile/compile-contracts.js';
import { loadToolchain } from '../src/compile/load-toolchain.js';
import { readToolDigests } from '../src/compile/read-library.js';
import { sourcesDigest } from '../src/compile/sources-digest.js';
import { readProject } from '../src/contract/index.js';
import type { Gate } from '../src/evaluate/gate.js';
import { loadGate } from '../src/evaluate/load-gate.js';

/** The files of the contracts folder, as `readProject` takes them. */
export function readContracts(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return new Map(names.map((name) => [`contracts/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** Reads and compiles these contracts with a compiler that is at hand. */
export async function compileFiles(
  files: ReadonlyMap<string, string>,
  tools: Toolchain,
): Promise<Compilation> {
  const { set, diagnostics } = readProject(files);
  const wrong = diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw new Error(`a contract of the benchmark is wrong: ${wrong.message}`);
  const digest = sourcesDigest(files, readToolDigests());
  return compileContracts(set, digest, tools);
}

/** The gate of the contracts in a folder, compiled now. */
export async function gateOf(folder: string): Promise<Gate> {
  const tools = loadToolchain();
  try {
    const { bundle } = await compileFiles(readContracts(folder), tools);
    return loadGate({ bundle: new TextEncoder().encode(JSON.stringify(bundle)) });
  } finally {
    tools.opa.close();
  }
}
