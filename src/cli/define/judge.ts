import { type Command, InvalidArgumentError } from 'commander';
import type { JudgeFlags } from '../commands/judge.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

export function addJudge(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('judge')
    .summary('say whether a finding was right')
    .description(
      'Labels one finding of a run in the ledger as right or wrong: a record of the ledger, with who says so and why.\nThe last label counts. `report --as enforce` lists what has none.',
    )
    .argument('<run>', 'the run')
    .requiredOption('--hop <n>', 'the hop', positive)
    .option('--attempt <n>', 'the attempt (default: 1)', positive)
    .requiredOption('--code <code>', 'the finding’s code, such as constraint.dropped')
    .option('--constraint <id>', 'the constraint that it is about, where it is about one')
    .option('--right', 'what the gate found is so')
    .option('--wrong', 'it is not: to block for it would have stopped a handoff for nothing')
    .requiredOption('--by <name>', 'who says so')
    .requiredOption('--reason <text>', 'why')
    .option('--ledger <file>', 'the ledger: its file, or env:NAME for a URL (default: the project file’s)')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts judge refund-41182 --hop 2 --code constraint.dropped --constraint c1 --right --by mara --reason "the email went out"`,
    )
    .action(async (run: string, flags: JudgeFlags, command: Command) => {
      if ((flags.right === true) === (flags.wrong === true)) command.error('give either --right or --wrong');
      const { judge } = await import('../commands/judge.js');
      end(await judge(run, flags, io));
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}
