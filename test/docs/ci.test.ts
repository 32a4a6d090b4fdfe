import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readWaivers } from '../../src/contract/read-waivers.js';
import { packageRoot } from '../../src/model/package-root.js';
import { ACTION } from '../action/run-action.js';
import { compiledExample, exampleProject, installed } from '../cli/cli.js';

const ROOT = packageRoot();
const DOC = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');

/** The first block of a language below a heading. */
function block(heading: string, language: string): string {
  const [, section = ''] = DOC.split(new RegExp(`^## ${heading}$`, 'm'));
  return (
    new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section.split(/^## /m)[0] ?? '')?.[1] ??
    assert.fail(`no ${language} below ${heading}`)
  );
}

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['-C', folder, ...identity, ...args]);
}

interface GitLab {
  readonly contracts: {
    readonly script: readonly string[];
    readonly artifacts: { readonly paths: string[]; readonly reports: { readonly junit: string[] } };
  };
}

describe('docs/ci.md', () => {
  it('the script for any shell, as the job of GitLab runs it: all steps run, and its artifacts are there', async () => {
    const folder = exampleProject(await compiledExample());
    cpSync(join(ROOT, 'examples/refund-41182'), join(folder, 'examples/refund-41182'), { recursive: true });
    installed(folder);
    writeFileSync(join(folder, '.gitignore'), 'node_modules\npolicies/dist\n');
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '-m', 'main');
    git(folder, 'checkout', '--quiet', '-b', 'change');
    writeFileSync(join(folder, 'edge-contracts.sh'), block('Anywhere with a shell', 'sh'));
    const { contracts } = parse(block('GitLab', 'yaml')) as GitLab;
    const [install, script = ''] = contracts.script;
    assert.equal(install, 'npm ci');
    const run = (): ReturnType<typeof spawnSync> =>
      spawnSync('sh', ['-ec', script], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], BASE: 'main' },
        encoding: 'utf8',
      });

    const whole = run();
    assert.equal(whole.status, 0, `${whole.stdout}${whole.stderr}`);
    const contract = join(folder, 'contracts/refunds--notifications.yaml');
    const text = readFileSync(contract, 'utf8');
    writeFileSync(contract, text.replace('mode: enforce', 'mode: enforce\n  constraint: { weakened: warn }'));
    git(folder, 'commit', '--quiet', '-am', 'A change');
    const { status, stderr, stdout } = run();
    // A case notices it: blocked is worse than what a gate says.
    assert.equal(status, 2, `${stdout}${stderr}`);
    assert.match(String(stderr), /--fail-on loosened/);
    for (const file of [...contracts.artifacts.paths, ...contracts.artifacts.reports.junit])
      assert.ok(existsSync(join(folder, file)), file);
  });

  it('the workflow gives the action what it takes', () => {
    const workflow = parse(block('GitHub', 'yaml')) as {
      jobs: { contracts: { steps: readonly { uses?: string; with?: Record<string, string> }[] } };
    };
    const step = workflow.jobs.contracts.steps.find(({ uses = '' }) => uses.startsWith('OWNER/'));
    for (const name of Object.keys(step?.with ?? {})) assert.ok(name in ACTION.inputs, name);
    for (const [, name = ''] of block('GitHub', 'yaml').matchAll(/steps\.contracts\.outputs\.([a-z-]+)/g))
      assert.ok(name in ACTION.outputs, name);
  });

  it('the hooks are there', () => {
    const known = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as { id: string }[];
    const { repos } = parse(block('Before a commit', 'yaml')) as { repos: { hooks: { id: string }[] }[] };
    assert.deepEqual(
      repos[0]?.hooks.map(({ id }) => id),
      known.map(({ id }) => id),
    );
  });

  it('the waiver can be read', () => {
    assert.deepEqual(readWaivers(block('When the gate is shut', 'yaml'), 'waivers.yaml').diagnostics, []);
  });
});
