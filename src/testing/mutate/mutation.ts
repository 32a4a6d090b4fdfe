import { checkRule } from '../../compile/check-rule.js';
import { buildPolicies, type Toolchain } from '../../compile/compile-contracts.js';
import type { ContractSet } from '../../contract/contract.js';
import type { CompareSchemas } from '../../diff/judge/rule.js';
import type { Gate } from '../../evaluate/gate.js';
import type { OpenBundle } from '../../evaluate/open-bundle.js';
import { policyFor, policyOf } from '../../evaluate/policy-for.js';
import type { RunRecord } from '../../model/record.js';
import type { Mutant, MutationReport } from '../../model/test-report.js';
import { runCase } from '../run-case.js';
import { type RanCase, withRecords } from '../run-cases.js';
import { type BaseBundle, gateOfCompiled, gateOfEmitted } from './mutant-gate.js';
import { type MadeMutant, mutantsOf } from './mutants.js';

export interface MutateOptions {
  readonly set: ContractSet;
  /** What the contracts as they are compile to. */
  readonly bundle: OpenBundle;
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
  const left: MadeMutant[] = [];
  for (const mutant of mutants) {
    if (!isTouched(options.ran, mutant)) tally.add(mutant, false);
    else if (await isRefused(mutant, options.tools)) tally.add(mutant, true);
    else left.push(mutant);
  }
  await tryAll(left, options, tally);
  return tally.report(equivalent);
}

class Tally {
  readonly #noticed: Mutant[] = [];
  readonly #unnoticed: Mutant[] = [];
  readonly #of: number;
  readonly #onProgress: ((done: number, of: number) => void) | undefined;

  constructor(of: number, onProgress?: (done: number, of: number) => void) {
    this.#of = of;
    this.#onProgress = onProgress;
  }

  add({ told }: MadeMutant, noticed: boolean): void {
    (noticed ? this.#noticed : this.#unnoticed).push(told);
    this.#onProgress?.(this.#noticed.length + this.#unnoticed.length, this.#of);
  }

  report(equivalent: number): MutationReport {
    const [noticed, unnoticed] = [this.#noticed.length, [...this.#unnoticed].sort(byPlace)];
    const all = noticed + unnoticed.length;
    const writtenIn = (mutants: readonly Mutant[]): number => mutants.filter((one) => one.written).length;
    const [found, missed] = [writtenIn(this.#noticed), writtenIn(unnoticed)];
    return {
      noticed,
      written: { noticed: found, of: found + missed },
      unnoticed,
      equivalent,
      score: all === 0 ? null : noticed / all,
    };
  }
}

/** Of each contract first what it writes. */
function byPlace(a: Mutant, b: Mutant): number {
  if (a.edge !== b.edge) return a.edge < b.edge ? -1 : 1;
  if (a.written !== b.written) return a.written ? -1 : 1;
  return a.line - b.line || (a.says < b.says ? -1 : a.says > b.says ? 1 : 0);
}

/** A case that no handoff of the edge is in cannot notice what changes there: nothing is compiled for that. */
function isTouched(ran: readonly RanCase[], { of }: MadeMutant): boolean {
  return ran.some(({ edges }) => edges.includes(of.metadata.name));
}

/** Takes away what one of its rules reads. */
async function isRefused({ renamed }: MadeMutant, { opa }: Toolchain): Promise<boolean> {
  for (const rule of renamed.edgeCheck.rules)
    if ((await checkRule(rule, [renamed], opa)).length > 0) return true;
  return false;
}

async function tryAll(mutants: readonly MadeMutant[], options: MutateOptions, tally: Tally): Promise<void> {
  const { ran, tools, bundle } = options;
  const base: BaseBundle = { bundle, policy: policyFor(bundle) };
  const compiled = mutants.filter(({ needs }) => needs === 'policy');
  try {
    for (const mutant of mutants)
      if (mutant.needs !== 'policy')
        tally.add(mutant, isNoticed(gateOfEmitted(mutant, base, tools), mutant, ran));
    for (let at = 0; at < compiled.length; at += BATCH)
      await tryBatch(compiled.slice(at, at + BATCH), base, options, tally);
  } finally {
    base.policy.close();
  }
}

async function tryBatch(
  mutants: readonly MadeMutant[],
  base: BaseBundle,
  { tools, ran }: MutateOptions,
  tally: Tally,
): Promise<void> {
  const wasm = await buildPolicies(
    mutants.map(({ renamed }) => renamed),
    tools,
  );
  const hasRules = mutants.some(({ renamed }) => renamed.edgeCheck.rules.length > 0);
  const policy = policyOf(wasm, hasRules);
  try {
    for (const mutant of mutants) {
      const gate = gateOfCompiled(mutant, policy, base, tools);
      tally.add(mutant, isNoticed(gate, mutant, ran, mutant.renamed.metadata.name));
    }
  } finally {
    policy.close();
  }
}

/** @param name Under which the changed contract is in the gate, where that is another. */
function isNoticed(gate: Gate, { of }: MadeMutant, ran: readonly RanCase[], name?: string): boolean {
  const edge = of.metadata.name;
  return ran
    .filter(({ edges }) => edges.includes(edge))
    .some((one) => {
      const records = name === undefined ? one.records : withEdge(one.records, edge, name);
      return runCase(gate, withRecords(one.found, records), () => records).differences.length > 0;
    });
}

/** A record that names its edge names it as the changed contract is called in the batch. */
function withEdge(records: readonly RunRecord[], edge: string, name: string): readonly RunRecord[] {
  return records.map((record) =>
    record.kind === 'transfer' && record.edge === edge ? { ...record, edge: name } : record,
  );
}
