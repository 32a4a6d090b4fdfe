import { arch, cpus, platform, release } from 'node:os';
import { type CarryFigures, carryTable } from './carry.js';
import { type PolicyDiffFigures, policyDiffTable } from './policy-diff.js';
import type { CommandFigures } from './commands.js';
import type { ConfigFigures } from './config-diff.js';
import { type LedgerFigures, ledgerTable } from './ledger.js';
import type { Figure, Row } from './samples.js';
import type { Target } from './targets.js';
import { SIZES } from './workload.js';

/** Everything that one run of the benchmark found. */
export interface Report {
  readonly rows: readonly Pick<Row, 'name' | 'what' | 'skipped'>[];
  readonly figures: readonly Figure[];
  readonly commands: CommandFigures | null;
  readonly config: ConfigFigures | null;
  readonly ledger: LedgerFigures | null;
  readonly carry: CarryFigures | null;
  readonly diff: PolicyDiffFigures | null;
  readonly targets: readonly Target[];
  readonly rounds: number;
}

/** As Markdown; the same text is what a terminal shows. */
export function markdown(report: Report): string {
  return [
    machine(report.rounds),
    '',
    ...(report.rows.length === 0 ? [] : [...rowTable(report), '']),
    ...(report.commands === null ? [] : [...commandTable(report.commands), '']),
    ...(report.config === null ? [] : [...configTable(report.config), '']),
    ...(report.ledger === null ? [] : [...ledgerTable(report.ledger), '']),
    ...(report.carry === null ? [] : [...carryTable(report.carry), '']),
    ...(report.diff === null ? [] : [...policyDiffTable(report.diff), '']),
    ...targetTable(report.targets),
    '',
  ].join('\n');
}

function machine(rounds: number): string {
  const [cpu] = cpus();
  const cores = cpus().length;
  return `Median of ${rounds} rounds, in microseconds (99th percentile in brackets). ${cpu?.model ?? 'CPU'}, ${cores} cores, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}.`;
}

function rowTable({ rows, figures }: Report): string[] {
  const head = `| row | ${SIZES.map((size) => `${size} held`).join(' | ')} | at 10: allowed / blocked | at 10: × ours-json | what |`;
  const ours = at(figures, 'ours-json', 10)?.median_us ?? Number.NaN;
  const lines = rows.map(({ name, what, skipped }) => {
    if (skipped !== null) return `| \`${name}\` | skipped: ${skipped} | | | | | ${what} |`;
    const cells = SIZES.map((size) => {
      const found = at(figures, name, size);
      return found === undefined ? '' : `${found.median_us} (${found.p99_us})`;
    });
    const ten = at(figures, name, 10);
    const split = ten === undefined ? '' : `${ten.allow_us} / ${ten.block_us}`;
    return `| \`${name}\` | ${cells.join(' | ')} | ${split} | ${((ten?.median_us ?? Number.NaN) / ours).toFixed(2)} | ${what} |`;
  });
  return [head, '| --- | ---: | ---: | ---: | ---: | ---: | --- |', ...lines];
}

function at(figures: readonly Figure[], name: string, size: number): Figure | undefined {
  return figures.find((one) => one.name === name && one.constraints === size);
}

function commandTable(commands: CommandFigures): string[] {
  const { bareMs, memory } = commands;
  const line = (name: string, ms: number): string =>
    `| ${name} | ${ms.toFixed(0)} ms | ${(ms / bareMs).toFixed(1)} × |`;
  return [
    '| whole command | time | to `node -e 0` |',
    '| --- | ---: | ---: |',
    line('`node -e 0`', bareMs),
    line('`edge-contracts evaluate` of the example', commands.evaluateMs),
    line(
      `\`edge-contracts compile\`, one edge, from cold (peak ${commands.compileOneMiB.toFixed(0)} MB)`,
      commands.compileOneMs,
    ),
    line('`edge-contracts compile`, 100 edges', commands.compileManyMs),
    line('the same, nothing changed', commands.unchangedMs),
    '',
    `A gate with ${memory.edges} edges: ${memory.aboveBareMiB.toFixed(1)} MB above bare Node (${memory.bareMiB.toFixed(0)} MB); ${memory.slopeMiB.toFixed(2)} MB more a million decisions (${memory.decisions} made).`,
  ];
}

function configTable({ bytes, rows, memory }: ConfigFigures): string[] {
  const parse = rows.find(({ name }) => name === 'json-parse')?.ms ?? Number.NaN;
  return [
    `| ${(bytes / 1e6).toFixed(2)} MB of config, 10 changes | time | to \`JSON.parse\` | what |`,
    '| --- | ---: | ---: | --- |',
    ...rows.map(
      ({ name, ms, what }) =>
        `| \`${name}\` | ${ms.toFixed(2)} ms | ${(ms / parse).toFixed(2)} × | ${what} |`,
    ),
    '',
    `Two documents of ${memory.keys} keys: ${memory.documentsMiB.toFixed(1)} MB parsed; comparing them takes ${memory.diffMiB.toFixed(1)} MB more at its peak.`,
  ];
}

function targetTable(targets: readonly Target[]): string[] {
  const line = ({ says, found, met }: Target): string =>
    `| ${says} | ${found ?? 'not measured'} | ${met === null ? '' : met ? 'met' : '**missed**'} |`;
  return ['| target | found | |', '| --- | ---: | --- |', ...targets.map(line)];
}
