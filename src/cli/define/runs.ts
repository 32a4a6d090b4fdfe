import { type Command, InvalidArgumentError } from 'commander';
import type { RunsListFlags, RunsShowFlags } from '../commands/runs.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { time } from './time.js';

type End = (code: ExitCode) => void;

export function addRuns(program: Command, io: Io, end: End): void {
  const runs = program
    .command('runs')
    .summary('list recorded runs, and show what became of a run’s constraints')
    .description('Reads the ledger, or with --from files of records.');
  addShow(runs, io, end);
  addList(runs, io, end);
}

function addShow(runs: Command, io: Io, end: End): void {
  shared(
    runs
      .command('show')
      .summary('one run: its transfers, and each constraint along the hops')
      .argument('<run>', 'the run’s id'),
  )
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts runs show refund-41182
  edge-contracts runs show refund-41182 --from run.jsonl --json`,
    )
    .action(async (id: string, flags: RunsShowFlags, command: Command) => {
      refuseBoth(flags, command);
      const { runsShow } = await import('../commands/runs.js');
      end(await runsShow(id, flags, io));
    });
}

function addList(runs: Command, io: Io, end: End): void {
  shared(
    runs
      .command('list')
      .summary('the runs, worst first')
      .option('--lost', 'only runs in which a constraint is lost, and nothing has violated it')
      .option('--open', 'only runs that have not ended; with --lost: what can still be saved')
      .option(
        '--violated',
        'only runs in which what a constraint forbids happened, or what it requires did not',
      )
      .option('--edge <name>', 'only runs with a transfer of this edge')
      .option('--since <time>', 'only runs that began from this time on', time)
      .option('--until <time>', 'only runs that began before this time', time)
      .option('--limit <n>', 'at most so many runs (default: 200)', positive),
  )
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts runs list --lost --open
  edge-contracts runs list --violated --since 2026-11-01 --json`,
    )
    .action(async (flags: RunsListFlags, command: Command) => {
      refuseBoth(flags, command);
      const { runsList } = await import('../commands/runs.js');
      end(await runsList(flags, io));
    });
}

function shared(command: Command): Command {
  return command
    .option('--ledger <file>', 'the ledger: its file, or env:NAME for a URL (default: the project file’s)')
    .option('--from <file...>', 'files of records instead of the ledger; - for standard input')
    .option('--contracts <dir>', 'the folder of contracts (default: the project file’s, else contracts)')
    .option('--no-contracts', 'score without contracts')
    .option('--json', 'print one JSON document instead of text');
}

function refuseBoth({ ledger, from }: RunsShowFlags, command: Command): void {
  if (ledger !== undefined && from !== undefined) command.error('name either files or a ledger');
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < 1 || value > 100_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 100000.');
  return value;
}
