import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ConfigReading, ConfigSource } from '../../src/model/config.js';
import { SNAPSHOT_FOLDER, takeSnapshot } from '../../src/sources/snapshots.js';
import { codeOf, documentOf, reader, source, tempFolder } from './support.js';

const FLAGS = source({ baseline: 'snapshot:before' });
const OTHER = source({
  source: 'other',
  adapter: 'json',
  location: 'other.json',
  baseline: 'snapshot:before',
});

function project(): string {
  return tempFolder({ 'flags.yaml': 'a: 1\npassword: hush-hush\n', 'other.json': '{}' });
}

async function taken(
  root: string,
  sources: readonly ConfigSource[] = [FLAGS],
  name = 'before',
): Promise<void> {
  const result = await takeSnapshot(name, sources, { root, reader: reader(root) });
  assert.ok('taken' in result);
  assert.deepEqual(
    result.taken.map((one) => one.source),
    sources.map((one) => one.source),
  );
}

const baseline = (root: string, of: ConfigSource = FLAGS): Promise<ConfigReading> =>
  reader(root).baseline(of);

/** The file of a content; not the index. */
function contentFile(root: string): string {
  const folder = join(root, SNAPSHOT_FOLDER);
  const name = readdirSync(folder).find((file) => file.startsWith('sha256-'));
  assert.ok(name !== undefined);
  return join(folder, name);
}

