import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WasmPolicy } from '../src/evaluate/wasm-policy.js';
import { type CarryFigures, measureCarry } from './carry.js';
import { cedarRow } from './cedar.js';
import { type CommandFigures, measureCommands } from './commands.js';
import { compiledBundle } from './compile-project.js';
import { measureConfig } from './config-diff.js';
import { floorRow, oursJson, oursParsed, policyOnly, type Workloads } from './in-process.js';
import { type LedgerFigures, measureLedger } from './ledger.js';
import { findOpa, OpaInputs, OpaServer, opaNative, opaProcess } from './opa.js';
import { pythonRow } from './python.js';
import { measurePolicyDiff, policyDiffTargets } from './policy-diff.js';
import { markdown, type Report } from './report.js';
import { type Figure, inRounds, type Line, type Row } from './samples.js';
import { carryTargets, commandTargets, configTargets, ledgerTargets, rowTargets } from './targets.js';
import { workload } from './workload.js';

const USAGE =
  'bench [--json FILE] [--markdown FILE] [--quick] [--rounds N] [--only ROW,…|config|ledger|carry|diff] [--no-commands]';

interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly processes: number;
  readonly commandTimes: number;
  readonly decisions: number;
  readonly configTimes: number;
  readonly ledgerRounds: number;
  readonly carried: number;
  readonly replayed: number;
}

const FULL: Settings = {
  ...{ rounds: 5, seconds: 0.5, processes: 10 },
  ...{ commandTimes: 9, decisions: 1_000_000, configTimes: 200, ledgerRounds: 15, carried: 1_000_000 },
  replayed: 2_000,
};
const QUICK: Settings = {
  ...{ rounds: 2, seconds: 0.15, processes: 3 },
  ...{ commandTimes: 3, decisions: 20_000, configTimes: 40, ledgerRounds: 5, carried: 50_000 },
  replayed: 400,
};

/** Runs the benchmark from the root of the repository. */
export async function main(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'string' },
      markdown: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string' },
      'no-commands': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const base = values.quick ? QUICK : FULL;
  const settings = { ...base, rounds: values.rounds === undefined ? base.rounds : Number(values.rounds) };
  const report = await measure(root, settings, values.only?.split(',') ?? null, !values['no-commands']);
  const text = markdown(report);
  console.log(text);
  if (values.markdown !== undefined) writeFileSync(values.markdown, text);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(lines(report.figures), null, 2)}\n`);
  return 0;
}

function lines(figures: readonly Figure[]): Line[] {
  return figures.map(({ name, constraints, median_us, p99_us }) => ({
    name,
    constraints,
    median_us,
    p99_us,
  }));
}

/** The parts that need no gate; `--only config` runs nothing else. */
const CONFIG = 'config';
const LEDGER = 'ledger';
const CARRY = 'carry';
const DIFF = 'diff';

async function measure(
  root: string,
  settings: Settings,
  only: readonly string[] | null,
  withCommands: boolean,
): Promise<Report> {
  const told = (text: string): void => console.error(`  ${text}`);
  const config =
    only === null || only.includes(CONFIG) ? measureConfig(root, settings.configTimes, told) : null;
  const ledger: LedgerFigures | null =
    only === null || only.includes(LEDGER) ? await measureLedger(root, settings.ledgerRounds, told) : null;
  const carry: CarryFigures | null =
    only === null || only.includes(CARRY) ? measureCarry(root, settings.carried, told) : null;
  const diff =
    only === null || only.includes(DIFF) ? await measurePolicyDiff(root, settings.replayed, told) : null;
  const alone = only?.every((name) => [CONFIG, LEDGER, CARRY, DIFF].includes(name)) ?? false;
  const { rows, figures } = alone ? { rows: [], figures: [] } : await measureRows(root, settings, only, told);
  const commands = withCommands && !alone ? await commandsOf(root, settings, told) : null;
  const targets = [
    ...(alone ? [] : rowTargets(figures)),
    ...(commands === null ? [] : commandTargets(commands)),
    ...(config === null ? [] : configTargets(config)),
    ...(ledger === null ? [] : ledgerTargets(ledger)),
    ...(carry === null ? [] : carryTargets(carry)),
    ...(diff === null ? [] : policyDiffTargets(diff)),
  ];
  return { rows, figures, commands, config, ledger, carry, diff, targets, rounds: settings.rounds };
}

async function measureRows(
  root: string,
  settings: Settings,
  only: readonly string[] | null,
  told: (text: string) => void,
): Promise<Pick<Report, 'rows' | 'figures'>> {
  const { gate, wasm } = await compiledBundle(join(root, 'contracts'));
  const workloads: Workloads = {
    1: workload(1, gate.terms),
    10: workload(10, gate.terms),
    100: workload(100, gate.terms),
  };
  const found = findOpa();
  const inputs = new OpaInputs(root, workloads);
  const server = await OpaServer.start(found, inputs, workloads, settings.seconds);
  const all: Row[] = [
    oursJson(gate, workloads, settings.seconds),
    oursParsed(gate, workloads, settings.seconds),
    policyOnly(gate, new WasmPolicy(wasm), workloads, settings.seconds),
    floorRow(root, workloads, settings.seconds),
    opaNative(found, inputs, workloads),
    server,
    opaProcess(found, inputs, workloads, settings.processes),
    cedarRow(root, workloads, settings.seconds),
    pythonRow(root, workloads, settings.seconds),
  ];
  const rows = all.filter(({ name }) => only === null || only.includes(name));
  try {
    return { rows, figures: await inRounds(rows, settings.rounds, told) };
  } finally {
    server.close();
    inputs.remove();
  }
}

function commandsOf(root: string, settings: Settings, told: (text: string) => void): Promise<CommandFigures> {
  return measureCommands({ root, times: settings.commandTimes, decisions: settings.decisions, told });
}
