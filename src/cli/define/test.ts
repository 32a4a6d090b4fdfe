import { type Command, InvalidArgumentError } from 'commander';
import type { TestFlags } from '../commands/test.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { addFormatFlags } from './format.js';

export function addTest(program: Command, io: Io, end: (code: ExitCode) => void): void {
  addFormatFlags(program.command('test'))
    .summary('run the cases beside the contracts')
    .description(
      'Runs `*.test.yaml` and `*_test.rego` below the folder of contracts.\nThat there is none, or that a filter matches none, is a failure.',
    )
    .argument('[filter...]', 'parts of a case’s name or file, or names of edges (default: all)')
    .option('--contracts <dir>', 'the folder of contracts (default: the project file’s, else contracts)')
    .option('--coverage', 'show which checks no case saw fail, or saw proven')
    .option(
      '--threshold <share>',
      'end with 4 where a contract is covered less (0 to 1); with --coverage',
      share,
    )
    .option('--mutate', 'change the contracts, and show which changes no case notices')
    .option('--mutate-threshold <share>', 'end with 4 where less is noticed (0 to 1); with --mutate', share)
    .option('--watch', 'run again whenever a contract or a case changes; ends on Ctrl-C')
    .addHelpText(
      'after',
      `
Exit codes: 2 a case failed; 3 nothing was tested, or a case is wrong; 4 a threshold was missed.

Examples:
  edge-contracts test
  edge-contracts test refunds--notifications --coverage --threshold 0.5
  edge-contracts test --format junit --out tests.xml
  edge-contracts test --mutate --mutate-threshold 0.5`,
    )
    .action(async (filters: string[], flags: TestFlags, command: Command) => {
      const { watch, json, format = 'text', out, also } = flags;
      const forProgram = json === true || format !== 'text' || out !== undefined || also !== undefined;
      if (watch === true && forProgram)
        command.error('--watch is for a person, and --json and --format for a program');
      const { test } = await import('../commands/test.js');
      end(await test(filters, flags, io));
    });
}

function share(text: string): number {
  const number = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || number > 1)
    throw new InvalidArgumentError('It has to be from 0 to 1.');
  return number;
}
