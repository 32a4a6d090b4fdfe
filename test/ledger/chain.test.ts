import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { openSqliteStore } from '../../src/ledger/sqlite/sqlite-store.js';
import type { StoredEntry } from '../../src/ledger/store.js';
import type { LedgerRecord } from '../../src/model/ledger.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { records } from '../model/samples.js';
import { appendable } from './samples.js';
import { all } from './support.js';

/** As `docs/ledger.md` says it, with nothing of ours: members in the order of their names, `JSON.stringify`, SHA-256. */
const sha = (value: unknown): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;

function expectedChains(entries: readonly StoredEntry[]): unknown[] {
  const runs = new Map<string, string>();
  const empty = `sha256:${'0'.repeat(64)}`;
  let chain = empty;
  return entries.map(({ at, body, edge, key, kind, place, recorded_at, run, run_seq, seq }) => {
    const leaf = sha({ at, body, edge, key, kind, place, recorded_at, run, run_seq, seq });
    const run_chain = run === null ? null : sha([runs.get(run) ?? empty, leaf]);
    if (run !== null && run_chain !== null) runs.set(run, run_chain);
    chain = sha([chain, run, run_chain ?? leaf]);
    return { leaf, run_chain, chain };
  });
}

const anyRecord = fc
  .tuple(fc.constantFrom(...Object.values(appendable)), fc.constantFrom('r1', 'r2', 'r"3\n'), fc.nat(5))
  .map(([record, run, n]): LedgerRecord => {
    const named = 'run' in record ? { ...record, run } : record;
    return (
      'id' in named ? { ...named, id: `i${n}` } : 'hop' in named ? { ...named, hop: n + 1 } : named
    ) as LedgerRecord;
  });

it('the chains are what they are said to be, whatever is appended in whatever batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyRecord, { maxLength: 6 }), { maxLength: 6 }), async (batches) => {
      const store = await openSqliteStore(':memory:');
      const ledger = await openLedger({ store });
      const outcomes = [];
      for (const batch of batches) outcomes.push(...(await ledger.append(batch)));
      const entries = await all(store.entries({}));
      assert.deepEqual(
        entries.map(({ leaf, run_chain, chain }) => ({ leaf, run_chain, chain })),
        expectedChains(entries),
      );
      assert.deepEqual(
        entries.map(({ seq }) => seq),
        entries.map((_, index) => index + 1),
      );
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'appended').length, entries.length);
      assert.deepEqual((await ledger.verify()).findings, []);
      await ledger.close();
    }),
    { numRuns: 40 },
  );
});

it('the same records twice leave what was there as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRecord, { maxLength: 12 }), async (batch) => {
      const ledger = await openSqliteLedger(':memory:');
      const first = await ledger.append(batch);
      const head = await ledger.head();
      const again = await ledger.append(batch);
      assert.deepEqual(await ledger.head(), head);
      assert.deepEqual(
        again.map(({ outcome, seq }) => [outcome, seq]),
        first.map(({ outcome, seq }) => [outcome === 'refused' ? 'refused' : 'already_there', seq]),
      );
      await ledger.close();
    }),
    { numRuns: 40 },
  );
});

it('a time is kept in UTC with milliseconds, and the record keeps what came', async () => {
  const store = await openSqliteStore(':memory:');
  const ledger = await openLedger({ store });
  const times: readonly (readonly [string, string])[] = [
    ['2026-11-30T09:14:00Z', '2026-11-30T09:14:00.000Z'],
    ['2026-11-30T09:14:00.123999999+02:00', '2026-11-30T07:14:00.123Z'],
    ['0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z'],
  ];
  await ledger.append(times.map(([at], index) => ({ ...records.message, id: `m${index}`, at })));
  assert.deepEqual(
    (await all(store.entries({}))).map(({ at }) => at),
    times.map(([, at]) => at),
  );
  assert.deepEqual(
    (await all(ledger.entries())).map(({ record }) => record?.at),
    times.map(([at]) => at),
  );
  await ledger.close();
});
