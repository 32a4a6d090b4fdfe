import { join } from 'node:path';
import { compileContracts, type Toolchain } from '../src/compile/compile-contracts.js';
import { readContracts } from '../src/compile/compile-project.js';
import { findProject } from '../src/compile/find-project.js';
import { loadToolchain } from '../src/compile/load-toolchain.js';
import type { ContractSet } from '../src/contract/contract.js';
import { readProject } from '../src/contract/read-project.js';
import { compileSide } from '../src/diff/compile-side.js';
import type { CompiledSide } from '../src/diff/compiled-side.js';
import { diffContracts } from '../src/diff/diff-contracts.js';
import type { RecordedRun } from '../src/diff/impact/recorded-runs.js';
import { replayImpact } from '../src/diff/impact/replay-impact.js';
import { verdictNote } from '../src/ledger/verdict-note.js';
import type { VerdictNote } from '../src/model/ledger.js';
import { foldRecord } from '../src/run/fold-record.js';
import { emptyRun } from '../src/run/run-state.js';
import { SEED_ARTICLE_ENFORCED } from '../src/simulation/seed-article.js';
import { simulate } from '../src/simulation/simulate.js';
import { inTempFolder, writeProject } from './many-contracts.js';
import type { Target } from './targets.js';

/** What diffing costs: whole, against one compilation, and a recorded transfer. */
export interface PolicyDiffFigures {
  readonly compileMs: number;
  /** With one of the contracts changed, and with all of them. */
  readonly oneMs: number;
  readonly allMs: number;
  readonly transfers: number;
  /** Processor time of one core: transfers a second, on stored facts and on facts computed from records. */
  readonly factsRate: number;
  readonly recordsRate: number;
}

const EDGES = 100;

export async function measurePolicyDiff(
  root: string,
  runs: number,
  told: (text: string) => void,
): Promise<PolicyDiffFigures> {
  const tools = loadToolchain();
  try {
    told(`diff of ${EDGES} contracts`);
    const whole = await inTempFolder((folder) => wholes(root, folder, tools));
    told(`impact of ${runs} runs`);
    return { ...whole, ...(await impactRates(root, runs, tools)) };
  } finally {
    tools.opa.close();
  }
}

async function wholes(
  root: string,
  folder: string,
  tools: Toolchain,
): Promise<Pick<PolicyDiffFigures, 'compileMs' | 'oneMs' | 'allMs'>> {
  writeProject(folder, root, EDGES);
  const read = async (): Promise<ContractSet> => readContracts((await findProject(folder)).place).set;
  const diff = async (changed: number): Promise<void> => {
    const [base, head] = [await read(), changedSet(await read(), changed)];
    const [was, is] = [base, head].map((set) => ({ label: '', commit: null, set }));
    if (was === undefined || is === undefined) return;
    const options = { tools, today: '2026-11-30', recorded: null, waivers: null };
    const { findings } = await diffContracts(was, is, options);
    if (findings.length !== changed) throw new Error(`${findings.length} findings, ${changed} changes`);
  };
  // The compiler's start is in neither.
  await compileContracts(
    { ...(await read()), contracts: (await read()).contracts.slice(0, 1) },
    'sha256:0',
    tools,
  );
  const compileMs = await timed(async () => void (await compileContracts(await read(), 'sha256:0', tools)));
  return { compileMs, oneMs: await timed(() => diff(1)), allMs: await timed(() => diff(EDGES)) };
}

/** The first contracts, with a check that only warns. */
function changedSet(set: ContractSet, count: number): ContractSet {
  const files = set.files.map(({ path, text }, index): [string, string] => [
    path,
    index < count ? text.replace('edge_check:', 'edge_check:\n  constraint: { weakened: warn }') : text,
  ]);
  return readProject(new Map(files)).set;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function impactRates(
  root: string,
  count: number,
  tools: Toolchain,
): Promise<Pick<PolicyDiffFigures, 'transfers' | 'factsRate' | 'recordsRate'>> {
  const base = readContracts((await findProject(root, join(root, 'contracts'))).place).set;
  const head = changedSet(base, base.files.length);
  const names = new Set(base.contracts.map(({ metadata }) => metadata.name));
  const sides = [await compileSide(base, names, tools), await compileSide(head, names, tools)] as const;
  const runs = [...simulate(SEED_ARTICLE_ENFORCED, { seed: 1, runs: count })].map((records) => ({
    run: records[0]?.run ?? '',
    records,
  }));
  const noted: RecordedRun[] = [];
  for (const run of runs) noted.push(await withFacts(run, sides[0]));
  const rates = [await rateOf(sides, noted), await rateOf(sides, runs)] as const;
  const transfers = runs.flatMap(({ records }) => records.filter(({ kind }) => kind === 'transfer')).length;
  return { transfers, factsRate: rates[0], recordsRate: rates[1] };
}

/** The best of three, so that what else the machine does counts least. */
async function rateOf(
  [base, head]: readonly [CompiledSide, CompiledSide],
  runs: readonly RecordedRun[],
): Promise<number> {
  let best = 0;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    const { replayed } = await replayImpact(base, head, { source: 'bench', runs });
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, (replayed * 1e6) / (user + system));
  }
  return best;
}

async function withFacts({ run, records }: RecordedRun, { gate }: CompiledSide): Promise<RecordedRun> {
  const verdicts: VerdictNote[] = [];
  let state = emptyRun(gate.terms);
  for (const record of records) {
    if (record.kind === 'transfer') {
      const now = new Date(record.at);
      const verdict = gate.decideSync(state, record, { now });
      const { facts } = await gate.collectFacts(state, record, { now });
      verdicts.push(verdictNote({ verdict, facts, source: null, at: record.at }));
    }
    state = foldRecord(state, record);
  }
  return { run, records, verdicts };
}

export function policyDiffTargets({ compileMs, allMs, factsRate }: PolicyDiffFigures): Target[] {
  const factor = allMs / compileMs;
  return [
    {
      says: `diff of ${EDGES} contracts, all changed, at most 3 × one compilation`,
      found: `${factor.toFixed(2)} ×`,
      met: factor <= 3,
    },
    {
      says: 'impact: at least 4,000 recorded transfers a second on one core, on stored facts',
      found: factsRate.toFixed(0),
      met: factsRate >= 4000,
    },
  ];
}

export function policyDiffTable(figures: PolicyDiffFigures): readonly string[] {
  const { compileMs, oneMs, allMs, transfers, factsRate, recordsRate } = figures;
  return [
    '## Policy diffs',
    '',
    '| what                                                        | measured |',
    '| ----------------------------------------------------------- | -------- |',
    `| one compilation of ${EDGES} contracts                       | ${(compileMs / 1000).toFixed(2)} s |`,
    `| their diff, one changed                                     | ${(oneMs / 1000).toFixed(2)} s |`,
    `| their diff, all changed, a run shown for each               | ${(allMs / 1000).toFixed(2)} s |`,
    `| ${transfers} recorded transfers on stored facts             | ${factsRate.toFixed(0)}/s |`,
    `| the same, facts computed from their records                 | ${recordsRate.toFixed(0)}/s |`,
  ];
}
