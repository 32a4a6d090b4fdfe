import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { codeOf, documentOf, reader, source, tempFolder } from './support.js';

const root = tempFolder();
const ENV = {
  PATH: process.env['PATH'],
  HOME: root,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, env: ENV, encoding: 'utf8' }).trim();
}

function commit(files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
  return git('rev-parse', 'HEAD');
}

git('init', '-q', '-b', 'trunk');
const first = commit({
  'app/flags.yaml': 'a: 1\n',
  'app/old.toml': 'a = 1\n',
  'app/-x.yaml': 'a: dash\n',
  'app/*.yaml': 'a: star\n',
});
git('tag', 'v1');
git('rm', '-q', 'app/old.toml');
symlinkSync('flags.yaml', join(root, 'app/link.yaml'));
const second = commit({
  'app/flags.yaml': 'a: 2\n',
  'app/large.yaml': `a: ${'x'.repeat(5000)}\n`,
  'app/bad.yaml': 'a: [\n',
});
git('branch', 'feature/x');
writeFileSync(join(root, 'app/flags.yaml'), 'a: 3\n');

/** Where another project of the same machine would be. */
const elsewhere = tempFolder();
execFileSync('git', ['init', '-q', '--bare', elsewhere], { env: ENV });

const env = {
  PATH: process.env['PATH'],
  GIT_DIR: elsewhere,
  GIT_WORK_TREE: elsewhere,
  GIT_OBJECT_DIRECTORY: '/nowhere',
};
const app = reader(join(root, 'app'), { env, limits: { maxBytes: 4000 } });

