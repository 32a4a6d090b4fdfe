import { type Command, InvalidArgumentError } from 'commander';
import type { DiffFlags } from '../commands/diff.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { addFormatFlags } from './format.js';
import { time } from './time.js';

const FAIL_ON = ['loosened', 'breaking', 'impact', 'unknown', 'waivers'] as const;

export function addDiff(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command('diff')
    .summary('tell what a change of the contracts tightens and loosens, and whom it breaks')
    .description(
      'Compares two versions of the contracts: each a git ref (nothing is checked out), a folder, or one contract.\nSays what each change means, and with --runs or --ledger what recorded transfers would have come to.',
    )
    .argument('<base>', 'the version to compare with; A...B: where the two parted, and B')
    .argument('[head]', 'the changed version (default: the working tree)')
    .option(
      '--contracts <dir>',
      'the folder of contracts, in each ref too (default: each version’s project file, else contracts)',
    )
    .option('--runs <file...>', 'recorded runs to replay on both; - for standard input')
    .option('--ledger [file]', 'replay the runs of the ledger: the project’s, or this file, or env:NAME')
    .option('--since <time>', 'only runs that began from this time on', time)
    .option(
      '--fail-on <what>',
      `exit with 4 where there is any: ${FAIL_ON.join(', ')}; several with commas, or repeated`,
      failOn,
    )
    .option('--write-waivers <file>', 'write waivers for all that is found: to adopt it as it is')
    .option('--owner <name>', 'with --write-waivers: who answers for them')
    .option('--reason <text>', 'with --write-waivers: why')
    .option('--expires <day>', 'with --write-waivers: to the end of which day (YYYY-MM-DD)', day);
  addFormatFlags(command)
    .addHelpText(
      'after',
      `
--fail-on, of findings that no waiver answers for:
  loosened  a finding loosens, or loosens and tightens
  breaking  a finding breaks a sender, a receiver, or whoever names what changed
  impact    a recorded transfer is decided otherwise; or there are changes, and nothing was replayed
  unknown   a claim or a schema is not known, or a claim was refuted
  waivers   a waiver is new in this change, or lasts longer

Waivers are read from contracts/waivers.yaml (the folder of contracts) of the changed version: an entry for a
fingerprint, with an owner, a reason and a last day.

Exit codes: 0 compared, and let through; 1 the tool failed; 3 wrong usage, a version that cannot be read or does not
compile, or nothing to compare; 4 not let through: --fail-on, or a waiver that has ended and whose finding is there.

Examples:
  edge-contracts diff main
  edge-contracts diff origin/main...HEAD --fail-on loosened,breaking
  edge-contracts diff main --runs runs/*.jsonl --json
  edge-contracts diff ./old/contracts ./contracts`,
    )
    .action(async (base: string, head: string | undefined, flags: DiffFlags, command: Command) => {
      refuseWrong(flags, command);
      const { diff } = await import('../commands/diff.js');
      end(await diff(base, head, flags, io));
    });
}

function refuseWrong(flags: DiffFlags, command: Command): void {
  const { writeWaivers, failOn, owner, reason, expires, runs, ledger } = flags;
  const adopting = [owner, reason, expires];
  if (writeWaivers !== undefined && adopting.includes(undefined))
    command.error(
      '--write-waivers takes --owner, --reason and --expires: somebody answers for a waiver, until a day',
    );
  if (writeWaivers === undefined && adopting.some((flag) => flag !== undefined))
    command.error('--owner, --reason and --expires go with --write-waivers');
  if (writeWaivers !== undefined && failOn !== undefined)
    command.error(
      '--write-waivers adopts all that is found, and --fail-on stops what is: run `diff` twice, the gate last',
    );
  if (runs !== undefined && ledger !== undefined) command.error('name either files of runs or a ledger');
}

function failOn(text: string, before: readonly string[] = []): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !(FAIL_ON as readonly string[]).includes(word));
  if (wrong !== undefined) throw new InvalidArgumentError(`Give ${FAIL_ON.join(', ')}.`);
  return [...before, ...words];
}

function day(text: string): string {
  const time = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time.getTime());
  if (!isDay || !time.toISOString().startsWith(text))
    throw new InvalidArgumentError('Give a day such as 2027-03-31.');
  return text;
}
