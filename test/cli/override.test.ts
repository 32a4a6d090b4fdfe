import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { AuditDocument } from '../../src/model/audit.js';
import { LEDGER_NOTE_SCHEMA, type OverrideNote } from '../../src/model/ledger.js';
import { packageRoot } from '../../src/model/package-root.js';
import { alert } from '../ledger/samples.js';
import { cli, emptyFolder, type Ran, schemaErrors } from './cli.js';

const EDGE = 'refunds--notifications';
const WHO = ['--by', 'payments', '--reason', 'drops'];
const HOUR = 3_600_000;

let cwd: string;

before(() => {
  cwd = emptyFolder();
  cpSync(join(packageRoot(), 'contracts'), join(cwd, 'contracts'), { recursive: true });
});

const override = (...args: string[]): Promise<Ran> => cli(['override', ...args], { cwd });

async function listed(...args: string[]): Promise<OverrideNote[]> {
  const { out, code } = await override('list', ...args, '--json');
  assert.equal(code, 0);
  const document = JSON.parse(out) as { overrides: OverrideNote[] };
  assert.equal(schemaErrors('override-list', document), null);
  return document.overrides;
}

describe('override', () => {
  it('sets, lists and ends', async () => {
    const before = Date.now();
    const set = await override(EDGE, '--compose', 'force', '--until', '+4h', ...WHO, '--json');
    assert.equal(set.code, 0, set.err);
    const document = JSON.parse(set.out) as { override: OverrideNote };
    assert.equal(schemaErrors('override-set', document), null);
    const { id, until, at, edge, by, reason } = document.override;
    assert.deepEqual([edge, by, reason], [EDGE, 'payments', 'drops']);
    assert.equal(Date.parse(until ?? '') - Date.parse(at), 4 * HOUR);
    assert.ok(Date.parse(at) >= before && Date.parse(at) <= Date.now());
    const text = await override(EDGE, '--mode', 'observe', '--until', '+24h', ...WHO);
    assert.match(text.out, /mode observe: what blocks is let through/);
    assert.match(
      text.out,
      /until \d{4}-.*by itself; before: edge-contracts override .* --end o_[0-9a-f]{10}/,
    );
    assert.deepEqual(
      (await listed(EDGE)).map(({ set: { what } }) => what),
      ['compose', 'mode'],
    );
    assert.deepEqual(await listed('other'), []);
    const ended = await override(EDGE, '--end', id, ...WHO);
    assert.equal(ended.code, 0, ended.err);
    const left = await listed();
    assert.deepEqual(
      left.map(({ set: { what } }) => what),
      ['mode'],
    );
    const { out: told } = await cli(['audit', 'overrides', '--json'], { cwd });
    const about = (JSON.parse(told) as AuditDocument).lines.filter(({ overrides }) => overrides.includes(id));
    assert.deepEqual(
      about.map(({ what, outcome }) => [what, outcome]),
      [
        ['compose force', 'ended'],
        [`end ${id}`, 'ended'],
      ],
    );
    const again = await override(EDGE, '--end', id, ...WHO);
    assert.equal(again.code, 3);
    assert.match(again.err, /input\.unknown_override/);
  });

  it('shows what a later one hides, ends it, and says what an end brings back', async () => {
    const edge = 'triage--refunds';
    const ids: string[] = [];
    for (const mode of ['observe', 'warn', 'enforce']) {
      const { out } = await override(edge, '--mode', mode, '--until', '+1h', ...WHO, '--json');
      ids.push((JSON.parse(out) as { override: OverrideNote }).override.id);
    }
    const [first = '', second = '', third = ''] = ids;
    const { out } = await override('list', edge);
    assert.match(out, new RegExp(`${first}.*hidden by a later one`));
    assert.match(out, /1 override in force at .*, 2 hidden/);
    assert.deepEqual(
      (await listed(edge)).map(({ id }) => id),
      [third],
    );
    for (const [id, left] of [
      [second, third],
      [third, first],
      [first, null],
    ] as const) {
      const { code, out, err } = await override(edge, '--end', id, ...WHO);
      assert.equal(code, 0, err);
      assert.match(
        out,
        left === null ? /nothing else is in force/ : new RegExp(`in force now: ${left}, mode`),
      );
    }
  });

  it('shows hostile texts as signs', async () => {
    await override(EDGE, '--silence', '--until', '+1h', '--by', 'a\nb', '--reason', '\u001b[31mred\r\nrow');
    const { out } = await override('list');
    assert.ok(!out.includes('\u001b') && !out.includes('\r'));
    assert.equal(out.split('\n').filter((line) => line.startsWith('    by')).length, 2);
  });

  it('acknowledges an alert that the ledger has', async () => {
    const path = join(cwd, 'alerts.db');
    const ledger = await openSqliteLedger(path);
    await ledger.append([
      {
        ...{ schema: LEDGER_NOTE_SCHEMA, kind: 'alert', id: 'a1', at: '2026-11-30T09:14:00.000Z' },
        alert,
      },
    ]);
    await ledger.close();
    const done = await override(EDGE, '--acknowledge', alert.id, ...WHO, '--ledger', path);
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /is not sent again while it fires/);
    const wrong = await override(EDGE, '--acknowledge', 'other', ...WHO, '--ledger', path);
    assert.equal(wrong.code, 3);
    assert.match(wrong.err, /input\.unknown_alert/);
  });

  it('refuses what is incomplete: nothing is set', async () => {
    const { code, err, out } = await override(EDGE, '--silence', ...WHO);
    assert.equal(code, 3);
    assert.match(err, /`--until` is missing/);
    assert.equal(out, '');
  });

  it('refuses an edge that has no contract, with the nearest', async () => {
    const { code, err } = await override('refunds--notification', '--silence', '--until', '+1h', ...WHO);
    assert.equal(code, 3);
    assert.match(err, /did you mean `refunds--notifications`/);
    const json = await override('nope', '--silence', '--until', '+1h', ...WHO, '--json');
    const document = JSON.parse(json.out) as { override: unknown };
    assert.equal(schemaErrors('override-set', document), null);
    assert.equal(document.override, null);
  });

  for (const [what, edge, args, told] of [
    ['that the default contract covers', 'orders--delivery', ['--mode', 'observe'], null],
    ['to the same receiver as another', 'orders--notifications', ['--silence'], null],
    ['that no contract covers, and no ledger knows', 'orders', ['--silence'], /has no such edge/],
  ] as const)
    it(`${told === null ? 'takes' : 'refuses'} an edge ${what}`, async () => {
      const { code, err } = await override(edge, ...args, '--until', '+1h', ...WHO);
      assert.equal(code, told === null ? 0 : 3, err);
      assert.doesNotMatch(err, /did you mean/);
      if (told !== null) assert.match(err, told);
    });

  it('without a default contract, silences an edge that the ledger knows, and sets no mode on it', async () => {
    const bare = emptyFolder();
    cpSync(join(packageRoot(), 'contracts'), join(bare, 'contracts'), { recursive: true });
    rmSync(join(bare, 'contracts', '_default.yaml'));
    const ledger = await openSqliteLedger(join(bare, 'l.db'));
    const note = {
      schema: LEDGER_NOTE_SCHEMA,
      kind: 'alert',
      id: 'a1',
      at: '2026-11-30T09:14:00.000Z',
    } as const;
    await ledger.append([{ ...note, alert: { ...alert, edge: 'orders--delivery' } }]);
    await ledger.close();
    for (const [args, code] of [
      [['--acknowledge', alert.id], 0],
      [['--silence', '--until', '+1h'], 0],
      [['--mode', 'observe', '--until', '+1h'], 3],
    ] as const) {
      const ran = await cli(['override', 'orders--delivery', ...args, ...WHO, '--ledger', 'l.db'], {
        cwd: bare,
      });
      assert.equal(ran.code, code, ran.err);
    }
  });

  it('a gate that follows the ledger is told', async () => {
    const { followOverrides } = await import('../../src/ledger/follow-overrides.js');
    const ledger = await openSqliteLedger(join(cwd, '.edge-contracts', 'ledger.db'));
    const followed = await followOverrides(ledger, { wait: () => new Promise(() => undefined) });
    await override(EDGE, '--mode', 'enforce', '--until', '+7d', ...WHO);
    await followed.refresh();
    const active = followed.activeFor(EDGE, new Date());
    assert.deepEqual(
      active.flatMap(({ set }) => (set.what === 'mode' ? [set.value] : [])),
      ['enforce'],
    );
    await ledger.close();
  });

  it('a ledger that cannot be written: nothing is said to be set', async () => {
    const file = join(cwd, 'no-ledger.db');
    writeFileSync(file, 'this is no database, and long enough to be looked at as one'.repeat(20));
    const { code, out, err } = await override(EDGE, '--silence', '--until', '+1h', ...WHO, '--ledger', file);
    assert.notEqual(code, 0);
    assert.equal(out, '');
    assert.match(err, /ledger\.not_a_database/);
  });
});