describe('a file in git', () => {
  for (const [location, ref, document] of [
    ['HEAD:flags.yaml', second, { a: 2 }],
    ['v1:flags.yaml', first, { a: 1 }],
    ['HEAD~1:flags.yaml', first, { a: 1 }],
    ['feature/x:flags.yaml', second, { a: 2 }],
    [`${first}:flags.yaml`, first, { a: 1 }],
    [`${first.slice(0, 10)}:old.toml`, first, { a: 1 }],
    ['HEAD:-x.yaml', second, { a: 'dash' }],
    ['HEAD:*.yaml', second, { a: 'star' }],
  ] as const) {
    it(`is read from ${location.replace(/[0-9a-f]{10,}/, 'a commit')}`, async () => {
      const reading = await app.live(source({ adapter: 'git', location }));
      assert.deepEqual(documentOf(reading), document);
      assert.equal('ref' in reading && reading.ref, ref);
    });
  }

  it('is the baseline of a file, at the same path', async () => {
    const flags = source({ location: 'flags.yaml', baseline: 'git:v1' });
    assert.deepEqual(documentOf(await app.live(flags)), { a: 3 });
    const baseline = await app.baseline(flags);
    assert.deepEqual(documentOf(baseline), { a: 1 });
    assert.equal('ref' in baseline && baseline.ref, first);
  });

  it('is the baseline of a file in git', async () => {
    const flags = source({ adapter: 'git', location: 'HEAD:flags.yaml', baseline: 'git:v1' });
    assert.deepEqual(documentOf(await app.baseline(flags)), { a: 1 });
  });

  it('lies where files may be read from, as a source and as a baseline', async () => {
    const narrow = reader(root, { env, allowedRoots: ['app'] });
    const other = commit({ 'private/x.yaml': 'a: hush\n' });
    const read = [source({ adapter: 'git', location: 'HEAD:app/flags.yaml' })];
    const refused = [source({ adapter: 'git', location: `${other}:private/x.yaml` })];
    for (const one of read) assert.equal(codeOf(await narrow.live(one)), 'read');
    for (const one of refused) assert.equal(codeOf(await narrow.live(one)), 'config_source.outside_root');
    const baselines = [
      source({ location: 'private/x.yaml', baseline: `git:${other}` }),
      source({ adapter: 'git', location: 'HEAD:private/x.yaml', baseline: `git:${other}` }),
      source({ adapter: 'git', location: 'HEAD:private/none.yaml', baseline: `git:${other}` }),
    ];
    for (const one of baselines)
      assert.equal(codeOf(await narrow.baseline(one)), 'config_source.outside_root');
    git('reset', '-q', '--hard', second);
    writeFileSync(join(root, 'app/flags.yaml'), 'a: 3\n');
  });

  for (const [location, code] of [
    ['none:flags.yaml', 'ref'],
    ['0123456789012345678901234567890123456789:flags.yaml', 'ref'],
    ['HEAD~99:flags.yaml', 'ref'],
    ['HEAD:none.yaml', 'missing'],
    ['HEAD:old.toml', 'missing'],
    ['HEAD:link.yaml', 'not_a_file'],
    ['HEAD:large.yaml', 'too_large'],
    ['HEAD:bad.yaml', 'syntax'],
    ['HEAD:flags', 'format_unknown'],
    ['HEAD:../app/flags.yaml', 'location'],
    ['HEAD:/etc/passwd.yaml', 'location'],
    ['HEAD:./flags.yaml', 'location'],
    ['HEAD:a\nb.yaml', 'location'],
    ['HEAD:', 'location'],
    [':flags.yaml', 'location'],
    ['flags.yaml', 'location'],
    ['--output=/tmp/x:flags.yaml', 'location'],
    ['-h:flags.yaml', 'location'],
    ['HEAD^{/x}:flags.yaml', 'location'],
    ['HEAD@{1}:flags.yaml', 'location'],
    ['a..b:flags.yaml', 'location'],
    ['$(id):flags.yaml', 'location'],
    ['HEAD --:flags.yaml', 'location'],
    ['*:flags.yaml', 'location'],
  ] as const) {
    it(`is refused at ${JSON.stringify(location)}`, async () => {
      assert.equal(codeOf(await app.live(source({ adapter: 'git', location }))), `config_source.${code}`);
    });
  }

  it('is refused where there is no repository, no folder, or no git', async () => {
    const flags = source({ adapter: 'git', location: 'HEAD:flags.yaml' });
    assert.equal(codeOf(await reader(tempFolder()).live(flags)), 'config_source.git');
    const gone = tempFolder();
    rmSync(gone, { recursive: true });
    assert.equal(codeOf(await reader(gone).live(flags)), 'config_source.git');
    const without = reader(join(root, 'app'), { env: { PATH: tempFolder() } });
    assert.equal(codeOf(await without.live(flags)), 'config_source.git');
  });

  it('is what was committed, not what a replacement or a hook makes of it', async () => {
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: root,
      env: ENV,
      input: 'a: forged\n',
    });
    git('replace', git('rev-parse', 'HEAD:app/flags.yaml'), blob.toString().trim());
    git('config', 'core.fsmonitor', 'touch /nowhere; false');
    const reading = await app.live(source({ adapter: 'git', location: 'HEAD:flags.yaml' }));
    assert.deepEqual(documentOf(reading), { a: 2 });
    git('replace', '-d', git('rev-parse', 'HEAD:app/flags.yaml'));
  });

  it('is left at the deadline', async () => {
    const folder = tempFolder({ git: '#!/bin/sh\nexec sleep 60\n' });
    execFileSync('chmod', ['+x', join(folder, 'git')]);
    const slow = reader(join(root, 'app'), {
      env: { PATH: `${folder}:${process.env['PATH']}` },
      limits: { deadlineMs: 300 },
    });
    assert.equal(
      codeOf(await slow.live(source({ adapter: 'git', location: 'HEAD:flags.yaml' }))),
      'config_source.timeout',
    );
  });
});

describe('a folder that looks like a bare repository', () => {
  it('is not asked in place of the one around it, for a source and for a baseline', async () => {
    const loose = commit({ 'app/flags.yaml': 'a: 9\n' });
    git('reset', '-q', '--hard', second);
    for (const [path, text] of [
      ['HEAD', 'ref: refs/heads/trunk\n'],
      ['config', '[core]\n\tbare = true\n'],
      ['objects/info/alternates', '../../.git/objects\n'],
      ['refs/heads/trunk', `${loose}\n`],
    ] as const) {
      mkdirSync(join(root, 'app', path, '..'), { recursive: true });
      writeFileSync(join(root, 'app', path), text);
    }
    const inside = source({ adapter: 'git', location: 'trunk:flags.yaml', baseline: 'git:trunk' });
    assert.deepEqual(documentOf(await app.live(inside)), { a: 2 });
    assert.deepEqual(documentOf(await app.baseline(inside)), { a: 2 });
    const file = source({ location: 'flags.yaml', baseline: 'git:trunk' });
    assert.deepEqual(documentOf(await app.baseline(file)), { a: 2 });
  });
});
