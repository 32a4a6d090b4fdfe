import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { ReadinessReport } from '../../src/model/readiness.js';
import type { RunRecord } from '../../src/model/record.js';
import { cli, compiledExample, exampleProject, INCIDENT, incidentRecords, schemaErrors } from './cli.js';

let cwd = '';

/** The example with contracts that only observe, and the incident in its ledger. */
before(async () => {
  cwd = exampleProject(await compiledExample());
  for (const file of readdirSync(join(cwd, 'contracts'))) {
    const path = join(cwd, 'contracts', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('mode: enforce', 'mode: observe'));
  }
  assert.equal((await cli(['compile'], { cwd })).code, 0);
  const ledger = await openSqliteLedger(join(cwd, 'ledger.db'));
  await ledger.append(incidentRecords() as unknown as RunRecord[]);
  await ledger.close();
});

const LEDGER = ['--ledger', 'ledger.db'];
const FINDING = ['judge', 'refund-41182', '--hop', '2', '--code', 'constraint.dropped', '--constraint', 'c1'];
const WHO = ['--by', 'mara', '--reason', 'the email went out', ...LEDGER];

async function readiness(...more: string[]): Promise<ReadinessReport> {
  const { code, out, err } = await cli(['report', '--as', 'enforce', '--json', ...LEDGER, ...more], { cwd });
  assert.equal(code, 0, err);
  const document = JSON.parse(out) as ReadinessReport;
  assert.equal(schemaErrors('readiness', document), null);
  return document;
}

test('from observe to enforce: what would have been blocked, a label, and what is still missing', async () => {
  const edgeOf = ({ edges }: ReadinessReport) =>
    edges.find(({ edge }) => edge === 'refunds--notifications') ?? assert.fail();
  const first = edgeOf(await readiness());
  assert.deepEqual([first.state, first.mode], ['not_ready', 'observe']);
  assert.deepEqual(first.would_block, { transfers: 1, right: 0, wrong: 0, unlabelled: 1 });
  const [ref] = first.codes.find(({ code }) => code === 'constraint.dropped')?.refs ?? [];
  assert.deepEqual(
    [ref?.run, ref?.hop, ref?.attempt, ref?.constraint, ref?.label],
    ['refund-41182', 2, 1, 'c1', null],
  );
  const judged = await cli([...FINDING, '--right', ...WHO], { cwd });
  assert.deepEqual([judged.code, judged.err], [0, '']);
  assert.match(judged.out, /^right: constraint\.dropped of c1 at refund-41182 hop 2, attempt 1\n/);
  const second = edgeOf(await readiness());
  assert.deepEqual(second.would_block, { transfers: 1, right: 1, wrong: 0, unlabelled: 0 });
  assert.match(second.missing.join(), /^188 more handoffs: 0 stopped for nothing of 1/);
  assert.equal((await cli([...FINDING, '--wrong', ...WHO], { cwd })).code, 0);
  assert.equal(edgeOf(await readiness()).would_block.wrong, 1);
});

test('as text; only one edge; a span of time; another share', async () => {
  const text = await cli(['report', '--as', 'enforce', ...LEDGER, '--edge', 'refunds--notifications'], {
    cwd,
  });
  assert.match(text.out, /What enforcing would have blocked {2}0 of 1 edge ready/);
  assert.match(text.out, /refunds--notifications {2}not ready {2}payments-platform, observe/);
  assert.match(text.out, /refund-41182 +hop 2 /);
  const loose = await readiness('--most-wrong', '0.9');
  assert.equal(loose.criterion.most_wrong, 0.9);
  const later = await cli(['report', '--as', 'enforce', ...LEDGER, '--since', '2027-01-01'], { cwd });
  assert.equal(later.code, 3);
  assert.match(later.err, /input\.nothing_evaluated/);
});

test('from files there are no labels, and without contracts nothing can be said of them', async () => {
  const files = await cli(['report', INCIDENT, '--as', 'enforce', '--json'], { cwd });
  assert.equal(files.code, 0);
  const { edges } = JSON.parse(files.out) as ReadinessReport;
  assert.ok(edges.some(({ would_block: { unlabelled } }) => unlabelled > 0));
  const none = await cli(['report', INCIDENT, '--as', 'enforce', '--no-contracts'], { cwd });
  assert.equal(none.code, 3);
});

const WRONG: Readonly<Record<string, readonly [string[], RegExp]>> = {
  'another run': [['judge', 'refund-4118', ...FINDING.slice(2)], /input\.unknown_run/],
  'another hop': [[...FINDING, '--hop', '9'], /input\.unknown_finding: the run has no attempt 1 at hop 9/],
  'another attempt': [[...FINDING, '--attempt', '2'], /input\.unknown_finding/],
  'a code that is none': [[...FINDING, '--code', 'constraint.droped'], /did you mean `constraint\.dropped`/],
  'another constraint': [[...FINDING, '--constraint', 'c9'], /the run knows no constraint `c9`/],
  'no reason': [[...FINDING, '--reason', ' '], /input\.usage/],
};

for (const [name, [args, why]] of Object.entries(WRONG)) {
  test(`a label of ${name} is refused`, async () => {
    const more = args.includes('--reason') ? ['--by', 'mara', ...LEDGER] : WHO;
    const { code, err } = await cli([...args, '--right', ...more], { cwd });
    assert.equal(code, 3);
    assert.match(err, why);
  });
}

test('a label is right or wrong, not both and not neither', async () => {
  assert.equal((await cli([...FINDING, ...WHO], { cwd })).code, 3);
  assert.equal((await cli([...FINDING, '--right', '--wrong', ...WHO], { cwd })).code, 3);
});

test('what only the default contract covers goes by the name that the ledger uses', async () => {
  const renamed = incidentRecords().map((record) => ({
    ...record,
    to: record['kind'] === 'transfer' ? 'orders' : record['to'],
  }));
  writeFileSync(join(cwd, 'orders.jsonl'), renamed.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const args = ['report', 'orders.jsonl', '--as', 'enforce', '--json', '--edge', 'triage--orders'];
  const { code, out, err } = await cli(args, { cwd });
  assert.equal(code, 0, err);
  const { edges } = JSON.parse(out) as ReadinessReport;
  assert.deepEqual(
    edges.map(({ edge }) => edge),
    ['triage--orders'],
  );
});
