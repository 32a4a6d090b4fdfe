import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { codeOf, documentOf, reader, source, tempFolder } from './support.js';

describe('a file', () => {
  it('is read, with its digest and when', async () => {
    const root = tempFolder({ 'config/flags.yaml': 'b: 1\na: { on: true }\n' });
    const reading = await reader(root).live(source({ location: 'config/flags.yaml' }));
    const document = { a: { on: true }, b: 1 };
    assert.deepEqual(reading, {
      adapter: 'yaml',
      location: 'config/flags.yaml',
      at: '2026-11-30T09:14:00.000Z',
      digest: `sha256:${createHash('sha256').update('{"a":{"on":true},"b":1}').digest('hex')}`,
      document,
    });
  });

  for (const [name, change] of [
    ['comments', '# note\na: 1\nb: [x]\n'],
    ['the order of keys', 'b: [x]\na: 1\n'],
    ['spellings', 'a: 1.0\nb:\n  - "x"\n'],
  ] as const) {
    it(`has one digest whatever its ${name}`, async () => {
      const one = reader(tempFolder({ 'flags.yaml': 'a: 1\nb: [x]\n' }));
      const other = reader(tempFolder({ 'flags.yaml': change }));
      const [a, b] = [await one.live(source({})), await other.live(source({}))];
      assert.ok('digest' in a && 'digest' in b);
      assert.equal(a.digest, b.digest);
    });
  }

  it('in a list with an identity is told by it', async () => {
    const root = tempFolder({ 'flags.yaml': 'users:\n  - { id: u1, on: true }\n  - { id: u2 }\n' });
    const reading = await reader(root).live(source({ identity: { '/users': 'id' } }));
    assert.deepEqual(documentOf(reading), { users: { u1: { id: 'u1', on: true }, u2: { id: 'u2' } } });
  });

  it('whose items cannot be told apart is refused, without its keys and values', async () => {
    const root = tempFolder({ 'flags.yaml': 'sekret:\n  users:\n  - { id: hush }\n  - { id: hush }\n' });
    const reading = await reader(root).live(source({ identity: { '/*/users': 'id' } }));
    assert.equal(codeOf(reading), 'config_source.identity');
    assert.doesNotMatch(JSON.stringify(reading), /sekret|hush/);
  });
});

describe('a file that must not be read', () => {
  const outside = tempFolder({ 'secret.yaml': 'password: hush\n' });
  const inside = (files: Readonly<Record<string, string>> = {}): string => tempFolder(files);

  const refused: readonly (readonly [string, () => readonly [string, string], string])[] = [
    ['that is not there', () => [inside(), 'none.yaml'], 'missing'],
    ['below a file', () => [inside({ 'a.yaml': 'a: 1' }), 'a.yaml/b.yaml'], 'missing'],
    ['by `..`', () => [inside(), `../${outside.split('/').pop()}/secret.yaml`], 'outside_root'],
    ['by an absolute path', () => [inside(), `${outside}/secret.yaml`], 'outside_root'],
    ['that may or may not be there outside', () => [inside(), '../none/none.yaml'], 'outside_root'],
    ['with an empty name', () => [inside(), ''], 'location'],
    ['with a NUL', () => [inside(), 'a\0.yaml'], 'location'],
    ['with a name that is too long', () => [inside(), `${'a'.repeat(300)}.yaml`], 'location'],
    ['that is a folder', () => [inside({ 'a/b': '' }), 'a'], 'not_a_file'],
  ];
  for (const [name, make, code] of refused) {
    it(`is not: one ${name}`, async () => {
      const [root, location] = make();
      assert.equal(codeOf(await reader(root).live(source({ location }))), `config_source.${code}`);
    });
  }

  it('is not: one behind a link out of the root, the last segment or before it', async () => {
    const root = inside();
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'a.yaml'));
    symlinkSync(outside, join(root, 'folder'));
    for (const location of ['a.yaml', 'folder/secret.yaml']) {
      assert.equal(codeOf(await reader(root).live(source({ location }))), 'config_source.outside_root');
    }
  });

  it('is: one behind a link within the root, and one in another allowed root', async () => {
    const root = inside({ 'a.yaml': 'a: 1' });
    symlinkSync('a.yaml', join(root, 'b.yaml'));
    assert.equal(codeOf(await reader(root).live(source({ location: 'b.yaml' }))), 'read');
    const wide = reader(root, { allowedRoots: ['.', outside] });
    assert.equal(codeOf(await wide.live(source({ location: join(outside, 'secret.yaml') }))), 'read');
  });

  it('is not: links in a circle', async () => {
    const root = inside();
    symlinkSync('b.yaml', join(root, 'a.yaml'));
    symlinkSync('a.yaml', join(root, 'b.yaml'));
    assert.equal(
      codeOf(await reader(root).live(source({ location: 'a.yaml' }))),
      'config_source.outside_root',
    );
  });

  for (const hook of ['found', 'opened'] as const) {
    it(`is not: one whose folder is swapped for a link when it is ${hook}`, async () => {
      const root = inside({ 'd/a.yaml': 'a: 1' });
      writeFileSync(join(outside, 'a.yaml'), 'a: hush');
      let swaps = 0;
      const swap = (): void => {
        swaps += 1;
        rmSync(join(root, 'd'), { recursive: true, force: true });
        symlinkSync(outside, join(root, 'd'));
      };
      const reading = await reader(root, { hooks: { [hook]: swap } }).live(source({ location: 'd/a.yaml' }));
      assert.equal(swaps, 1);
      assert.equal(codeOf(reading), 'config_source.outside_root');
    });
  }

  it('is not: one that is swapped for a link itself', async () => {
    const root = inside({ 'a.yaml': 'a: 1' });
    const swap = (path: string): void => {
      rmSync(path, { force: true });
      symlinkSync(join(outside, 'secret.yaml'), path);
    };
    const reading = await reader(root, { hooks: { found: swap } }).live(source({ location: 'a.yaml' }));
    assert.equal(codeOf(reading), 'config_source.outside_root');
  });

  it('is not: a pipe, without waiting for its writer', async () => {
    const root = inside();
    assert.equal(spawnSync('mkfifo', [join(root, 'a.yaml')]).status, 0);
    assert.equal(codeOf(await reader(root).live(source({ location: 'a.yaml' }))), 'config_source.not_a_file');
  });

  it('is not: a socket or a device', async () => {
    const root = inside();
    const server = createServer().listen(join(root, 'a.yaml'));
    await new Promise((resolve) => server.once('listening', resolve));
    assert.equal(codeOf(await reader(root).live(source({ location: 'a.yaml' }))), 'config_source.not_a_file');
    server.close();
    const device = reader(root, { allowedRoots: ['/dev'] });
    assert.equal(codeOf(await device.live(source({ location: '/dev/zero' }))), 'config_source.not_a_file');
  });

  it('is not: 100 MB, and not a byte of it', async () => {
    const root = inside({ 'a.yaml': '' });
    truncateSync(join(root, 'a.yaml'), 100_000_000);
    const opened: string[] = [];
    const reading = await reader(root, { hooks: { opened: (path) => void opened.push(path) } }).live(
      source({ location: 'a.yaml' }),
    );
    assert.equal(codeOf(reading), 'config_source.too_large');
    assert.deepEqual(opened, []);
  });

  it('is not: one that grows over the cap while it is read, or that has no size', async () => {
    const root = inside({ 'a.yaml': 'a: 1' });
    const grow = (path: string): void => appendFileSync(path, `\n#${'x'.repeat(2000)}`);
    const small = reader(root, { limits: { maxBytes: 1000 }, hooks: { opened: grow } });
    assert.equal(codeOf(await small.live(source({ location: 'a.yaml' }))), 'config_source.too_large');
    const system = reader('/proc/self', { limits: { maxBytes: 10 }, allowedRoots: ['/proc'] });
    assert.equal(codeOf(await system.live(source({ location: 'status' }))), 'config_source.too_large');
  });

  it('is not: one without the right to read it', {
    skip: process.getuid?.() === 0 && 'root may read anything',
  }, async () => {
    const root = inside({ 'a.yaml': 'a: 1' });
    chmodSync(join(root, 'a.yaml'), 0);
    assert.equal(codeOf(await reader(root).live(source({ location: 'a.yaml' }))), 'config_source.denied');
  });
});

