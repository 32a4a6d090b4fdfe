import type { Command } from 'commander';
import type { CostFlags } from '../commands/cost.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

export function addCost(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('cost')
    .summary('tell what handing on the whole transcript costs, against the payload')
    .description(
      'Tokens by hop: of the transcript, as senders’ states tell it (`context_tokens`) or by the records’ texts, and of payloads.\nWithout a tokenizer texts are estimated, and the result says so.',
    )
    .argument('<file...>', 'files of records, JSON Lines; - for standard input')
    .option(
      '--tokenizer <module>',
      'counts tokens: a package or a file that exports `countTokens(text)`, such as gpt-tokenizer; it is run',
    )
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts cost runs/*.jsonl
  edge-contracts cost runs.jsonl --tokenizer gpt-tokenizer`,
    )
    .action(async (files: string[], flags: CostFlags) => {
      const { cost } = await import('../commands/cost.js');
      end(await cost(files, flags, io));
    });
}
