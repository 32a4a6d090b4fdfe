import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** In every command: nothing of the repository is run, no other repository is asked, and no folder is one by its looks. */
export const SAFE: readonly string[] = [
  '--no-pager',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'protocol.allow=never',
  '-c',
  'safe.bareRepository=explicit',
];

/** Git reads two dozen variables that change what it reads (`GIT_DIR`, …): it gets none of this process's. */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SYSTEMROOT', 'USERPROFILE', 'TMPDIR']
    .map((name) => [name, env[name]] as const)
    .filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Parents that a clone was told otherwise would move where two histories part.
    GIT_GRAFT_FILE: '/dev/null',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/** The working tree that a folder lies in. */
export interface GitTop {
  /** Absolute, links followed. */
  readonly top: string;
  /** Of the folder, from the top; ends with `/` unless it is empty. */
  readonly prefix: string;
}

/**
 * The nearest folder upwards that has `.git`, which no commit can hold. Git itself would also take a folder that has
 * `HEAD`, `objects` and `refs`: a pull request can add one, and so answer for the repository it is added to.
 */
export function gitTop(folder: string): GitTop | null {
  const from = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  for (let top = from; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) {
      const below = relative(top, from).split(sep).join('/');
      return { top, prefix: below === '' ? '' : `${below}/` };
    }
    if (dirname(top) === top) return null;
  }
}

/** What git is asked, in the top, before anything else: where it keeps the repository, if it accepts it at all. */
export const ASK_GIT_DIR: readonly string[] = [...SAFE, 'rev-parse', '--absolute-git-dir'];

/** For that question: a `.git` that is broken must not send git looking further up. */
export function askingEnvironment(
  { top }: GitTop,
  env: Readonly<Record<string, string | undefined>>,
): NodeJS.ProcessEnv {
  return { ...gitEnvironment(env), GIT_CEILING_DIRECTORIES: dirname(top) };
}

/** Arguments that hold every further command to this repository; null where the answer is another one. */
export function heldTo({ top }: GitTop, answer: string): readonly string[] | null {
  const gitDir = resolve(answer.replace(/\r?\n$/, ''));
  const own = join(top, '.git');
  const isOwn = statSync(own).isDirectory() ? gitDir === realpathSync(own) : gitDir !== top;
  return isOwn ? [...SAFE, `--git-dir=${gitDir}`, `--work-tree=${top}`] : null;
}
