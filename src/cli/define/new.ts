import type { Command } from 'commander';
import type { NewCaseFlags } from '../commands/new-case.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { positive } from './positive.js';

export function addNew(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program.command('new').summary('make a case out of a recorded run');
  command
    .command('case')
    .summary('a case for `test` out of a recorded run')
    .description(
      'Writes a case whose expectation is what the contracts say of the run now: read it before you commit it.\nAdds it to a file that is there already, and changes nothing else in it.',
    )
    .argument('[file]', 'a file of records; - for standard input (default: the ledger)')
    .option('--run <id>', 'the run (default: the only one of the file)')
    .option('--hop <n>', 'only this hop, with the records that its verdict needs', positive)
    .requiredOption('--out <file>', 'the file of cases: contracts/NAME.test.yaml')
    .option('--name <name>', 'what the case is called (default: the run, and the hop)')
    .option('--contracts <dir>', 'the folder of contracts (default: the project file’s, else contracts)')
    .option('--ledger <file>', 'the ledger: a file, or env:NAME (default: the project file’s)')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts new case run.jsonl --hop 2 --out contracts/refunds--notifications.test.yaml
  edge-contracts new case --run refund-41182 --out contracts/incidents.test.yaml`,
    )
    .action(async (file: string | undefined, flags: NewCaseFlags, self: Command) => {
      if (!/\.test\.ya?ml$/.test(flags.out))
        self.error('--out has to end with .test.yaml: `test` runs no other file');
      if (file === undefined && flags.run === undefined)
        self.error('name a file of records, or with --run a run of the ledger');
      if (file !== undefined && flags.ledger !== undefined) self.error('give a file or --ledger, not both');
      const { newCase } = await import('../commands/new-case.js');
      end(await newCase(file, flags, io));
    });
}
