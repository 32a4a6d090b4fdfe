import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readRegular } from '../../src/cli/read-input.js';
import { emptyFolder } from './cli.js';

it('a pipe to which nobody writes is refused where a file has to be, and is not waited for', () => {
  const folder = emptyFolder();
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  assert.throws(() => readRegular(join(folder, 'pipe'), 'pipe', 9), /this is a pipe/);
  writeFileSync(join(folder, 'file'), 'text');
  assert.equal(Buffer.from(readRegular(join(folder, 'file'), 'file', 9)).toString(), 'text');
});
