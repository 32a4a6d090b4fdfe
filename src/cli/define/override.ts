import { type Command, Option } from 'commander';
import { MODES } from '../../model/severity.js';
import type { OverrideFlags, OverrideListFlags } from '../commands/override.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { LEDGER_FLAG } from './ledger.js';

type End = (code: ExitCode) => void;

const JSON_FLAG = ['--json', 'print one JSON document instead of text'] as const;

/** `override`, and its list. */
export function addOverride(program: Command, io: Io, end: End): void {
  const override = program
    .command('override')
    .summary('set something on an edge for some hours, without a deploy')
    .description(
      'Sets one thing on an edge until a time, as an entry of the ledger. Gates that follow the ledger take it at once;\neach of their verdicts says so. It ends by itself: `--mode observe`, `--mode warn` and `--silence` within 24 hours,\n`--compose force` and `--mode enforce` within 7 days.',
    )
    .argument('<edge>', 'the name of the edge')
    .addOption(
      new Option('--compose <how>', 'put held constraints that a payload lacks into it').choices(['force']),
    )
    .addOption(new Option('--mode <mode>', 'act as in this mode, whatever the contract says').choices(MODES))
    .option('--acknowledge <alert>', 'somebody looks at this alert: it is not sent again while it fires')
    .option('--silence', 'send no alert of this edge; each is still recorded')
    .option('--end <id>', 'end an override before its time')
    .option('--until <time>', 'when it ends: RFC 3339, or +30m, +4h, +2d')
    .option('--by <name>', 'who sets it: a person or a team')
    .option('--reason <text>', 'why')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts override refunds--notifications --compose force --until +4h --by payments-oncall --reason "drops since 1.9"
  edge-contracts override refunds--notifications --end o_1f2e3d4c5b --by payments-oncall --reason "rolled back"
  edge-contracts override list`,
    )
    .action(async (edge: string, flags: OverrideFlags) => {
      const { override } = await import('../commands/override.js');
      end(await override(edge, flags, io));
    });
  override
    .command('list')
    .summary('list what is in force')
    .argument('[edge]', 'only on this edge')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (edge: string | undefined, flags: OverrideListFlags, command: Command) => {
      const { overrideList } = await import('../commands/override.js');
      end(await overrideList(edge, { ...command.parent?.opts<OverrideListFlags>(), ...flags }, io));
    });
}
