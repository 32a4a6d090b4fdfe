import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { runInputOf } from '../../src/carry/run-input.js';
import { scoreRun } from '../../src/carry/score-run.js';
import { resumeDurableRun } from '../../src/ledger/durable-run.js';
import { plain } from '../../src/report/paint.js';
import { runViewOf } from '../../src/report/run-documents.js';
import { runTimelineText } from '../../src/report/run-timeline-text.js';
import { digestBytes } from '../../src/canonical/digest.js';
import type { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { LedgerRecord } from '../../src/model/ledger.js';
import type { TransferRecord } from '../../src/model/record.js';
import { records } from '../model/samples.js';
import { appendable, notes } from './samples.js';
import { withFolder } from './support.js';

const MEMORY = ':memory:';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function withLedger(use: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = await openSqliteLedger(MEMORY, { clock: () => new Date('2026-11-30T10:00:00Z') });
  try {
    await use(ledger);
  } finally {
    await ledger.close();
  }
}

const transfer: TransferRecord = records.transfer;

describe('a ledger', () => {
  it('gives back every kind of record as it came', () =>
    withLedger(async (ledger) => {
      const given: readonly LedgerRecord[] = Object.values(appendable);
      const outcomes = await ledger.append(given);
      assert.deepEqual(
        outcomes,
        given.map((_, index) => ({ outcome: 'appended', seq: index + 1 })),
      );
      const entries = await all(ledger.entries());
      assert.deepEqual(
        entries.map(({ record }) => record),
        given,
      );
      assert.deepEqual(
        entries.map(({ seq }) => seq),
        given.map((_, index) => index + 1),
      );
    }));

  it('counts the very same once, across batches and within one', () =>
    withLedger(async (ledger) => {
      await ledger.append([transfer]);
      const again = await ledger.append([transfer, records.message, records.message]);
      assert.deepEqual(again, [
        { outcome: 'already_there', seq: 1 },
        { outcome: 'appended', seq: 2 },
        { outcome: 'already_there', seq: 2 },
      ]);
      assert.equal((await all(ledger.entries())).length, 2);
    }));

  it('knows the same record whatever order its members have', () =>
    withLedger(async (ledger) => {
      await ledger.append([transfer]);
      const turned = Object.fromEntries(Object.entries(transfer).reverse()) as unknown as TransferRecord;
      assert.deepEqual(await ledger.append([turned]), [{ outcome: 'already_there', seq: 1 }]);
    }));

  it('refuses another record under the same key, and lists it', () =>
    withLedger(async (ledger) => {
      const other: TransferRecord = { ...transfer, delivered: false };
      const outcomes = await ledger.append([transfer, other]);
      assert.deepEqual(outcomes[1], { outcome: 'refused', seq: 1, code: 'ledger.conflict' });
      const [refusal] = await all(ledger.refusals({ run: 'r1' }));
      assert.deepEqual(refusal?.record, other);
      assert.equal(refusal?.key, 'transfer/2/1');
      const run = await ledger.run('r1');
      assert.equal(run?.health.refused, 1);
      assert.deepEqual(run?.records, [transfer]);
    }));

  it('writes nothing of a batch in which one record is bad, and says which', () =>
    withLedger(async (ledger) => {
      const bad = { ...transfer, hop: 'two' } as unknown as TransferRecord;
      await assert.rejects(ledger.append([records.message, bad]), (error: DiagnosticError) => {
        assert.equal(error.code, 'ledger.record');
        assert.equal(error.diagnostics[0]?.pointer, '/1/hop');
        return true;
      });
      const badNote = { ...notes.judgement, label: 'maybe' } as unknown as LedgerRecord;
      await assert.rejects(ledger.append([badNote]), (error: DiagnosticError) => {
        assert.equal(error.diagnostics[0]?.pointer, '/0/label');
        return true;
      });
      assert.equal((await ledger.head()).seq, 0);
    }));

  it('takes nobody’s word for what it is and what it took out', () =>
    withLedger(async (ledger) => {
      for (const note of [notes.checkpoint, notes.erasure])
        await assert.rejects(ledger.append([note]), { code: 'ledger.record' });
    }));

  it('refuses a name with a NUL character, which would be cut', () =>
    withLedger(async (ledger) => {
      await assert.rejects(ledger.append([{ ...records.closed, run: 'r1\0r2' }]), { code: 'ledger.name' });
    }));

  it('gives null for a run that it does not have', () =>
    withLedger(async (ledger) => {
      assert.equal(await ledger.run('nobody'), null);
    }));

  it('lists runs in the order of their first entries', () =>
    withLedger(async (ledger) => {
      await ledger.append([
        { ...records.message, run: 'b' },
        { ...records.message, run: 'a' },
        { ...records.closed, run: 'b' },
      ]);
      const runs = await all(ledger.runs());
      assert.deepEqual(
        runs.map(({ run, entries, first_seq, last_seq, closed }) => [
          run,
          entries,
          first_seq,
          last_seq,
          closed,
        ]),
        [
          ['b', 2, 1, 3, true],
          ['a', 1, 2, 2, false],
        ],
      );
      assert.deepEqual(
        (await all(ledger.runs({ closed: true }))).map(({ run }) => run),
        ['b'],
      );
    }));
});

describe('the order of a run', () => {
  const numbered = (...places: number[]): LedgerRecord[] =>
    places.map((place) => ({ ...records.tool_call, id: `t${place}`, seq: place }));

  it('is put right by the recorder’s count; what is late and what is missing is told', () =>
    withLedger(async (ledger) => {
      await ledger.append(numbered(1, 5, 2));
      await ledger.append(numbered(3));
      const run = await ledger.run('r1');
      assert.deepEqual(
        run?.records.map(({ seq }) => seq),
        [1, 2, 3, 5],
      );
      assert.deepEqual(run?.health, { missing: [4], late: 2, refused: 0, erased: 0, pruned: 0 });
    }));

  it('is not known where two records have one number: both are kept, and the run is not whole', () =>
    withLedger(async (ledger) => {
      const twice = [...numbered(1, 2), { ...records.message, seq: 2 }];
      const outcomes = await ledger.append([...twice, twice[2] as LedgerRecord]);
      assert.deepEqual(
        outcomes.map(({ outcome }) => outcome),
        ['appended', 'appended', 'appended', 'already_there'],
      );
      const run = await ledger.run('r1');
      assert.ok(run !== null);
      assert.deepEqual([run.records.length, run.health.missing, run.health.twice], [3, [], [2]]);
      const score = scoreRun(runInputOf(run));
      assert.equal(score.history, 'partial');
      assert.match(
        runTimelineText(runViewOf(score), { paint: plain }),
        /history is partial[\s\S]*numbers that two records have: 2/,
      );
      await assert.rejects(resumeDurableRun({ ledger, run: 'r1' } as never), {
        code: 'ledger.run_incomplete',
      });
    }));

  it('is that of arrival where one record has no count', () =>
    withLedger(async (ledger) => {
      await ledger.append([...numbered(2, 1), records.message]);
      const run = await ledger.run('r1');
      assert.deepEqual(
        run?.records.map(({ seq }) => seq),
        [2, 1, undefined],
      );
    }));

  it('has no place for verdicts, which are listed beside the records', () =>
    withLedger(async (ledger) => {
      await ledger.append([...numbered(2, 1), notes.verdict, notes.judgement]);
      const run = await ledger.run('r1');
      assert.deepEqual(
        run?.records.map(({ seq }) => seq),
        [1, 2],
      );
      assert.deepEqual(run?.verdicts, [notes.verdict]);
      assert.deepEqual(run?.judgements, [notes.judgement]);
    }));
});

describe('redaction', () => {
  it('comes before everything that is kept, and a copy is known all the same', async () => {
    const redact = (record: LedgerRecord): LedgerRecord =>
      record.kind === 'message' ? { ...record, text: 'token:1' } : record;
    const ledger = await openSqliteLedger(MEMORY, { redact });
    await ledger.append([records.message]);
    assert.deepEqual(await ledger.append([records.message]), [{ outcome: 'already_there', seq: 1 }]);
    const [entry] = await all(ledger.entries());
    assert.equal(entry?.record?.kind === 'message' && entry.record.text, 'token:1');
    await ledger.close();
  });

  it('may not change what names a record', async () => {
    const redact = (record: LedgerRecord): LedgerRecord => ({ ...record, run: 'token:1' }) as LedgerRecord;
    const ledger = await openSqliteLedger(MEMORY, { redact });
    await assert.rejects(ledger.append([records.message]), { code: 'ledger.redaction' });
    await ledger.close();
  });
});

describe('blobs and the outbox', () => {
  it('keep what came with a batch, once', () =>
    withLedger(async (ledger) => {
      const item = {
        id: 'w1',
        to: 'pager',
        body: '{}',
        created_at: '2026-11-30T10:00:00.000Z',
        next_at: '2026-11-30T10:00:00.000Z',
      };
      const bytes = new TextEncoder().encode('contract');
      await ledger.append([notes.alert], { blobs: [bytes], send: [item] });
      assert.deepEqual(await ledger.outbox(10), [{ ...item, attempts: 0 }]);
      await ledger.settleOutbox({ sent: [], tried: [{ id: 'w1', next_at: '2026-11-30T10:05:00.000Z' }] });
      assert.deepEqual(await ledger.outbox(10), [
        { ...item, attempts: 1, next_at: '2026-11-30T10:05:00.000Z' },
      ]);
      await ledger.settleOutbox({ sent: ['w1'], tried: [] });
      await ledger.append([notes.alert], { send: [item] });
      assert.deepEqual(await ledger.outbox(10), []);
      assert.deepEqual(await ledger.blob(digestBytes(bytes)), bytes);
      assert.equal(await ledger.blob(digestBytes('another')), null);
    }));

  it('blobs that were changed are not given, and are found', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const ledger = await openSqliteLedger(path);
      const bytes = new TextEncoder().encode('contract');
      const note = { ...notes.verdict, contract_source: digestBytes(bytes) };
      await ledger.append([records.message, note], { blobs: [bytes] });
      assert.deepEqual((await ledger.verify()).findings, []);
      const raw = new Database(path);
      raw.exec(`UPDATE blobs SET bytes = x'00'`);
      raw.close();
      await assert.rejects(ledger.blob(digestBytes(bytes)), { code: 'ledger.changed' });
      for (const options of [{}, { run: note.run }])
        assert.deepEqual(
          (await ledger.verify(options)).findings.map(({ code, seq }) => [code, seq]),
          // The source itself, which no entry need name, and the entry that names it.
          [
            ['ledger.changed', null],
            ['ledger.changed', 2],
          ],
        );
      await ledger.close();
    });
  });
});
