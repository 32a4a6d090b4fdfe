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
  const range = head === undefined ? rangeOf(base) : null;
  if (range !== null) {
    if (isThere(base, io) && !isWrittenAsCommit(range.from)) throw ambiguousRange(base, range);
    return rangeArguments(range, repository);
  }
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

/** By how it is written alone: a folder of that name, which a pull request can add, is not taken for it. */
function rangeOf(text: string): Range | null {
  if (isWrittenAsPath(text)) return null;
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
  const isKnown = commit !== null && repository.hasAllSince(commit, base.commit, head.commit);
  if (isKnown) return { base: { kind: 'ref', label: `${base.label}...${head.label}`, commit }, head };
  if (commit !== null || repository.isShallow())
    throw shallowRange(`where \`${from}\` and \`${to}\` parted is not in it`, null);
  throw failure('diff.unrelated', `\`${from}\` and \`${to}\` have no commit in common`, {
    help: `name the two by themselves to compare them as they are: \`diff ${words(from, to)}\``,
  });
}

function sideArgument(text: string, repository: GitRepository, io: Io): SideArgument {
  const path = resolve(io.cwd, text);
  if (isWrittenAsPath(text)) {
    if (isThere(text, io)) return placeArgument(text, path);
    throw failure('diff.no_side', `there is no folder and no file \`${text}\``, {
      help: 'correct the path; it is relative to the working directory',
    });
  }
  if (isWrittenAsCommit(text) || !isThere(text, io)) return refArgument(text, repository);
  const place = placeArgument(text, path);
  if (repository.prefix() === null) return place;
  if (repository.commit(text) !== null) throw ambiguous(text);
  // A branch that was not fetched, and a folder of its name, would be compared with the folder.
  if (place.kind === 'folder') throw readsAsCommit(text);
  return place;
}

function isThere(text: string, { cwd }: Io): boolean {
  return !text.includes('\0') && text !== '' && existsSync(resolve(cwd, text));
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
  if (commit !== null) return { kind: 'ref', label: ref.replace(WRITTEN_AS_COMMIT, ''), commit };
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

/** What is meant as nothing but a commit, whatever lies on disk: `NAME^0`, `NAME^{commit}`. */
const WRITTEN_AS_COMMIT = /\^(?:0|\{commit\})$/;

function isWrittenAsCommit(text: string): boolean {
  return WRITTEN_AS_COMMIT.test(text);
}

function ambiguousRange(text: string, { from, to, parted }: Range): DiagnosticError {
  const dots = parted ? '...' : '..';
  return failure('diff.ambiguous', `\`${text}\` is a range of commits, and a path on disk too`, {
    help: `write \`./${text}\` for what is on disk, \`${from}^0${dots}${to}^0\` for the commits`,
  });
}

function readsAsCommit(text: string): DiagnosticError {
  return failure(
    'diff.ambiguous',
    `\`${text}\` reads as a commit, which the repository does not have, and is a folder on disk`,
    { help: `write \`./${text}\` for what is on disk, or fetch the commit` },
  );
}

function ambiguous(text: string): DiagnosticError {
  return failure('diff.ambiguous', `\`${text}\` is a commit of the repository, and a path on disk too`, {
    help: `write \`./${text}\` for what is on disk, \`${text}^0\` for the commit`,
  });
}

function words(...names: readonly string[]): string {
  return names.map((name) => shellWord(name) ?? '…').join(' ');
}
