import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContracts } from '../src/compile/compile-contracts.js';
import { loadToolchain } from '../src/compile/load-toolchain.js';
import { readProject } from '../src/contract/index.js';
import { digestValue } from '../src/canonical/digest.js';
import type { Gate } from '../src/evaluate/gate.js';
import { loadGate } from '../src/evaluate/load-gate.js';

/** The contracts in a folder, compiled now: a gate, and its policy's WASM. */
export async function compiledBundle(
  folder: string,
): Promise<{ readonly gate: Gate; readonly wasm: Uint8Array }> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const files = new Map(names.map((name) => [`contracts/${name}`, readFileSync(join(folder, name), 'utf8')]));
  const { set, diagnostics } = readProject(files);
  const wrong = diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw new Error(`a contract of the benchmark is wrong: ${wrong.message}`);
  const tools = loadToolchain();
  try {
    const { bundle } = await compileContracts(set, digestValue([...files]), tools);
    const gate = loadGate({ bundle: new TextEncoder().encode(JSON.stringify(bundle)) });
    return { gate, wasm: Buffer.from(bundle.wasm, 'base64') };
  } finally {
    tools.opa.close();
  }
}
