import type { AlertRescue, TransferAt } from '../model/alert.js';

/** What to type next. A name that a run gave is quoted: nobody must be led into running it. */
export function alertCommands(
  edge: string,
  first: TransferAt | null,
  { open_runs }: AlertRescue,
): readonly string[] {
  const since = first === null ? '' : `--since ${first.at}`;
  return [
    command('edges show', edge, since),
    ...(first === null ? [] : [command('runs show', first.run)]),
    ...(open_runs === 0 ? [] : [command('runs list --lost --open')]),
    command('override', edge, '--compose force --until +4h --by … --reason …'),
  ];
}

/** What begins with a dash would be read as a flag, so it comes last. */
export function command(words: string, name?: string, flags: string = ''): string {
  const given = name === undefined ? '' : shellWord(name);
  const parts = name?.startsWith('-') === true ? [words, flags, '--', given] : [words, given, flags];
  return ['edge-contracts', ...parts].filter((part) => part !== '').join(' ');
}

/** A text as one word of a POSIX shell, on one line. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_.:@%+][A-Za-z0-9_.:@%+/-]*$/.test(text)) return text;
  const shown = [...text].map((character) => (isInvisible(character) ? '?' : character));
  return `'${shown.join('').replaceAll("'", "'\\''")}'`;
}

function isInvisible(character: string): boolean {
  return character !== ' ' && /[\p{C}\p{Z}]/u.test(character);
}
