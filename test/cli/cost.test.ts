import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cli, emptyFolder, INCIDENT, schemaErrors } from './cli.js';

test('the article’s growth, labelled, and texts that are estimated', async () => {
  const { out: runs } = await cli(['simulate']);
  const { code, out } = await cli(['cost', '-'], { input: runs });
  assert.equal(code, 0);
  assert.match(out, /SIMULATED {2}214 runs, 1,043 delivered transfers/);
  assert.match(out, /^ +1 +214 +6,\d{3} .* 1\.0 x/m);
  assert.match(out, /^ +5 +\d+ +2[01],\d{3} .* 3\.[234] x/m);
  assert.match(out, /estimated: a quarter of the bytes/);
});

test('as a document that its schema describes, counted by a package', async () => {
  const { code, out } = await cli(['cost', INCIDENT, '--tokenizer', 'gpt-tokenizer', '--json']);
  assert.equal(code, 0);
  const document = JSON.parse(out) as {
    counted: { tokenizer: string; transcript: string };
    simulated: string;
  };
  assert.equal(schemaErrors('cost', document), null);
  assert.deepEqual([document.counted.tokenizer, document.counted.transcript], ['gpt-tokenizer', 'text']);
  assert.equal(document.simulated, 'none');
});

test('a tokenizer of one’s own, and those that cannot be used', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'words.mjs'), 'export const countTokens = (text) => text.split(" ").length;');
  writeFileSync(join(cwd, 'none.mjs'), 'export const other = 1;');
  writeFileSync(join(cwd, 'throws.mjs'), 'export function countTokens() { throw new Error("no\\nway"); }');
  writeFileSync(join(cwd, 'broken.mjs'), 'export const = 1;');
  const good = await cli(['cost', INCIDENT, '--tokenizer', './words.mjs'], { cwd });
  assert.equal(good.code, 0);
  assert.match(good.out, /counted by \.\/words\.mjs/);
  for (const name of [
    './none.mjs',
    './throws.mjs',
    './broken.mjs',
    './nowhere.mjs',
    'no-such-package-here',
  ]) {
    const { code, out, err } = await cli(['cost', INCIDENT, '--tokenizer', name], { cwd });
    assert.deepEqual([code, out], [3, ''], name);
    assert.match(err, /cost\.tokenizer/);
  }
});

test('nothing to count, and lines that are left out', async () => {
  const { out: runs } = await cli(['simulate', '--runs', '3']);
  const none = await cli(['cost', '-'], { input: runs.split('\n')[0] ?? '' });
  assert.equal(none.code, 3);
  assert.match(none.err, /input\.nothing_evaluated/);
  const torn = await cli(['cost', '-'], { input: runs.slice(0, -20) });
  assert.equal(torn.code, 3);
  assert.match(torn.out, /left out: 1 line that could not be read/);
});
