import type { Command } from 'commander';
import type { CompareFlags } from '../commands/compare.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

export function addCompare(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('compare')
    .summary('tell whether the rates of two sets of runs differ by more than chance')
    .description(
      'Compares a set of runs with an earlier one: each class and each edge, with the interval of the difference.\nSays where the two may not be comparable.',
    )
    .argument('<before>', 'records, JSON Lines, or what `report --json` printed')
    .argument('<after>', 'the same')
    .option('--contracts <dir>', 'the folder of contracts (default: the project file’s, else contracts)')
    .option('--no-contracts', 'score without contracts: an audit of what was recorded')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts compare before.jsonl after.jsonl
  edge-contracts compare october.report.json november.jsonl --json`,
    )
    .action(async (before: string, after: string, flags: CompareFlags, command: Command) => {
      if (before === '-' && after === '-') command.error('standard input can be only one of the two');
      const { compare } = await import('../commands/compare.js');
      end(await compare(before, after, flags, io));
    });
}
