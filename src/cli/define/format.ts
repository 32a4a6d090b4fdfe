import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMAT_NAMES } from '../../report/formats/format-names.js';
import type { AlsoFormat } from '../write-report.js';

/** `--format`, `--out`, `--also` and `--json`, for a command whose result has every format. */
export function addFormatFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how the result is told (default: text)')
        .choices(FORMAT_NAMES)
        .conflicts('json'),
    )
    .option('--out <file>', 'write the format there, and tell the result as text here')
    .option('--also <format=file>', 'write this format into this file too; may be repeated', also)
    .option('--json', 'print one JSON document instead of text: --format json');
}

function also(text: string, before: readonly AlsoFormat[] = []): readonly AlsoFormat[] {
  const [, name, out] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = FORMAT_NAMES.find((one) => one === name);
  if (format === undefined || out === undefined)
    throw new InvalidArgumentError(`Give FORMAT=FILE; formats are ${FORMAT_NAMES.join(', ')}.`);
  return [...before, { format, out }];
}
