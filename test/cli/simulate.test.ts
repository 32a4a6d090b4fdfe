import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecords } from '../../src/record/read-records.js';
import { SEED_ARTICLE } from '../../src/simulation/seed-article.js';
import { cli, emptyFolder } from './cli.js';

test('writes labelled records that the product reads, and says what they are', async () => {
  const { code, out, err } = await cli(['simulate', '--seed', '5', '--runs', '3']);
  assert.equal(code, 0);
  const { records, diagnostics } = readRecords(new TextEncoder().encode(out), { file: 'out' });
  assert.deepEqual(diagnostics, []);
  assert.equal(new Set(records.map(({ record }) => record.run)).size, 3);
  assert.ok(records.every(({ record }) => record.simulated === true));
  assert.match(err, /^simulated: profile seed-article, seed 5: 3 runs, \d+ handoffs, \d+ records written\n/);
  for (const note of SEED_ARTICLE.notes) assert.ok(err.includes(note));
});

test('writes a file at once, and leaves nothing aside', async () => {
  const folder = emptyFolder();
  const { code, out, err } = await cli(['simulate', '--runs', '2', '--out', 'runs.jsonl'], { cwd: folder });
  assert.deepEqual([code, out], [0, '']);
  assert.match(err, /written to runs\.jsonl/);
  assert.deepEqual(readdirSync(folder), ['runs.jsonl']);
  const again = await cli(['simulate', '--runs', '2'], { cwd: folder });
  assert.equal(readFileSync(join(folder, 'runs.jsonl'), 'utf8'), again.out);
});

test('a profile of one’s own', async () => {
  const folder = emptyFolder();
  const own = { ...SEED_ARTICLE, name: 'mine', notes: ['\u001b[31mmade up'] };
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(own));
  const { code, out, err } = await cli(['simulate', '--profile', 'mine.json', '--runs', '1'], {
    cwd: folder,
  });
  assert.equal(code, 0);
  assert.match(out, /"run":"sim-mine-1-1"/);
  assert.ok(!err.includes('\u001b'));
});

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['not JSON', '{', /simulation\.profile: this is no JSON/],
  ['a field too many', JSON.stringify({ ...SEED_ARTICLE, more: 1 }), /simulation\.profile.*more/],
  ['a share above one', JSON.stringify({ ...SEED_ARTICLE, failed_calls: 2 }), /simulation\.profile/],
  ['a contradiction', JSON.stringify({ ...SEED_ARTICLE, open_runs: 1000 }), /1000 of 214 runs/],
];

for (const [name, text, why] of WRONG) {
  test(`a profile that is wrong: ${name}`, async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'mine.json'), text);
    const { code, out, err } = await cli(['simulate', '--profile', 'mine.json', '--out', 'x'], {
      cwd: folder,
    });
    assert.deepEqual([code, out], [3, '']);
    assert.match(err, why);
    assert.deepEqual(readdirSync(folder), ['mine.json']);
  });
}

test('a profile that is not there, and a file that cannot be written', async () => {
  const mistyped = await cli(['simulate', '--profile', 'sed-article']);
  assert.equal(mistyped.code, 3);
  assert.match(mistyped.err, /did you mean `seed-article`/);
  const nowhere = await cli(['simulate', '--out', 'no/such/folder/x'], { cwd: emptyFolder() });
  assert.equal(nowhere.code, 3);
  assert.match(nowhere.err, /input\.unwritable/);
});
