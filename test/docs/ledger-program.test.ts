import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { compiledExample, exampleProject } from '../cli/cli.js';

const DOC = readFileSync(join(packageRoot(), 'docs/ledger-in-your-program.md'), 'utf8');

/** The first block of a language. */
function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(DOC)?.[1] ?? assert.fail(`no ${language}`);
}

it('the program of docs/ledger-in-your-program.md does what it says, with the package as it is built', async () => {
  const folder = exampleProject(await compiledExample());
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageRoot(), join(folder, 'node_modules/edge-contracts'));
  writeFileSync(join(folder, 'program.mjs'), block('js'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.deepEqual([status, stdout], [0, block('text')], stderr);
});
