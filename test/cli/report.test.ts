import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { CarryReport } from '../../src/model/carry.js';
import type { RunList, RunView } from '../../src/report/run-documents.js';
import { manyRuns, ONE_OF_EACH, sampleRecords } from '../report/sample-runs.js';
import {
  cli,
  compiledExample,
  emptyFolder,
  exampleProject,
  INCIDENT,
  jsonLines,
  schemaErrors,
} from './cli.js';

const RUNS = [...ONE_OF_EACH, ...manyRuns(20)];

interface Failure {
  readonly diagnostics: readonly { readonly code: string; readonly help?: string }[];
}

describe('report and runs', () => {
  let folder = '';
  const run = (args: readonly string[], input?: string): ReturnType<typeof cli> =>
    cli(args, { cwd: folder, ...(input === undefined ? {} : { input }) });

  before(async () => {
    folder = emptyFolder();
    writeFileSync(join(folder, 'runs.jsonl'), jsonLines(RUNS.flatMap((sample) => sampleRecords(sample))));
    const ledger = await openSqliteLedger(join(folder, 'ledger.db'));
    for (const sample of RUNS) await ledger.append(sampleRecords(sample));
    await ledger.close();
  });

  it('report tells the same of files and of the ledger, which knows more of the runs', async () => {
    const [files, ledger] = await Promise.all([
      run(['report', 'runs.jsonl', '--json']),
      run(['report', '--ledger', 'ledger.db', '--json']),
    ]);
    assert.deepEqual([files.code, files.err, ledger.code, ledger.err], [0, '', 0, '']);
    const [a, b] = [files, ledger].map(({ out }) => JSON.parse(out) as CarryReport);
    for (const report of [a, b]) assert.equal(schemaErrors('report', report), null);
    assert.deepEqual(a?.rates, b?.rates);
    assert.deepEqual(a?.counts, b?.counts);
    assert.equal(a?.counts.runs, RUNS.length);
    assert.equal(a?.runs[0]?.health, null);
    assert.deepEqual(b?.runs[0]?.health?.missing, []);
  });

  it('report as text is read from standard input too', async () => {
    const { code, out } = await run(['report', '-'], readFileSync(INCIDENT, 'utf8'));
    assert.equal(code, 0);
    assert.match(out, /^Carry report {2}1 run, 3 transfers$/m);
    assert.match(
      out,
      /^ {2}refund-41182 {2}"do not email the customer about this", lost or changed at hop 2$/m,
    );
  });

  it('--html writes the whole page into place, and nothing else', async () => {
    mkdirSync(join(folder, 'out'));
    const { code, out } = await run(['report', 'runs.jsonl', '--html', 'out/page.html']);
    assert.deepEqual(
      [code, out],
      [0, `out/page.html: ${RUNS.length} runs, ${/(\d+) transfers/.exec(out)?.[1]} transfers\n`],
    );
    assert.match(readFileSync(join(folder, 'out/page.html'), 'utf8'), /^<!doctype html>[\s\S]*<\/html>\n$/);
    assert.deepEqual(readdirSync(join(folder, 'out')), ['page.html']);
  });

  it('--html never overwrites what is read, and says where it cannot write', async () => {
    const before = readFileSync(join(folder, 'runs.jsonl'), 'utf8');
    const same = await run(['report', 'runs.jsonl', '--html', './runs.jsonl']);
    assert.equal(same.code, 3);
    assert.match(same.err, /input\.usage/);
    assert.equal(readFileSync(join(folder, 'runs.jsonl'), 'utf8'), before);
    for (const place of ['nowhere/page.html', '.']) {
      const { code, err } = await run(['report', 'runs.jsonl', '--html', place]);
      assert.equal(code, 3);
      assert.match(err, /input\.unwritable/);
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('--edge, --since and --until select, and what selects nothing evaluated nothing', async () => {
    const of = async (...args: string[]): Promise<CarryReport> =>
      JSON.parse((await run(['report', 'runs.jsonl', '--json', ...args])).out) as CarryReport;
    const edge = await of('--edge', 'refunds--notifications');
    assert.deepEqual(
      edge.edges.map((one) => one.edge),
      ['refunds--notifications'],
    );
    assert.ok(edge.counts.transfers > 0 && edge.counts.runs < RUNS.length);
    // The five runs of one sort began at once; manyRuns begin ten minutes after each other.
    const late = await of('--since', '2026-11-30T10:14:00Z', '--until', '2026-11-30T11:14:00Z');
    assert.equal(late.counts.runs, 6);
    assert.equal(late.since, '2026-11-30T10:14:00.000Z');
    const none = await run(['report', 'runs.jsonl', '--edge', 'nobody--nowhere', '--json']);
    assert.equal(none.code, 3);
    assert.equal(schemaErrors('failure', JSON.parse(none.out)), null);
    assert.equal((JSON.parse(none.out) as Failure).diagnostics[0]?.code, 'input.nothing_evaluated');
    for (const wrong of ['yesterday', '2026-02-30', '2026-11-30T10:14:00', '2026-13-01'])
      assert.equal((await run(['report', 'runs.jsonl', '--since', wrong])).code, 3, wrong);
  });

  it('a line that cannot be read is counted and shown, its run is in no rate, and the end is 3', async () => {
    const lines = jsonLines(RUNS.flatMap((sample) => sampleRecords(sample))).split('\n');
    const broken = lines.map((line) =>
      line.includes('"run":"refund-41183"') && line.includes('"hop":1') ? line.slice(0, -9) : line,
    );
    writeFileSync(join(folder, 'broken.jsonl'), broken.join('\n'));
    const { code, out, err } = await run(['report', 'broken.jsonl', '--json']);
    assert.equal(code, 3);
    const report = JSON.parse(out) as CarryReport;
    assert.equal(schemaErrors('report', report), null);
    assert.deepEqual(report.skipped.find(({ what }) => what === 'lines')?.count, 1);
    assert.ok(report.counts.incomplete_runs >= 1);
    assert.match(err, /broken\.jsonl:\d+/);
  });

  it('no file, no ledger, a folder, an empty file: each is told by its code', async () => {
    writeFileSync(join(folder, 'empty.jsonl'), '');
    for (const [args, expected] of [
      [['report', 'nowhere.jsonl'], 'input.missing'],
      [['report', '.'], 'input.directory'],
      [['report', 'empty.jsonl'], 'record.nothing'],
      [['report'], 'input.no_ledger'],
      [['report', '--ledger', 'nowhere.db'], 'input.no_ledger'],
      [['runs', 'list'], 'input.no_ledger'],
      [['runs', 'show', 'x', '--from', 'nowhere.jsonl'], 'input.missing'],
      [['runs', 'show', 'x', '--from', 'runs.jsonl'], 'input.unknown_run'],
      [['runs', 'show', 'x', '--ledger', 'ledger.db'], 'input.unknown_run'],
    ] as const) {
      const { code, out } = await run([...args, '--json']);
      assert.equal(code, 3, args.join(' '));
      assert.equal(schemaErrors('failure', JSON.parse(out)), null);
      assert.equal((JSON.parse(out) as Failure).diagnostics[0]?.code, expected, args.join(' '));
    }
    assert.equal((await run(['report', 'runs.jsonl', '--ledger', 'ledger.db'])).code, 3);
  });

  it('runs show tells one run, of files and of the ledger', async () => {
    const [files, ledger] = await Promise.all([
      run(['runs', 'show', 'refund-41183', '--from', 'runs.jsonl', '--json']),
      run(['runs', 'show', 'refund-41183', '--ledger', 'ledger.db', '--json']),
    ]);
    assert.deepEqual([files.code, ledger.code], [0, 0]);
    const [a, b] = [files, ledger].map(({ out }) => JSON.parse(out) as RunView);
    for (const view of [a, b]) assert.equal(schemaErrors('run-view', view), null);
    assert.deepEqual(a?.run.lives, b?.run.lives);
    assert.equal(a?.state, 'can be saved');
    assert.equal(a?.conservation[0]?.lost?.hop, 2);
    const { out } = await run(['runs', 'show', 'refund-41183', '--ledger', 'ledger.db']);
    assert.match(
      out,
      /It can still be saved[\s\S]*edge-contracts override refunds--notifications --compose force/,
    );
  });

  it('runs list tells the runs worst first, and what can still be saved', async () => {
    const list = async (...args: string[]): Promise<RunList> => {
      const { code, out } = await run(['runs', 'list', '--ledger', 'ledger.db', '--json', ...args]);
      assert.equal(code, 0);
      const document = JSON.parse(out) as RunList;
      assert.equal(schemaErrors('run-list', document), null);
      return document;
    };
    const all = await list();
    assert.deepEqual(all.counts, { seen: RUNS.length, found: RUNS.length, omitted: 0 });
    assert.deepEqual([all.runs[0]?.run, all.runs[0]?.state], ['refund-41182', 'violated']);
    const saved = await list('--lost', '--open');
    assert.ok(saved.runs.length > 0);
    assert.ok(saved.runs.every((one) => one.state === 'can be saved' && one.can_be_saved && !one.closed));
    assert.deepEqual(
      saved.runs.map(({ run: id }) => id).sort(),
      all.runs
        .filter((one) => one.can_be_saved)
        .map(({ run: id }) => id)
        .sort(),
    );
    const violated = await list('--violated');
    assert.deepEqual(
      violated.runs.map(({ run: id }) => id),
      ['refund-41182'],
    );
    const few = await list('--limit', '3');
    assert.deepEqual(few.runs, all.runs.slice(0, 3));
    assert.equal(few.counts.omitted, RUNS.length - 3);
    const ofEdge = await list('--edge', 'refunds--ledger');
    assert.deepEqual(
      ofEdge.runs.map(({ run: id }) => id),
      ['refund-41184'],
    );
    const none = await run(['runs', 'list', '--ledger', 'ledger.db', '--since', '2030-01-01']);
    assert.deepEqual([none.code, none.out], [0, '0 runs of 0\n']);
  });

  it('contracts name owners and thresholds where there are any, and --no-contracts leaves them aside', async () => {
    const project = exampleProject(await compiledExample());
    const of = async (...args: string[]): Promise<CarryReport> =>
      JSON.parse((await cli(['report', INCIDENT, '--json', ...args], { cwd: project })).out) as CarryReport;
    const edge = (report: CarryReport): CarryReport['edges'][number] | undefined =>
      report.edges.find((one) => one.edge === 'refunds--notifications');
    assert.deepEqual(edge(await of())?.contract, {
      owner: 'payments-platform',
      mode: 'enforce',
      threshold: 0.98,
    });
    assert.equal(edge(await of('--no-contracts'))?.contract, null);
  });
});
