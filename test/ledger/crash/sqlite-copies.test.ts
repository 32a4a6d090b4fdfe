import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import Database from 'libsql';
import { openSqliteStore } from '../../../src/ledger/sqlite/sqlite-store.js';
import { verifyLedger } from '../../../src/ledger/verify-ledger.js';
import { Campaign, KILLS } from './campaign.js';
import type { WriterProcess } from './writer-process.js';

const folder = mkdtempSync(join(tmpdir(), 'ec-copies-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const running: WriterProcess[] = [];
afterEach(async () => {
  for (const writer of running.splice(0)) await writer.kill();
});

let places = 0;
/** A ledger that one writer writes to. */
function writing(): { readonly path: string; readonly writer: WriterProcess; readonly campaign: Campaign } {
  places += 1;
  const path = join(folder, `${places}.db`);
  const campaign = new Campaign('copies', { engine: 'sqlite', path });
  const [writer] = campaign.writers;
  assert.ok(writer !== undefined);
  running.push(writer);
  writer.start();
  return { path, writer, campaign };
}

/** Opens a copy; gives how many entries it has, after its chain was verified. */
async function entriesOf(path: string): Promise<number> {
  const store = await openSqliteStore(path);
  try {
    const { findings, entries } = await verifyLedger(store);
    assert.deepEqual(findings, []);
    assert.equal((await store.head()).seq, entries);
    return entries;
  } finally {
    await store.close();
  }
}

describe('a copy of a SQLite ledger that is written to', () => {
  for (const [what, files] of [
    ['the database and its log', ['', '-wal']],
    ['the database, its log, and the index of that', ['', '-wal', '-shm']],
  ] as const) {
    it(`of ${what}, while the writer is stopped, has all that was acknowledged`, async () => {
      const { path, writer, campaign } = writing();
      for (let time = 0; time < KILLS; time += 1) {
        await writer.further(2);
        await campaign.moment(20);
        process.kill(writer.pid, 'SIGSTOP');
        const copy = `${path}.copy-${time}`;
        // What it said until it was stopped may still be on its way here: then more is there than is asked for.
        const { acknowledged } = writer;
        for (const file of files) if (existsSync(path + file)) copyFileSync(path + file, copy + file);
        process.kill(writer.pid, 'SIGCONT');
        assert.ok((await entriesOf(copy)) >= acknowledged);
      }
    });
  }

  it('by `VACUUM INTO`, while the writer goes on, has all that was acknowledged before', async () => {
    const { path, writer, campaign } = writing();
    for (let time = 0; time < KILLS; time += 1) {
      await writer.further(2);
      await campaign.moment(20);
      const copy = `${path}.copy-${time}`;
      const { acknowledged } = writer;
      const database = new Database(path, { timeout: 5000 });
      database.prepare('VACUUM INTO ?').run([copy]);
      database.close();
      assert.ok((await entriesOf(copy)) >= acknowledged);
    }
  });

  it('whose log was cut anywhere, as by a loss of power, is whole up to there', async () => {
    const { path, writer, campaign } = writing();
    await writer.further(12);
    await writer.kill();
    const size = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`).length : 0;
    assert.ok(size > 0, 'the writer was killed with a log');
    const found: number[] = [];
    for (let time = 0; time < 3 * KILLS; time += 1) {
      const copy = `${path}.cut-${time}`;
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      truncateSync(`${copy}-wal`, Math.floor(campaign.random() * size));
      // Before the tables are in the log there is no ledger yet, and one is made.
      found.push(await entriesOf(copy));
    }
    assert.ok(Math.max(...found) <= writer.acknowledged + 20, String(found));
    assert.ok(new Set(found).size > 1, String(found));
  });
});
