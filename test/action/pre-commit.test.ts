import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';
import { packageRoot } from '../../src/model/package-root.js';
import { emptyFolder } from '../cli/cli.js';

const ROOT = packageRoot();
const BUILT: ReadonlySet<string> = new Set(['node_modules', '.git', '.build', 'dist']);
const OF_NPM =
  /^npm_(?:lifecycle|package|command|execpath|node_execpath|config_(?:local_prefix|global_prefix|prefix|user_agent))/;
const hooks = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as readonly { id: string }[];

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' }).trim();
}

function committed(folder: string): string {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'all');
  return git(folder, 'rev-parse', 'HEAD');
}

/** The whole environment, since that may say how the registry is reached; but not what an npm that runs this says of itself. */
const ENV: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !OF_NPM.test(name) && !name.startsWith('GIT_')),
);

function answers(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { env: ENV, timeout: 60_000, stdio: 'ignore' }).status === 0;
}

const skip = !answers('pre-commit', ['--version'])
  ? 'pre-commit is not installed here: `pip install pre-commit`'
  : !answers('npm', ['view', 'typescript', 'version'])
    ? 'the registry of npm cannot be reached, from which pre-commit installs'
    : false;

it('the hooks, by pre-commit itself, from a clone of this repository', { skip }, () => {
  // As it is now, committed or not.
  const clone = emptyFolder();
  for (const name of readdirSync(ROOT).filter((one) => !BUILT.has(one)))
    cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  const rev = committed(clone);

  const user = emptyFolder();
  for (const name of ['contracts', 'policies', 'examples/refund-41182'])
    cpSync(join(ROOT, name), join(user, name), { recursive: true });
  rmSync(join(user, 'policies/dist'), { recursive: true, force: true });
  writeFileSync(
    join(user, '.pre-commit-config.yaml'),
    JSON.stringify({ repos: [{ repo: `file://${clone}`, rev, hooks: hooks.map(({ id }) => ({ id })) }] }),
  );
  committed(user);
  const home = join(emptyFolder(), 'home');
  mkdirSync(home);
  const run = (): { readonly status: number | null; readonly said: string } => {
    git(user, 'add', '--all');
    const ran = spawnSync('pre-commit', ['run', '--color=never'], {
      cwd: user,
      env: { ...ENV, PRE_COMMIT_HOME: home },
      encoding: 'utf8',
      timeout: 480_000,
    });
    return { status: ran.status, said: `${ran.stdout}${ran.stderr}` };
  };
  const outcomes = (said: string): string[] =>
    [...said.matchAll(/^.+?\.{3,}(Passed|Failed|Skipped)$/gm)].map(([, outcome = '']) => outcome);

  const whole = run();
  assert.deepEqual(outcomes(whole.said), ['Passed', 'Passed', 'Passed', 'Passed'], whole.said);
  assert.equal(whole.status, 0);

  // Only deleted: no file is left that a pattern could match.
  rmSync(join(user, 'contracts/triage--refunds.yaml'));
  const deleted = run();
  assert.equal(outcomes(deleted.said)[0], 'Failed', deleted.said);
  assert.match(deleted.said, /edge-contracts-diff[\s\S]*triage--refunds/);
  assert.equal(deleted.status, 1);
});
