import type { Digest } from '../../canonical/digest.js';
import { checkRule } from '../../compile/check-rule.js';
import { type Compilation, compileContracts, type Toolchain } from '../../compile/compile-contracts.js';
import type { Contract, ContractSet } from '../../contract/contract.js';
import type { CompareSchemas } from '../../diff/judge/rule.js';
import { Gate } from '../../evaluate/gate.js';
import type { OpenBundle } from '../../evaluate/open-bundle.js';
import type { Policy } from '../../evaluate/policy.js';
import { policyFor } from '../../evaluate/policy-for.js';
import type { RunRecord } from '../../model/record.js';
import type { Mutant, MutationReport } from '../../model/test-report.js';
import { runCase } from '../run-case.js';
import { type RanCase, withRecords } from '../run-cases.js';
import { type MadeMutant, mutantsOf } from './mutants.js';

export interface MutateOptions {
  readonly set: ContractSet;
  readonly sources: Digest;
  readonly tools: Toolchain;
  /** Cases that passed. */
  readonly ran: readonly RanCase[];
  /** Only these contracts are changed; not given: all. */
  readonly edges?: readonly string[];
  readonly compareSchemas: CompareSchemas;
  /** Told how many of how many were tried. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** So many contracts at once: each costs memory in the compiler, and a batch costs one start. */
const BATCH = 100;

/**
 * Changes each contract in every place that the table of mutators has, and tells which changes no case notices. A case
 * notices one where it comes otherwise than expected; a change that does not compile is noticed by the compiler.
 *
 * @throws OpaError where the compiler itself fails.
 */
export async function mutate(options: MutateOptions): Promise<MutationReport> {
  const { set, edges, compareSchemas } = options;
  const wanted = set.contracts.filter(({ metadata }) => edges?.includes(metadata.name) ?? true);
  const made = wanted.map((contract) => mutantsOf(contract, set, compareSchemas));
  const mutants = made.flatMap((one) => one.mutants);
  const equivalent = made.reduce((sum, one) => sum + one.equivalent, 0);
  const tally = new Tally(mutants.length, options.onProgress);
  const tried: MadeMutant[] = [];
  for (const mutant of mutants) {
    if (!touched(options.ran, mutant)) tally.unnoticed(mutant.told);
    else if (await isRefused(mutant, options.tools)) tally.noticed();
    else tried.push(mutant);
  }
  for (let at = 0; at < tried.length; at += BATCH)
    await tryBatch(tried.slice(at, at + BATCH), options, tally);
  return tally.report(equivalent);
}

class Tally {
  #noticed = 0;
  readonly #unnoticed: Mutant[] = [];
  readonly #of: number;
  readonly #onProgress: ((done: number, of: number) => void) | undefined;

  constructor(of: number, onProgress?: (done: number, of: number) => void) {
    this.#of = of;
    this.#onProgress = onProgress;
  }

  noticed(): void {
    this.#noticed += 1;
    this.#onProgress?.(this.#noticed + this.#unnoticed.length, this.#of);
  }

  unnoticed(mutant: Mutant): void {
    this.#unnoticed.push(mutant);
    this.#onProgress?.(this.#noticed + this.#unnoticed.length, this.#of);
  }

  report(equivalent: number): MutationReport {
    const [noticed, unnoticed] = [this.#noticed, [...this.#unnoticed].sort(byPlace)];
    const all = noticed + unnoticed.length;
    return { noticed, unnoticed, equivalent, score: all === 0 ? null : noticed / all };
  }
}

function byPlace(a: Mutant, b: Mutant): number {
  if (a.edge !== b.edge) return a.edge < b.edge ? -1 : 1;
  return a.line - b.line || (a.says < b.says ? -1 : a.says > b.says ? 1 : 0);
}

/** A case that no handoff of the edge is in cannot notice what changes there: nothing is compiled for that. */
function touched(ran: readonly RanCase[], { of }: MadeMutant): boolean {
  return ran.some(({ edges }) => edges.includes(of.metadata.name));
}

/** Takes away what one of its rules reads. */
async function isRefused({ contract }: MadeMutant, { opa }: Toolchain): Promise<boolean> {
  for (const rule of contract.edgeCheck.rules)
    if ((await checkRule(rule, [contract], opa)).length > 0) return true;
  return false;
}

async function tryBatch(batch: readonly MadeMutant[], options: MutateOptions, tally: Tally): Promise<void> {
  const { set, sources, tools, ran } = options;
  const contracts: readonly Contract[] = [...set.contracts, ...batch.map(({ contract }) => contract)];
  const compilation = await compileContracts({ ...set, contracts }, sources, tools);
  const bundle = openedFrom(compilation);
  const policy = policyFor(bundle);
  try {
    for (const mutant of batch) {
      const gate = gateWith(mutant, batch, bundle, policy);
      if (isNoticed(gate, mutant, ran)) tally.noticed();
      else tally.unnoticed(mutant.told);
    }
  } finally {
    policy.close();
  }
}

function openedFrom({ bundle }: Compilation): OpenBundle {
  return { manifest: bundle.manifest, digest: bundle.digest, wasm: Buffer.from(bundle.wasm, 'base64') };
}

/** The gate of a project in which the changed contract has the place of the one that it was made of. */
function gateWith(
  { contract, of }: MadeMutant,
  batch: readonly MadeMutant[],
  bundle: OpenBundle,
  policy: Policy,
): Gate {
  const others = new Set(
    [of, ...batch.map((mutant) => mutant.contract)].map(({ metadata }) => metadata.name),
  );
  others.delete(contract.metadata.name);
  const edges = bundle.manifest.edges.filter(({ name }) => !others.has(name));
  return new Gate({ ...bundle, manifest: { ...bundle.manifest, edges } }, policy);
}

function isNoticed(gate: Gate, mutant: MadeMutant, ran: readonly RanCase[]): boolean {
  return ran
    .filter(({ edges }) => edges.includes(mutant.of.metadata.name))
    .some((one) => {
      const records = renamed(one.records, mutant);
      return runCase(gate, withRecords(one.found, records), () => records).differences.length > 0;
    });
}

/** A record that names its edge names it as the changed contract is called in the batch. */
function renamed(records: readonly RunRecord[], { contract, of }: MadeMutant): readonly RunRecord[] {
  return records.map((record) =>
    record.kind === 'transfer' && record.edge === of.metadata.name
      ? { ...record, edge: contract.metadata.name }
      : record,
  );
}