describe('a file that changes while it is read', () => {
  const changes = {
    'is written over': (path: string): void => writeFileSync(path, `a: ${Math.random()}`),
    'is appended to': (path: string): void => appendFileSync(path, '\nb: 1'),
    'is replaced': (path: string): void => {
      writeFileSync(`${path}.new`, 'a: 2');
      renameSync(`${path}.new`, path);
    },
  };

  for (const [name, change] of Object.entries(changes)) {
    it(`and ${name} once is read again`, async () => {
      const root = tempFolder({ 'a.yaml': 'a: 1' });
      let opened = 0;
      const once = (path: string): void => {
        opened += 1;
        if (opened === 1) change(path);
      };
      const reading = await reader(root, { hooks: { opened: once } }).live(source({ location: 'a.yaml' }));
      assert.equal(codeOf(reading), 'read');
      assert.equal(opened, 2);
      assert.notDeepEqual(documentOf(reading), { a: 1 });
    });

    it(`and ${name} twice is not read`, async () => {
      const root = tempFolder({ 'a.yaml': 'a: 1' });
      const reading = await reader(root, { hooks: { opened: change } }).live(source({ location: 'a.yaml' }));
      assert.equal(codeOf(reading), 'config_source.changing');
    });
  }

  it('and vanishes is missing', async () => {
    const root = tempFolder({ 'a.yaml': 'a: 1' });
    const vanish = (path: string): void => rmSync(path);
    const reading = await reader(root, { hooks: { opened: vanish } }).live(source({ location: 'a.yaml' }));
    assert.equal(codeOf(reading), 'config_source.missing');
  });

  it('and hangs is left at the deadline', async () => {
    const root = tempFolder({ 'a.yaml': 'a: 1' });
    const hang = (): Promise<void> => new Promise(() => undefined);
    const reading = await reader(root, { hooks: { opened: hang }, limits: { deadlineMs: 50 } }).live(
      source({ location: 'a.yaml' }),
    );
    assert.equal(codeOf(reading), 'config_source.timeout');
  });
});

describe('another file as the baseline', () => {
  it('is read in the format of the source', async () => {
    const root = tempFolder({ 'a.yaml': 'a: 1', 'base/flags': 'a: 2' });
    const reading = await reader(root).baseline(source({ location: 'a.yaml', baseline: 'file:base/flags' }));
    assert.deepEqual(documentOf(reading), { a: 2 });
  });

  it('tells the format by its ending for a source that is no file', async () => {
    const root = tempFolder({ 'base.json': '[{ "a": 1 }]', 'base.bin': '' });
    const rows = { adapter: 'postgres', location: 'DATABASE_URL' } as const;
    const read = (baseline: string): ReturnType<ReturnType<typeof reader>['baseline']> =>
      reader(root).baseline(source({ ...rows, baseline }));
    assert.deepEqual(documentOf(await read('file:base.json')), [{ a: 1 }]);
    assert.equal(codeOf(await read('file:base.bin')), 'config_source.format_unknown');
    assert.equal(codeOf(await read('git:HEAD')), 'config_source.baseline');
    assert.equal(codeOf(await read('previous')), 'config_source.baseline');
  });
});
