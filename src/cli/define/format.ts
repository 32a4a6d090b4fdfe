import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../../report/formats/format-names.js';

/** `--format`, `--out` and `--json`, for a command whose result has every format. */
export function addFormatFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how the result is told (default: text)')
        .choices(FORMAT_NAMES)
        .conflicts('json'),
    )
    .option('--out <file>', 'write the format there, and tell the result as text here')
    .option('--json', 'print one JSON document instead of text: --format json');
}
