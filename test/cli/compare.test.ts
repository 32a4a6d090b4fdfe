import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { cli, emptyFolder, schemaErrors } from './cli.js';

const cwd = emptyFolder();

before(async () => {
  await cli(['simulate', '--out', 'a.jsonl'], { cwd });
  await cli(['simulate', '--profile', 'seed-article-fixed', '--out', 'b.jsonl'], { cwd });
});

test('tells plainly what rose, and that both are simulated', async () => {
  const { code, out, err } = await cli(['compare', 'a.jsonl', 'b.jsonl'], { cwd });
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /before {2}a\.jsonl {2}SIMULATED {2}214 runs, 1,043 transfers/);
  assert.match(out, /constraints +72\.0 % {2}59 of 82 +90\.9 % {2}200 of 220 +\+19\.0 .*rose, beyond chance/);
  assert.match(out, /refunds--notifications +35\.0 %.*rose, beyond chance/);
  assert.match(out, /confidence +0\.0 % {2}0 of 1,043 .*no more than chance/);
  assert.match(out, /lower bound/);
});

test('gives the same from a report, as a document that its schema describes', async () => {
  const report = await cli(['report', 'a.jsonl', '--json'], { cwd });
  writeFileSync(join(cwd, 'a.report.json'), report.out);
  const runs = await cli(['compare', 'a.jsonl', 'b.jsonl', '--json'], { cwd });
  const read = await cli(['compare', 'a.report.json', 'b.jsonl', '--json'], { cwd });
  assert.deepEqual([runs.code, read.code], [0, 0]);
  const [first, second] = [runs, read].map(
    ({ out }) => JSON.parse(out) as { before: object; generated_at: string },
  );
  assert.equal(schemaErrors('comparison', first), null);
  const rest = (one: typeof first) => ({ ...one, generated_at: '', before: { ...one?.before, name: '' } });
  assert.deepEqual(rest(first), rest(second));
});

test('standard input is one of the two', async () => {
  const { out } = await cli(['simulate', '--runs', '40'], { cwd });
  const piped = await cli(['compare', '-', 'b.jsonl'], { cwd, input: out });
  assert.equal(piped.code, 0);
  assert.match(piped.out, /before {2}<stdin>/);
  assert.equal((await cli(['compare', '-', '-'], { cwd, input: out })).code, 3);
});

test('what cannot be compared is told, with a code', async () => {
  writeFileSync(join(cwd, 'lying.json'), '{\n  "schema": "edge-contracts/report/v1"\n}\n');
  writeFileSync(
    join(cwd, 'message.jsonl'),
    (await cli(['simulate', '--runs', '1'], { cwd })).out.split('\n')[0] ?? '',
  );
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['lying.json', /comparison\.report/],
    ['nothing.jsonl', /input\.missing/],
    ['message.jsonl', /input\.nothing_evaluated/],
    ['.', /input\.directory/],
  ];
  for (const [file, why] of wrong) {
    const { code, err } = await cli(['compare', file, 'b.jsonl'], { cwd });
    assert.equal(code, 3, file);
    assert.match(err, why);
  }
});

test('a line that is no record is left out, told, and makes the runs incomplete', async () => {
  const { out } = await cli(['simulate', '--runs', '50'], { cwd });
  writeFileSync(join(cwd, 'torn.jsonl'), out.slice(0, -40));
  const { code, out: text, err } = await cli(['compare', 'torn.jsonl', 'b.jsonl'], { cwd });
  assert.equal(code, 3);
  assert.match(text, /may not be comparable: in the first set/);
  assert.match(err, /torn\.jsonl/);
});
