import { type Command, InvalidArgumentError } from 'commander';
import type { CommentFlags } from '../commands/comment.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

export function addComment(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('comment')
    .summary('post a report as the one comment of a pull request')
    .description(
      'Posts what `--format markdown` wrote as a comment on a pull request of GitHub; the next time the same comment\nis changed. It is found by the marker in its first line and by its author. The token is read from GITHUB_TOKEN.',
    )
    .argument('[file]', 'the report; - for standard input', '-')
    .option('--repo <owner/name>', 'the repository (default: GITHUB_REPOSITORY)')
    .option('--pr <number>', 'the pull request (default: of GITHUB_REF)', number)
    .option('--id <name>', 'tells comments apart where a pull request has several: lower case and dashes', id)
    .option('--author <login>', 'whose comment is changed (default: of whom the token is)', login)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts diff origin/main...HEAD --format markdown | edge-contracts comment
  edge-contracts comment comment.md --repo acme/agents --pr 12`,
    )
    .action(async (file: string, flags: CommentFlags) => {
      const { comment } = await import('../commands/comment.js');
      end(await comment(file, flags, io));
    });
}

function number(text: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(text)) throw new InvalidArgumentError('Give the number of a pull request.');
  return Number(text);
}

/** Two dashes in a row would end the marker. */
function id(text: string): string {
  if (text.length > 100 || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError('Give lower-case letters, digits and single dashes.');
  return text;
}

function login(text: string): string {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})(?:\[bot\])?$/.test(text))
    throw new InvalidArgumentError('Give a name such as `octocat` or `github-actions[bot]`.');
  return text;
}
