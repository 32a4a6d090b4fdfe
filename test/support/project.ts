import { readFileSync } from 'node:fs';
import type { Digest } from '../../src/canonical/digest.js';
import { type Compilation, compileContracts, type Toolchain } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { readProject } from '../../src/contract/index.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { type LoadGateOptions, loadGate } from '../../src/evaluate/load-gate.js';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';
import { readRecords } from '../../src/record/read-records.js';
import { foldRun } from '../../src/run/fold-record.js';
import type { RunState } from '../../src/run/run-state.js';

const SOURCES: Digest = `sha256:${'0'.repeat(64)}`;

/** Files of a project by path, as `{ 'contracts/a--b.yaml': '…' }`. */
export type Files = Readonly<Record<string, string>>;

/** Compiles files that have to be right. One compiler serves all the tests of a file. */
export async function compileFiles(files: Files, tools: Toolchain): Promise<Compilation> {
  const { set, diagnostics } = readProject(new Map(Object.entries(files)));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return compileContracts(set, SOURCES, tools);
}

export function startTools(): Toolchain {
  return loadToolchain();
}

export function bundleBytes({ bundle }: Compilation): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(bundle));
}

/** The gate of a compilation, in memory. */
export function gateOf(
  compilation: Compilation,
  options: Omit<LoadGateOptions, 'dir' | 'bundle'> = {},
): Gate {
  return loadGate({ ...options, bundle: bundleBytes(compilation) });
}

/** The contract of the incident's second hop, with this in place of its `edge_check`. */
export function refundsContract(edgeCheck?: string): string {
  const text = readFileSync('contracts/refunds--notifications.yaml', 'utf8');
  if (edgeCheck === undefined) return text;
  return `${text.slice(0, text.indexOf('edge_check:'))}${edgeCheck}`;
}

/** The recorded incident, and the run as it stood before its second hop. */
export function incident(gate: Gate): { records: RunRecord[]; before: RunState; hop2: TransferRecord } {
  const file = 'examples/refund-41182/run.jsonl';
  const records = readRecords(readFileSync(file), { file }).records.map(({ record }) => record);
  const index = records.findIndex((record) => record.kind === 'transfer' && record.hop === 2);
  const hop2 = records[index];
  if (hop2?.kind !== 'transfer') throw new Error('the incident has no second hop');
  return { records, before: foldRun(records.slice(0, index), gate.terms), hop2 };
}

/** The same handoff with other members in its payload. */
export function withPayload(
  transfer: TransferRecord,
  members: Readonly<Record<string, unknown>>,
): TransferRecord {
  return {
    ...transfer,
    payload: { ...(transfer.payload as object), ...members } as TransferRecord['payload'],
  };
}
