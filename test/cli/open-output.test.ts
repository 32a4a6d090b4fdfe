import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { processIo } from '../../src/cli/io.js';
import { textSink } from '../../src/cli/text-sink.js';
import { writeWhole } from '../../src/cli/write-whole.js';
import { emptyFolder } from './cli.js';

type Write = (path: string, text: string) => Promise<void>;

const WAYS: Readonly<Record<string, Write>> = {
  writeWhole: async (path, text) => writeWhole(path, text, 'name'),
  textSink: async (path, text) => {
    const sink = textSink(path, processIo());
    sink.write(text);
    try {
      await sink.end();
    } catch (error) {
      sink.abandon();
      throw error;
    }
  },
};

for (const [way, write] of Object.entries(WAYS))
  describe(way, () => {
    it('writes a file, and leaves nothing beside it', async () => {
      const folder = emptyFolder();
      await write(join(folder, 'a'), 'one');
      await write(join(folder, 'a'), 'two');
      assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'two');
      assert.deepEqual(readdirSync(folder), ['a']);
    });

    it('writes where a link leads, and leaves the link, also of a file that is not there yet', async () => {
      const folder = emptyFolder();
      mkdirSync(join(folder, 'real'));
      writeFileSync(join(folder, 'real', 'there'), 'old');
      for (const name of ['there', 'new']) {
        symlinkSync(join('real', name), join(folder, name));
        symlinkSync(name, join(folder, `second-${name}`));
        await write(join(folder, `second-${name}`), 'text');
        assert.equal(readFileSync(join(folder, 'real', name), 'utf8'), 'text');
        assert.equal(readlinkSync(join(folder, name)), join('real', name));
        assert.equal(readlinkSync(join(folder, `second-${name}`)), name);
      }
      assert.deepEqual(readdirSync(join(folder, 'real')).sort(), ['new', 'there']);
    });

    it('writes into a pipe, which stays one', async () => {
      const path = join(emptyFolder(), 'pipe');
      assert.equal(spawnSync('mkfifo', [path]).status, 0);
      const reader = spawn('cat', [path]);
      let read = '';
      reader.stdout.on('data', (chunk: Buffer) => {
        read += chunk.toString();
      });
      try {
        await write(path, 'text');
        assert.ok(lstatSync(path).isFIFO());
        await new Promise((resolve) => reader.on('close', resolve));
        assert.equal(read, 'text');
      } finally {
        reader.kill();
      }
    });

    it('refuses a folder, and links that lead in a circle', async () => {
      const folder = emptyFolder();
      symlinkSync('b', join(folder, 'a'));
      symlinkSync('a', join(folder, 'b'));
      await assert.rejects(write(folder, 'text'), /\(EISDIR\)/);
      await assert.rejects(write(join(folder, 'a'), 'text'), /\(ELOOP\)/);
      assert.deepEqual(readdirSync(folder).sort(), ['a', 'b']);
    });
  });