describe('a snapshot', () => {
  it('is the baseline, as it was read', async () => {
    const root = project();
    await taken(root);
    const before = await reader(root).live(FLAGS);
    writeFileSync(join(root, 'flags.yaml'), 'a: 2\n');
    assert.deepEqual(await baseline(root), before);
    assert.deepEqual(documentOf(await reader(root).live(FLAGS)), { a: 2 });
  });

  it('holds no secret, and names the key', async () => {
    const root = project();
    await taken(root);
    assert.doesNotMatch(readFileSync(contentFile(root), 'utf8'), /hush/);
    const reading = await baseline(root);
    assert.match('secrets_key' in reading ? String(reading.secrets_key) : '', /^[0-9a-f]{16}$/);
  });

  it('of one state is one file, whatever it is named', async () => {
    const root = project();
    await taken(root, [FLAGS], 'before');
    await taken(root, [FLAGS], 'after.1');
    const files = readdirSync(join(root, SNAPSHOT_FOLDER)).sort();
    assert.deepEqual(
      files.map((file) => file.replace(/[0-9a-f]{64}/, 'DIGEST')),
      ['after.1.json', 'before.json', 'sha256-DIGEST.json'],
    );
  });

  it('gets a further source without losing the first', async () => {
    const root = project();
    await taken(root, [FLAGS]);
    await taken(root, [OTHER]);
    assert.equal(codeOf(await baseline(root, FLAGS)), 'read');
    assert.deepEqual(documentOf(await baseline(root, OTHER)), {});
  });

  it('whose index is broken is neither read nor written over', async () => {
    const root = project();
    await taken(root, [FLAGS]);
    const index = join(root, SNAPSHOT_FOLDER, 'before.json');
    for (const [broken, code] of [
      ['{"sources":', 'syntax'],
      ['{"sources":{}}', 'snapshot'],
    ] as const) {
      writeFileSync(index, broken);
      const again = takeSnapshot('before', [OTHER], { root, reader: reader(root) });
      await assert.rejects(again, { code: `config_source.${code}` });
      assert.equal(readFileSync(index, 'utf8'), broken);
      assert.equal(codeOf(await baseline(root)), `config_source.${code}`);
    }
  });

  it('is not taken of half of its sources', async () => {
    const root = project();
    const gone = source({ source: 'gone', location: 'gone.yaml' });
    const result = await takeSnapshot('before', [FLAGS, gone], { root, reader: reader(root) });
    assert.ok('unread' in result);
    assert.deepEqual(
      result.unread.map(({ source: name, reading }) => [name, reading.error.code]),
      [['gone', 'config_source.missing']],
    );
    assert.equal(codeOf(await baseline(root)), 'config_source.missing');
  });

  for (const name of ['', '../x', 'A', 'a/b', '-a', 'a..b', 'a.', 'x'.repeat(101), '.']) {
    it(`is not named ${JSON.stringify(name.slice(0, 9))}`, async () => {
      const root = project();
      await assert.rejects(takeSnapshot(name, [FLAGS], { root, reader: reader(root) }), TypeError);
      const reading = await baseline(root, { ...FLAGS, baseline: `snapshot:${name}` });
      assert.equal(codeOf(reading), 'config_source.location');
    });
  }

  it('is not of a source that was defined otherwise, or not at all', async () => {
    const root = project();
    await taken(root);
    for (const change of [{ identity: { '/x': 'id' } }, { secrets: ['/a'] }, { location: 'other.yaml' }]) {
      assert.equal(codeOf(await baseline(root, { ...FLAGS, ...change })), 'config_source.snapshot');
    }
    assert.equal(codeOf(await baseline(root, OTHER)), 'config_source.missing');
    const never = { ...FLAGS, baseline: 'snapshot:never' };
    assert.equal(codeOf(await baseline(root, never)), 'config_source.missing');
  });

  for (const [name, change, code] of [
    ['changed', (text: string) => text.replace('"a":1', '"a":2'), 'snapshot'],
    ['cut', (text: string) => text.slice(0, -2), 'snapshot'],
    ['padded', (text: string) => `${text} `, 'snapshot'],
  ] as const) {
    it(`that was ${name} is not read`, async () => {
      const root = project();
      await taken(root);
      const file = contentFile(root);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      assert.equal(codeOf(await baseline(root)), `config_source.${code}`);
    });
  }

  it('whose index points at something else is not read', async () => {
    const root = project();
    await taken(root, [FLAGS, OTHER]);
    const index = join(root, SNAPSHOT_FOLDER, 'before.json');
    const { sources } = JSON.parse(readFileSync(index, 'utf8')) as {
      sources: Record<string, Record<string, string>>;
    };
    const [of = ''] = Object.keys(sources['flags'] ?? {});
    const [digest = ''] = Object.values(sources['other'] ?? {});
    const forged = { schema: 'edge-contracts/snapshot-index/v1', sources: { flags: { [of]: digest } } };
    writeFileSync(index, JSON.stringify(forged));
    assert.equal(codeOf(await baseline(root)), 'config_source.snapshot');
    writeFileSync(index, JSON.stringify({ ...forged, sources: { flags: { [of]: '../../flags' } } }));
    assert.equal(codeOf(await baseline(root)), 'config_source.snapshot');
  });

  it('is read where files may be read from another folder alone', async () => {
    const root = project();
    await taken(root);
    const narrow = reader(root, { allowedRoots: ['config'] });
    assert.equal(codeOf(await narrow.baseline(FLAGS)), 'read');
    assert.equal(codeOf(await narrow.live(FLAGS)), 'config_source.outside_root');
  });

  for (const [what, put, code] of [
    ['a link to a device', (at: string) => symlinkSync('/dev/zero', at), 'outside_root'],
    ['a pipe', (at: string) => execFileSync('mkfifo', [at]), 'not_a_file'],
    ['a folder', (at: string) => mkdirSync(at), 'not_a_file'],
    ['no JSON', (at: string) => writeFileSync(at, '{"a'), 'syntax'],
    ['deep', (at: string) => writeFileSync(at, '['.repeat(100_000)), 'too_deep'],
  ] as const) {
    it(`whose index is ${what} is not written, and nothing hangs`, async () => {
      const root = project();
      mkdirSync(join(root, SNAPSHOT_FOLDER), { recursive: true });
      put(join(root, SNAPSHOT_FOLDER, 'before.json'));
      const again = takeSnapshot('before', [FLAGS], { root, reader: reader(root) });
      await assert.rejects(again, { code: `config_source.${code}` });
      assert.deepEqual(readdirSync(join(root, SNAPSHOT_FOLDER)), ['before.json']);
    });
  }

  it('whose content is a folder is not written', async () => {
    const root = project();
    await taken(root);
    const file = contentFile(root);
    execFileSync('rm', ['-r', join(root, SNAPSHOT_FOLDER)]);
    mkdirSync(join(file, 'x'), { recursive: true });
    const again = takeSnapshot('before', [FLAGS], { root, reader: reader(root) });
    await assert.rejects(again, { code: 'config_source.snapshot' });
  });

  for (const [link, target] of [
    ['.edge-contracts', ''],
    ['.edge-contracts/snapshots', ''],
    ['.edge-contracts', 'none'],
  ] as const) {
    it(`is not written through ${link}, a link to ${target || 'another folder'}`, async () => {
      const [root, other] = [project(), tempFolder()];
      if (link.includes('/')) mkdirSync(join(root, '.edge-contracts'));
      symlinkSync(join(other, target), join(root, link));
      const written = takeSnapshot('before', [FLAGS], { root, reader: reader(root) });
      await assert.rejects(written, {
        code: target === '' ? 'config_source.outside_root' : 'config_source.snapshot',
      });
      assert.deepEqual(readdirSync(other), []);
      assert.equal(existsSync(join(other, target, 'snapshots')), false);
    });
  }

  it('is not written where the folder is a file', async () => {
    const root = project();
    writeFileSync(join(root, '.edge-contracts'), '');
    const written = takeSnapshot('before', [FLAGS], { root, reader: reader(root) });
    await assert.rejects(written, { code: 'config_source.snapshot' });
  });

  it('keeps what is marked', async () => {
    const root = project();
    writeFileSync(join(root, 'flags.yaml'), 'a: 9007199254740993\nb: no\n');
    await taken(root);
    assert.deepEqual(documentOf(await baseline(root)), { a: '!number 9007199254740993', b: '!plain no' });
  });

  it('behind a link out of the root is not read', async () => {
    const [root, other] = [project(), project()];
    await taken(other);
    symlinkSync(join(other, '.edge-contracts'), join(root, '.edge-contracts'));
    assert.equal(codeOf(await baseline(root)), 'config_source.outside_root');
  });
});
