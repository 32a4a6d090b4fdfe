/**
 * A pull request that changes contracts, as its reviewer sees it: a git history in a temporary folder, the comment, and the
 * gate before and after its author answers for a change. Ends with 0 only when all of it is as expected.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, setUp } from '../../scripts/setup.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const CLI = join(root, 'dist', 'cli', 'main.js');
const CHECK = 'contracts/deployer--verifier.yaml';

setUp();
const folder = mkdtempSync(join(tmpdir(), 'policy-review-'));
let passed = 0;
let failed = 0;
try {
  story();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function story() {
  cpSync(join(here, 'main'), folder, { recursive: true });
  cpSync(join(here, 'runs.jsonl'), join(folder, 'runs.jsonl'));
  git('init', '--quiet', '--initial-branch=main');
  commit('The contracts as they were');
  git('checkout', '--quiet', '-b', 'faster-rollouts');
  change();
  commit('Roll out faster');

  console.log(
    [
      'The contracts of a release pipeline are on main. The author of a pull request, who wants faster rollouts, raises the bound',
      'of a rollout from 25 to 50 percent, lets a weakened constraint warn where it blocked, and renames the other contract.',
      'The owner of the contracts, release-engineering, is asked to review it, and is told this:\n',
    ].join('\n'),
  );
  const comment = diff('--format', 'markdown').out;
  if (process.stdout.isTTY) {
    title('edge-contracts diff main...faster-rollouts --runs runs.jsonl');
    console.log(diff().out);
    console.log('The same as Markdown, for the pull request, is comment.md beside this script.\n');
  } else {
    title(
      'As Markdown (comment.md): edge-contracts diff main...faster-rollouts --runs runs.jsonl --format markdown',
    );
    console.log(comment);
  }
  expected(
    'the comment is the one that is in comment.md',
    comment === readFileSync(join(here, 'comment.md'), 'utf8'),
  );

  title('What the gate says: --fail-on loosened');
  const shut = diff('--fail-on', 'loosened', '--json');
  console.log(shut.err);
  const { findings, schemas, impact } = JSON.parse(shut.out);
  const loosened = findings.filter(({ direction }) => direction === 'loosened');
  expected('it is shut', shut.status === 4);
  expected(
    'two changes loosen: a check, and a bound',
    loosened.map(({ change }) => change.kind).join() === 'effectBoundsChanged,severityChanged',
  );
  expected(
    'each with a run that was blocked, and is allowed now',
    loosened.every(
      ({ claim: { witness } }) => witness?.base.action === 'block' && witness.head.action === 'allow',
    ),
  );
  expected('no schema changed', schemas.length === 0);
  const flips = impact.edges.flatMap((edge) => edge.flips);
  expected(
    'three recorded transfers flip',
    flips.map(({ run }) => run).join() === 'rollout-22,rollout-23,rollout-24',
  );

  title(
    'The author answers for the bound and the new name, in contracts/waivers.yaml, and takes the other change back',
  );
  const [bound] = loosened;
  const renamed = findings.find(({ rule }) => rule === 'contract.renamed');
  expected(
    'the new name is looser for who names it, and tighter for who names the old one',
    renamed.direction === 'both',
  );
  write(
    'contracts/waivers.yaml',
    () =>
      `waivers:\n${waiver(bound, 'Rollouts to half of the customers were agreed in RFC 12.')}${waiver(renamed, 'Hosts name the plan by its new name.')}`,
  );
  write(CHECK, (text) => text.replace('  constraint: { weakened: warn }\n', ''));
  commit('Keep constraints; answer for the bound and the name');
  console.log(`${read('contracts/waivers.yaml')}\n`);
  const open = diff('--fail-on', 'loosened', '--json');
  expected('the gate lets it through', open.status === 0 && open.err === '');

  title('Then the bound is raised once more: the waiver was for 50, and is for nothing else');
  write(CHECK, (text) => text.replace('maximum: 50', 'maximum: 100'));
  commit('Roll out faster still');
  const again = diff('--fail-on', 'loosened', '--json');
  console.log(again.err);
  expected('the gate is shut', again.status === 4);
  expected('the waiver is named as one that does nothing', JSON.parse(again.out).waivers.unused.length === 1);
}

/** The pull request. */
function change() {
  write(CHECK, (text) =>
    text
      .replace('maximum: 25', 'maximum: 50')
      .replace('  mode: enforce\n', '  mode: enforce\n  constraint: { weakened: warn }\n'),
  );
  renameSync(join(folder, 'contracts/planner--deployer.yaml'), join(folder, 'contracts/release-plan.yaml'));
  write('contracts/release-plan.yaml', (text) =>
    text.replace('name: planner--deployer', 'name: release-plan'),
  );
}

function waiver({ fingerprint }, reason) {
  return `  - fingerprint: ${fingerprint}
    owner: release-engineering
    reason: ${reason}
    expires: "2099-12-31"
`;
}

function diff(...flags) {
  const args = [CLI, 'diff', 'main...faster-rollouts', '--runs', 'runs.jsonl', ...flags];
  const env = { ...process.env, NO_COLOR: '1' };
  const ran = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

/** Always the same author and time, and so the same commits. */
function git(...args) {
  const when = '2026-11-30T12:00:00Z';
  const who = { NAME: 'author', EMAIL: 'author@example.com', DATE: when };
  const env = Object.fromEntries(
    Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  );
  // Nobody's own settings: a signature or other line breaks would make other commits.
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stderr } = spawnSync('git', ['-C', folder, ...args], {
    env: { ...process.env, ...env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}

function commit(message) {
  git('add', '--all');
  git('commit', '--quiet', '-m', message);
}

function read(path) {
  return readFileSync(join(folder, path), 'utf8');
}

function write(path, to) {
  let before = '';
  try {
    before = read(path);
  } catch {}
  const text = to(before);
  if (text === before) throw new Error(`${path} does not change`);
  writeFileSync(join(folder, path), text);
}

function title(text) {
  console.log(`== ${text}\n`);
}

function expected(what, holds) {
  if (holds) passed += 1;
  else failed += 1;
  console.log(holds ? `as expected: ${what}\n` : `NOT AS EXPECTED: ${what}\n`);
}
