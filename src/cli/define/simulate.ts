import { type Command, InvalidArgumentError } from 'commander';
import type { SimulateFlags } from '../commands/simulate.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

export function addSimulate(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('simulate')
    .summary('make runs up, as a profile describes them')
    .description(
      'Writes simulated runs as JSON Lines. Every record says that it is simulated.\nThe same profile and seed give the same runs.',
    )
    .option(
      '--profile <name|file>',
      'seed-article, seed-article-fixed, seed-article-enforced, or a file (default: seed-article)',
    )
    .option('--seed <n>', 'a whole number (default: 1)', seed)
    .option(
      '--runs <n>',
      'how many runs (default: one set, in which the profile’s counts come out)',
      positive,
    )
    .option('--out <file>', 'write there instead of to standard output; what is there is replaced')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts simulate > runs.jsonl
  edge-contracts simulate --profile seed-article-fixed --seed 7 --out after.jsonl
  edge-contracts simulate --runs 205200 --out million.jsonl    a million handoffs`,
    )
    .action(async (flags: SimulateFlags) => {
      const { simulateRuns } = await import('../commands/simulate.js');
      end(await simulateRuns(flags, io));
    });
}

/** What the generator of random numbers takes. */
function seed(text: string): number {
  const value = Number(text);
  if (!/^-?[0-9]{1,10}$/.test(text) || value < -(2 ** 31) || value >= 2 ** 31)
    throw new InvalidArgumentError('Give a whole number from -2147483648 to 2147483647.');
  return value;
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}
