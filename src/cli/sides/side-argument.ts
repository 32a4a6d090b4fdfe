import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { shellWord } from '../../report/shell-word.js';
import type { Io } from '../io.js';
import type { GitRepository } from './git-repository.js';
import { shallowClone, shallowRange } from './shallow-clone.js';

/** What a version to compare was named by. */
export type SideArgument =
  | { readonly kind: 'tree'; readonly label: string }
  | { readonly kind: 'ref'; readonly label: string; readonly commit: string }
  | { readonly kind: 'folder' | 'file'; readonly label: string; readonly path: string };

/**
 * What BASE and HEAD mean: `A...B` is where the two parted, and B; `A..B` are two refs; HEAD that is not given is the
 * working tree.
 *
 * @throws DiagnosticError `diff.*`
 */
export function sideArguments(
  base: string,
  head: string | undefined,
  repository: GitRepository,
  io: Io,
): { readonly base: SideArgument; readonly head: SideArgument } {
  const range = head === undefined ? rangeOf(base, io) : null;
  if (range !== null) return rangeArguments(range, repository);
  return {
    base: sideArgument(base, repository, io),
    head:
      head === undefined ? { kind: 'tree', label: 'the working tree' } : sideArgument(head, repository, io),
  };
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly parted: boolean;
}

function rangeOf(text: string, { cwd }: Io): Range | null {
  if (isWrittenAsPath(text) || existsSync(resolve(cwd, text))) return null;
  const [, from, dots, to] = /^(.*?[^.])(\.{2,3})(?!\.)(.*)$/s.exec(text) ?? [];
  if (from === undefined || dots === undefined) return null;
  return { from, to: to === undefined || to === '' ? 'HEAD' : to, parted: dots === '...' };
}

function rangeArguments(
  { from, to, parted }: Range,
  repository: GitRepository,
): { readonly base: SideArgument; readonly head: SideArgument } {
  const [base, head] = [refArgument(from, repository, parted), refArgument(to, repository, parted)];
  if (!parted) return { base, head };
  const commit = repository.mergeBase(base.commit, head.commit);
  if (commit !== null) return { base: { kind: 'ref', label: `${from}...${to}`, commit }, head };
  if (repository.isShallow()) throw shallowRange(`where \`${from}\` and \`${to}\` parted is not in it`, null);
  throw failure('diff.unrelated', `\`${from}\` and \`${to}\` have no commit in common`, {
    help: `name the two by themselves to compare them as they are: \`diff ${words(from, to)}\``,
  });
}

function sideArgument(text: string, repository: GitRepository, io: Io): SideArgument {
  const path = resolve(io.cwd, text);
  const isThere = !text.includes('\0') && text !== '' && existsSync(path);
  if (isWrittenAsPath(text)) {
    if (isThere) return placeArgument(text, path);
    throw failure('diff.no_side', `there is no folder and no file \`${text}\``, {
      help: 'correct the path; it is relative to the working directory',
    });
  }
  const commit = repository.prefix() === null ? null : repository.commit(text);
  if (isThere && commit !== null) throw ambiguous(text);
  if (isThere) return placeArgument(text, path);
  return commit === null ? refArgument(text, repository) : { kind: 'ref', label: text, commit };
}

/** @param parted It is one of `A...B`. */
function refArgument(
  ref: string,
  repository: GitRepository,
  parted: boolean = false,
): Extract<SideArgument, { kind: 'ref' }> {
  if (repository.prefix() === null)
    throw failure('diff.no_side', `\`${ref}\` is no folder and no file, and here is no git repository`, {
      help: 'run `diff` in the repository, or name a folder or a file; a repository of another user has to be in `safe.directory`',
    });
  const commit = repository.commit(ref);
  if (commit !== null) return { kind: 'ref', label: ref, commit };
  if (repository.isShallow())
    throw (parted ? shallowRange : shallowClone)(`there is no commit \`${ref}\` in it`, ref);
  throw failure('diff.no_side', `\`${ref}\` is no commit of this repository, no folder and no file`, {
    help: 'name a branch, a tag or a commit (`git fetch` brings those of the remote), a folder, or a file',
  });
}

function placeArgument(label: string, path: string): SideArgument {
  const stat = statSync(path);
  if (!stat.isDirectory() && !stat.isFile())
    throw failure('diff.no_side', `\`${label}\` is neither a folder nor a plain file`);
  return { kind: stat.isDirectory() ? 'folder' : 'file', label, path };
}

/** What can be no name of a branch. */
function isWrittenAsPath(text: string): boolean {
  return /^\.{1,2}(?:[/\\]|$)/.test(text) || /[/\\]$/.test(text) || isAbsolute(text);
}

function ambiguous(text: string): DiagnosticError {
  return failure('diff.ambiguous', `\`${text}\` is a commit of the repository, and a path on disk too`, {
    help: `write \`./${text}\` for what is on disk, \`${text}^0\` for the commit`,
  });
}

function words(...names: readonly string[]): string {
  return names.map((name) => shellWord(name) ?? '…').join(' ');
}
