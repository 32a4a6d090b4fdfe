import { type CarryFigures, perSecond } from './carry.js';
import type { CommandFigures } from './commands.js';
import type { ConfigFigures } from './config-diff.js';
import type { LedgerFigures } from './ledger.js';
import type { Figure } from './samples.js';
import type { Size } from './workload.js';

/** One sentence of the specification, and what was measured. */
export interface Target {
  readonly says: string;
  /** Null where what it needs was not measured. */
  readonly found: string | null;
  readonly met: boolean | null;
}

/** What the specification asks of the rows, from the figures of one run. */
export function rowTargets(figures: readonly Figure[]): Target[] {
  const ours = medianOf(figures, 'ours-json', 10);
  const against = (name: string, least: number): Target => {
    const rival = medianOf(figures, name, 10);
    const factor = rival === null || ours === null ? null : rival / ours;
    return atLeast(`ours-json at least ${least} × faster than ${name} at 10`, factor, least);
  };
  return [
    atMost('ours-json at most 3 × floor at 10', ratio(figures, ['ours-json', 10], ['floor', 10]), 3),
    against('opa-native', 4),
    against('cedar', 3),
    against('opa-server', 12),
    against('opa-process', 300),
    atMost('policy-only at 100 carried at most 1.5 × at 1', carriedRatio(figures), 1.5),
  ];
}

/** What it asks of whole commands and of memory. */
export function commandTargets(commands: CommandFigures): Target[] {
  const { bareMs, evaluateMs, compileOneMs, compileOneMiB, compileManyMs, unchangedStartsCompiler, memory } =
    commands;
  return [
    atMost('CLI evaluate of the example at most 4 × `node -e 0`', evaluateMs / bareMs, 4),
    atMost('compile one edge from cold at most 30 × `node -e 0`', compileOneMs / bareMs, 30),
    atMost('compile one edge: at most 250 MB', compileOneMiB, 250, ' MB'),
    atMost('compile 100 edges at most 10 s', compileManyMs / 1000, 10, ' s'),
    {
      says: 'nothing changed: no compiler started',
      found: unchangedStartsCompiler ? 'one was started' : 'none was started',
      met: !unchangedStartsCompiler,
    },
    atMost('gate with 100 edges at most 60 MB above bare Node', memory.aboveBareMiB, 60, ' MB'),
    atMost('its memory is flat over a million decisions', memory.slopeMiB, 2, ' MB a million'),
  ];
}

/** What it asks of finding what changed in a configuration. */
export function configTargets({ rows, memory }: ConfigFigures): Target[] {
  const ms = (name: string): number => rows.find((row) => row.name === name)?.ms ?? Number.NaN;
  const name = 'the diff of 1 MB of config with 10 changes at most 3 × ';
  return [
    atMost(`${name}\`JSON.parse\` of it`, ms('config-diff') / ms('json-parse'), 3),
    atMost(`${name}parsing it as YAML`, ms('config-diff') / ms('yaml-parse'), 3),
    atMost(
      'the diff of 100,000 keys takes at most as much memory as the two documents',
      memory.diffMiB / memory.documentsMiB,
      1,
    ),
  ];
}

/** What it asks of keeping records. */
export function ledgerTargets({ rows }: LedgerFigures): Target[] {
  const perSecond = rows.find(({ name }) => name === 'ledger-batched')?.perSecond ?? 0;
  return [
    {
      says: 'ledger: at least 5,000 appends to SQLite a second, in batches',
      found: perSecond.toFixed(0),
      met: perSecond >= 5000,
    },
  ];
}

/** What it asks of scoring many runs. */
export function carryTargets({ file, ours }: CarryFigures): Target[] {
  const rate = perSecond(file.transfers, ours);
  return [
    {
      says: 'scoring: at least 20,000 transfers a second on one core, reading included',
      found: rate.toFixed(0),
      met: rate >= 20_000,
    },
    atMost('scoring: at most 250 MB', ours.peakMiB, 250, ' MB'),
    atMost('scoring: memory at the end to that after a quarter', ours.endMiB / ours.quarterMiB, 1.25),
  ];
}

function medianOf(figures: readonly Figure[], name: string, size: Size): number | null {
  return figures.find((one) => one.name === name && one.constraints === size)?.median_us ?? null;
}

type At = readonly [name: string, size: Size];

function ratio(figures: readonly Figure[], of: At, to: At): number | null {
  const [a, b] = [medianOf(figures, ...of), medianOf(figures, ...to)];
  return a === null || b === null ? null : a / b;
}

function carriedRatio(figures: readonly Figure[]): number | null {
  const at = (size: Size): number | undefined =>
    figures.find((one) => one.name === 'policy-only' && one.constraints === size)?.allow_us;
  const [many, one] = [at(100), at(1)];
  return many === undefined || one === undefined ? null : many / one;
}

function atMost(says: string, found: number | null, most: number, unit = ' ×'): Target {
  return found === null
    ? { says, found: null, met: null }
    : { says, found: `${rounded(found)}${unit}`, met: found <= most };
}

function atLeast(says: string, found: number | null, least: number): Target {
  return found === null
    ? { says, found: null, met: null }
    : { says, found: `${rounded(found)} ×`, met: found >= least };
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
