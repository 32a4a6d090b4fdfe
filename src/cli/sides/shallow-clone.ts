import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { shellWord } from '../../report/shell-word.js';

/** A commit that a shallow clone lacks, and what brings it. */
export function shallowClone(what: string, ref: string | null): DiagnosticError {
  return failure('diff.shallow', `this is a shallow clone, and ${what}`, {
    help: `run ${fetchOf(ref)}, or clone with the whole history (\`fetch-depth: 0\` for actions/checkout)`,
  });
}

/**
 * What makes a name one that is there: each kind of name is fetched to where git looks for it. What counts from another
 * commit, such as `HEAD~2`, needs the history.
 */
function fetchOf(ref: string | null): string {
  const word = ref === null ? null : shellWord(ref);
  if (ref === null || word === null || !/^[\w./-]+$/.test(ref) || ref === 'HEAD')
    return '`git fetch --unshallow`';
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return `\`git fetch --depth=1 origin ${word}\``;
  if (/^[0-9a-f]{7,}$/.test(ref)) return '`git fetch --unshallow`';
  const [, branch] = /^(?:refs\/remotes\/)?origin\/(.+)$/.exec(ref) ?? [];
  if (branch !== undefined) return `\`git fetch --depth=1 origin ${branch}:refs/remotes/origin/${branch}\``;
  if (ref.startsWith('refs/')) return `\`git fetch --depth=1 origin ${word}:${word}\``;
  return `\`git fetch --depth=1 origin ${word}:${word}\` (a tag: \`git fetch --depth=1 origin tag ${word}\`)`;
}

/**
 * The same for `A...B`, whose histories have to be there up to where the two parted: a commit alone would only lead to
 * the next refusal.
 */
export function shallowRange(what: string, missing: string | null): DiagnosticError {
  const [, branch] = /^origin\/([\w./-]+)$/.exec(missing ?? '') ?? [];
  const fetch =
    branch === undefined
      ? 'git fetch --unshallow'
      : `git fetch --unshallow origin ${branch}:refs/remotes/origin/${branch}`;
  return failure('diff.shallow', `this is a shallow clone, and ${what}`, {
    help: `run \`${fetch}\`, or clone with the whole history (\`fetch-depth: 0\` for actions/checkout)`,
  });
}
