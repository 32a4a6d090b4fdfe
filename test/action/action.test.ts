import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { cli, compiledExample, emptyFolder, exampleProject, installed, MAIN_FILE } from '../cli/cli.js';
import { CommentsServer, TOKEN } from '../forge/comments-server.js';
import { ACTION, commandsIn, type RanAction, runAction } from './run-action.js';

const ROOT = packageRoot();
const CONTRACT = 'contracts/refunds--notifications.yaml';
/** A name that git takes, and a shell would act on. */
const BRANCH = `pr/$(>pwned);\`>pwned\`;'"&&>pwned#x`;

const server = new CommentsServer();
before(() => server.listen());
after(() => server.close());

function git(folder: string, ...args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=author',
    '-c',
    'user.email=author@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' }).trim();
}

/** The example as a repository: `main`, and on a branch with a hostile name the pull request, checked out. */
async function repository(): Promise<string> {
  const folder = exampleProject(await compiledExample());
  cpSync(join(ROOT, 'examples/refund-41182'), join(folder, 'examples/refund-41182'), { recursive: true });
  forgetCase(join(folder, 'contracts/refunds--notifications.test.yaml'), 'no-end');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\npolicies/dist\n');
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'main');
  git(folder, 'branch', `onto/${BRANCH}`);
  git(folder, 'checkout', '--quiet', '-b', BRANCH);
  return folder;
}

/** So that a change is left which no case notices. */
function forgetCase(path: string, name: string): void {
  const text = readFileSync(path, 'utf8');
  const without = text.replace(new RegExp(`  - name: ${name}\\n.*?(?=\\n  - name: )`, 's'), '');
  assert.notEqual(without, text);
  writeFileSync(path, without);
}

async function change(folder: string, from: string | RegExp, to: string, compile = true): Promise<void> {
  const path = join(folder, CONTRACT);
  const text = readFileSync(path, 'utf8');
  assert.notEqual(text.replace(from, to), text);
  writeFileSync(path, text.replace(from, to));
  if (compile) assert.equal((await cli(['compile'], { cwd: folder })).code, 0);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'A change\n\n::error::of the message');
}

function pullRequest(folder: string): object {
  const event = { pull_request: { number: 7, base: { sha: git(folder, 'rev-parse', 'main') } } };
  return { token: TOKEN, event };
}

/** Not by npx, which takes a second each time. */
const BY_NODE = { command: `${process.execPath} ${MAIN_FILE}` };
/** Where what the cases say is not what it is about. */
const NO_CASES = { ...BY_NODE, test: 'false' };

function codes({ steps }: RanAction): Record<string, number | null> {
  return Object.fromEntries(Object.entries(steps).map(([id, { code }]) => [id, code]));
}

const GONE_THROUGH = { begin: 0, compile: 0, check: 0, test: 0, diff: 0, comment: 0 };

