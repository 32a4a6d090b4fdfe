import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ReportFlags } from '../commands/report.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { time } from './time.js';

export function addReport(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('report')
    .summary('tell what crossed of what was held, over many runs')
    .description(
      'Scores recorded runs, from files or from the ledger: rates per class and edge, faults, the runs to look at.\nAs text, as JSON, or as one HTML page that stands alone. Needs no gate in place: records are enough.',
    )
    .argument('[file...]', 'files of records, JSON Lines; - for standard input; none: the ledger')
    .option('--ledger <file>', 'the ledger: its file, or env:NAME for a URL (default: the project file’s)')
    .option('--since <time>', 'only runs that began from this time on', time)
    .option('--until <time>', 'only runs that began before this time', time)
    .option('--edge <name>', 'only transfers of this edge')
    .option('--contracts <dir>', 'the folder of contracts (default: the project file’s, else contracts)')
    .option('--no-contracts', 'score without contracts: an audit of what was recorded')
    .option('--html <file>', 'write the page there')
    .addOption(
      new Option(
        '--as <mode>',
        'tell what acting in this mode would have blocked, and which edges are ready for it',
      ).choices(['enforce']),
    )
    .option(
      '--most-wrong <share>',
      'with --as enforce: the share of handoffs that may be stopped for nothing (default: 0.02)',
      share,
    )
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `
Ends with 3 where nothing was evaluated, or lines could not be read; those are counted in the report.

Examples:
  edge-contracts report runs/*.jsonl
  edge-contracts report --since 2026-11-01 --html report.html
  edge-contracts report run.jsonl --json
  edge-contracts report --as enforce --since 2026-11-01`,
    )
    .action(async (files: string[], flags: ReportFlags, command: Command) => {
      if (files.length > 0 && flags.ledger !== undefined) command.error('name either files or a ledger');
      if (flags.as !== undefined && flags.html !== undefined) command.error('--as enforce has no page');
      if (flags.as === undefined && flags.mostWrong !== undefined)
        command.error('--most-wrong goes with --as enforce');
      const { report } = await import('../commands/report.js');
      end(await report(files, flags, io));
    });
}

function share(text: string): number {
  const value = Number(text);
  if (!/^0?\.[0-9]{1,6}$/.test(text) || value <= 0)
    throw new InvalidArgumentError('Give a share between 0 and 1, such as 0.02.');
  return value;
}