describe('action.yml', () => {
  it('puts nothing from outside into the text of a script', () => {
    for (const { id, run } of ACTION.runs.steps) assert.doesNotMatch(run, /\$\{\{/, id);
    assert.deepEqual(new Set(ACTION.runs.steps.map(({ shell }) => shell)), new Set(['bash']));
  });

  it('says what each input is for', () => {
    for (const [name, input] of Object.entries(ACTION.inputs)) {
      assert.ok(input.description.length > 20, name);
      assert.equal(typeof input.default, 'string', name);
    }
  });
});

describe('the steps of action.yml, run in a repository against a server of comments', () => {
  let folder = '';
  before(async () => {
    folder = await repository();
  });

  it('a change that loosens: one comment, which each run changes, and the gate shuts', async () => {
    await change(folder, 'mode: enforce', 'mode: enforce\n  stop_condition: { missing: warn }');
    installed(folder);
    const run = { workspace: folder, github: pullRequest(folder), env: server.env() };

    const first = await runAction(run);
    assert.deepEqual(codes(first), { ...GONE_THROUGH, end: 4 }, log(first));
    const { report, markdown, sarif, ...outputs } = first.outputs;
    assert.deepEqual(outputs, {
      ...{ decision: 'block', 'exit-code': '4', compared: 'true' },
      ...{ loosened: '1', tightened: '0', breaking: '1', flips: '0', 'new-waivers': '0' },
    });
    const comment = { ...server.comments[0] };
    assert.equal(comment.body, readFileSync(markdown ?? '', 'utf8'));
    assert.match(comment.body ?? '', /stop_condition\.missing/);
    assert.equal(first.summary, comment.body);
    assert.equal(
      (JSON.parse(readFileSync(report ?? '', 'utf8')) as { schema: string }).schema,
      'edge-contracts/diff/v1',
    );
    assert.deepEqual(readdirSync(sarif ?? '').sort(), ['check.sarif', 'diff.sarif', 'test.sarif']);
    const told = commandsIn(first.steps['diff']?.log ?? '');
    assert.match(told[0] ?? '', /^::error file=contracts\/refunds--notifications\.yaml,line=\d+,/);
    assert.match(told.at(-1) ?? '', /^::error title=edge-contracts diff::Not let through \(exit code 4\)/);

    const again = await runAction({ ...run, inputs: NO_CASES });
    assert.deepEqual(again.outputs['decision'], 'block');
    const print = fingerprintIn(again.outputs['report']);
    writeFileSync(
      join(folder, 'contracts/waivers.yaml'),
      `waivers: [{ fingerprint: "${print}", reason: r, owner: o, expires: "2099-12-31" }]\n`,
    );
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '-m', 'A waiver');
    const waived = await runAction({ ...run, inputs: NO_CASES });
    assert.deepEqual(
      [waived.outputs['decision'], waived.outputs['new-waivers']],
      ['allow', '1'],
      log(waived),
    );
    assert.match(server.comments[0]?.body ?? '', /1 waiver is new in this change/);
    const stopped = await runAction({ ...run, inputs: { ...NO_CASES, 'fail-on': 'loosened,waivers' } });
    assert.deepEqual([stopped.outputs['decision'], stopped.code], ['block', 4], log(stopped));
    git(folder, 'rm', '--quiet', 'contracts/waivers.yaml');
    await change(folder, 'missing: warn', 'missing: ignore');
    await runAction({ ...run, inputs: { ...NO_CASES, 'fail-on': '' } }).then((third) => {
      assert.deepEqual([third.code, third.outputs['decision']], [0, 'allow'], log(third));
    });
    assert.deepEqual(
      server.comments.map(({ id }) => id),
      [comment.id],
    );
    assert.notEqual(server.comments[0]?.body, comment.body);
    assert.ok(!existsSync(join(folder, 'pwned')));
  });

  it('hostile texts, a failing case, recorded runs, stale outputs: every step has its say, the worst one ends it', async () => {
    server.reset();
    const text = 'a"\\n::error file=x::forged\\r\\n##[error]forged\\n\\n## Passed @everyone <b>"';
    await change(folder, /description: .*/, `description: "${text.replaceAll('"', '')}"`, false);
    await change(folder, /(kind: message\.email, target: )customer/, '$1merchant', false);
    const ran = await runAction({
      ...{ workspace: folder, github: pullRequest(folder), env: server.env() },
      inputs: {
        ...BY_NODE,
        ...{
          base: `onto/${BRANCH}`,
          runs: 'examples/*/run.jsonl\n',
          'comment-id': 'refunds',
          'fail-on': 'impact',
        },
      },
    });
    assert.deepEqual(codes(ran), { ...GONE_THROUGH, end: 2 }, log(ran));
    assert.match(ran.steps['compile']?.log ?? '', /::error title=edge-contracts compile::Not let through/);
    assert.match(ran.steps['test']?.log ?? '', /::error title=edge-contracts test::Something is blocked/);
    assert.match(
      ran.steps['end']?.log ?? '',
      /compile {2}4\ncheck {4}0\ntest {5}2\ndiff {5}\d\ncomment {2}0\n/,
    );
    const commands = Object.values(ran.steps).flatMap((step) => commandsIn(step.log));
    assert.ok(commands.length > 3);
    for (const command of commands) {
      assert.match(command, /^::(?:error|warning|notice) (?:file=contracts\/[^:]*|title=[^:]*)::/);
      assert.doesNotMatch(command, /^::error file=x|##\[error\]forged/);
    }
    assert.match(server.comments[0]?.body ?? '', /^<!-- edge-contracts diff: refunds -->\n/);
    // In `<pre>` it is code, where neither means anything.
    const shown = (server.comments[0]?.body ?? '').replaceAll(/<pre>.*?<\/pre>/gs, '');
    assert.doesNotMatch(shown, /^## Passed|@everyone/m);
    assert.ok(!existsSync(join(folder, 'pwned')));
  });

  it('a checkout without history, and a token that may not write', async () => {
    server.reset();
    server.fault = ({ method }) => (method === 'POST' ? { status: 403 } : undefined);
    const shallow = join(emptyFolder(), 'checkout');
    git(folder, 'clone', '--quiet', '--depth=1', `--branch=${BRANCH}`, `file://${folder}`, shallow);
    const ran = await runAction({
      ...{ workspace: shallow, github: pullRequest(folder), env: server.env() },
      inputs: { ...BY_NODE, test: 'false' },
    });
    assert.deepEqual(codes(ran), { ...GONE_THROUGH, end: 3 }, log(ran));
    const { decision, report, compared } = ran.outputs;
    assert.deepEqual([decision, report, compared], ['error', '', 'false']);
    assert.match(ran.steps['diff']?.log ?? '', /diff\.shallow[\s\S]*fetch/);
    assert.match(ran.steps['comment']?.log ?? '', /comment\.read_only/);
    assert.match(ran.steps['end']?.log ?? '', /test {5}skipped\ndiff {5}3\ncomment {2}0\n/);
    assert.match(
      ran.summary,
      /^<!-- edge-contracts diff -->\n\n## Policy changes: \*\*not compared\*\*[\s\S]*diff\.shallow/,
    );
  });

  it('an event without a base, and a program that is not there', async () => {
    server.reset();
    const ran = await runAction({
      ...{ workspace: folder, github: { event: { before: '0'.repeat(40) } }, env: server.env() },
      inputs: { command: 'npx --no-install no-such-program-of-ours' },
    });
    assert.deepEqual(codes(ran), { ...GONE_THROUGH, end: 1 }, log(ran));
    assert.match(ran.steps['diff']?.log ?? '', /^::error title=edge-contracts diff::Nothing was compared/);
    assert.match(
      ran.steps['check']?.log ?? '',
      /::error title=edge-contracts check::It could not do its work/,
    );
    assert.deepEqual([ran.outputs['decision'], server.seen.length], ['error', 0]);
  });

  it('an event without a base: the gate does not open unseen, unless it is asked to', async () => {
    server.reset();
    const event = { workspace: folder, github: { event: {} }, env: server.env() };
    // Neither compiled nor tested, which would be wrong by now: a program that is content with everything.
    const content = { command: 'true', test: 'false' };
    for (const [inputs, code, decision, level] of [
      [{}, 3, 'error', 'error'],
      [{ 'require-base': 'no' }, 3, 'error', 'error'],
      [{ 'require-base': 'false' }, 0, 'allow', 'notice'],
      [{ 'fail-on': '' }, 0, 'allow', 'notice'],
    ] as const) {
      const ran = await runAction({ ...event, inputs: { ...content, ...inputs } });
      assert.deepEqual(codes(ran), { ...GONE_THROUGH, end: code }, log(ran));
      const told = { decision: ran.outputs['decision'], compared: ran.outputs['compared'] };
      assert.deepEqual(told, { decision, compared: 'false' });
      assert.equal(ran.outputs['loosened'], '');
      const [notice = ''] = commandsIn(ran.steps['diff']?.log ?? '');
      assert.ok(notice.startsWith(`::${level} title=edge-contracts diff::Nothing was compared`), notice);
    }
    assert.equal(server.seen.length, 0);
  });
});

describe('a project in whose place the change put a link', () => {
  // Content with everything: what is compared is not the matter here.
  const inputs = { command: 'true', test: 'false' };
  const github = { event: { pull_request: { number: 7, base: { sha: 'f'.repeat(40) } } } };
  const workspace = emptyFolder();
  mkdirSync(join(workspace, 'fix/app'), { recursive: true });
  symlinkSync('fix', join(workspace, 'proj'));
  const linked = join(emptyFolder(), 'workspace');
  symlinkSync(workspace, linked);

  for (const [at, folder, code] of [workspace, linked].flatMap((root) => [
    [root, 'proj/app', 3] as const,
    [root, './proj', 3] as const,
    [root, 'proj/../proj/app/', 3] as const,
    [root, 'fix/app', 0] as const,
    [root, '.', 0] as const,
    [root, join(root, 'proj/app'), 3] as const,
    [root, join(root, 'fix/app'), 0] as const,
  ]))
    it(`${at === linked ? 'a workspace behind a link' : 'a workspace'}, ${folder.replace(at, '<workspace>')}: ends with ${code}`, async () => {
      const ran = await runAction({
        workspace: at,
        github,
        inputs: { ...inputs, 'working-directory': folder },
      });
      assert.deepEqual(codes(ran), { ...GONE_THROUGH, end: code }, log(ran));
      if (code === 0) return;
      assert.match(
        ran.steps['diff']?.log ?? '',
        /^::error title=edge-contracts diff::Nothing was compared: .*link/,
      );
      assert.match(ran.summary, /not compared/);
    });
});

function fingerprintIn(report: string | undefined): string {
  const { findings } = JSON.parse(readFileSync(report ?? '', 'utf8')) as {
    findings: readonly { fingerprint: string }[];
  };
  assert.equal(findings.length, 1);
  return findings[0]?.fingerprint ?? '';
}

/** For who reads a failure. */
function log({ steps }: RanAction): string {
  return Object.values(steps)
    .map(({ id, log: said }) => `== ${id}\n${said}`)
    .join('\n');
}
