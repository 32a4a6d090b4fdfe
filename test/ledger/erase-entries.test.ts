import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'libsql';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { Alert } from '../../src/model/alert.js';
import type { AlertNote, LedgerRecord, VerdictNote } from '../../src/model/ledger.js';
import { validateRecord } from '../../src/model/validate-record.js';
import { records } from '../model/samples.js';
import { notes } from './samples.js';
import { all, newKeys, withFolder } from './support.js';

const SECRET = 'XYZZY-5512';
/** Long enough for pages of its own. */
const LONG = `${SECRET} `.repeat(2000);
const WHO = { by: 'privacy', reason: 'request 71' } as const;

/** The samples, with the secret wherever somebody may have written it. */
function personal(run: string): LedgerRecord[] {
  const { message, statement, tool_call, effect, config, transfer, closed } = records;
  const constraint = {
    ...statement.constraint,
    text: SECRET,
    forbids: [{ kind: 'message.*', target: SECRET }],
    requires: [{ kind: 'message.app', target: SECRET }],
  };
  const fact = { key: 'order_id', value: { [SECRET]: SECRET }, source: 'tool_result', evidence: 't1' };
  const payload = {
    ...transfer.payload,
    objective: LONG,
    remaining: [SECRET],
    constraints: [{ ...constraint, more: SECRET }],
    discharged: [
      {
        constraint: 'c2',
        how: 'withdrawn',
        evidence: `${SECRET} said so`,
        reason: SECRET,
        by: { agent: `the ${SECRET} agent`, hop: 1 },
      },
    ],
    established: [fact],
    stop_conditions: [SECRET],
    side_effects: [{ kind: 'payment.refund', target: SECRET, evidence: 't3', details: { [SECRET]: 1 } }],
    [SECRET]: { deep: [SECRET] },
  };
  const sender = {
    ...transfer.sender,
    facts: [{ ...fact, evidence: `as ${SECRET} said` }],
    constraints: [constraint],
    stop_conditions: [SECRET],
    tool_calls: [{ id: `${SECRET} asked`, tool: `what ${SECRET} wanted`, succeeded: true }],
  };
  return [
    { ...message, run, text: LONG, constraints: [constraint] },
    { ...statement, run, constraint },
    { ...tool_call, run, result: { [SECRET]: [LONG] } },
    { ...effect, run, effect: { kind: 'payment.refund', target: SECRET, details: { to: SECRET } } },
    { ...config, run, reading: { ...config.reading, document: { [SECRET]: SECRET } } },
    { ...transfer, run, sender, payload },
    { ...transfer, run, attempt: 2, payload: SECRET },
    { ...transfer, run, attempt: 3, payload: [{ [SECRET]: 1 }] },
    { ...notes.verdict, run, ...verdictOf(run) },
    { ...notes.judgement, run, reason: SECRET },
    { ...closed, run },
  ];
}

function verdictOf(run: string): Pick<VerdictNote, 'verdict' | 'facts'> {
  const { verdict, facts } = notes.verdict;
  const reasons = verdict.reasons.map((reason) => ({
    ...reason,
    message: SECRET,
    at: { ...reason.at, data: `/payload/${SECRET}` },
    values: { [SECRET]: SECRET },
    fix: { say: SECRET, patch: [{ op: 'add' as const, path: `/${SECRET}`, value: SECRET }] },
  }));
  return {
    verdict: { ...verdict, transfer: { ...verdict.transfer, run }, reasons },
    facts: { ...facts, transfer: { ...facts.transfer, run: SECRET } },
  };
}

const quote = (): Alert['faults'][0]['constraints'][0] => ({
  text: SECRET,
  modality: 'prohibition',
  count: 1,
});

function violation(run: string, text: string): Alert['violations'][0] {
  const named = { run, constraint: 'c1', modality: 'prohibition', cause: 'transmission' } as const;
  return { ...named, text, by: 'notifications', at: notes.alert.at, hop: 2 };
}

function alertNote(id: string, more: Partial<Alert>): AlertNote {
  return { ...notes.alert, id, alert: { ...notes.alert.alert, ...NAMES_NO_RUN, ...more } };
}
const NAMES_NO_RUN = {
  rescue: { open_runs: 0, runs: [], ends_by: 'guard or re-send' },
  first: null,
  window: { ...notes.alert.alert.window, from: null, to: null },
} as const;

/** How often the secret stands in any file of the folder, whole or in UTF-16. */
function timesOnDisk(folder: string): number {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return files.reduce((sum, bytes) => sum + occurrences(bytes, Buffer.from('XYZZY')), 0);
}

function occurrences(bytes: Buffer, wanted: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) count += 1;
  return count;
}

async function withLedger(
  use: (ledger: Ledger, folder: string, clock: { now: string }) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const clock = { now: '2026-11-30T10:00:00.000Z' };
    const ledger = await openSqliteLedger(join(folder, 'ledger.db'), { clock: () => new Date(clock.now) });
    try {
      await use(ledger, folder, clock);
    } finally {
      await ledger.close();
    }
  });
}

describe('erasing the content of a run', () => {
  it('leaves none of it in any file, and the chain valid', () =>
    withLedger(async (ledger, folder) => {
      await ledger.append([...personal('r1'), { ...records.message, run: 'r2', text: 'kept as it is' }]);
      // A second copy, and another that is refused.
      await ledger.append([...personal('r1'), { ...records.message, run: 'r1', text: SECRET }]);
      assert.ok(timesOnDisk(folder) > 1000);
      const keys = newKeys();
      const checkpoint = await ledger.checkpoint(keys.signing);

      const note = await ledger.erase({ what: 'content', run: 'r1', ...WHO });

      assert.equal(timesOnDisk(folder), 0);
      assert.equal(note.count, 10);
      const found = await ledger.verify({ checkpoint, keys: [keys.verification] });
      assert.deepEqual(found.findings, []);
      assert.equal(found.erased, 10);
      assert.equal(found.proven_until, 12);
      const other = await ledger.run('r2');
      assert.equal(other?.records[0]?.kind === 'message' && other.records[0].text, 'kept as it is');
      assert.equal(other?.health.erased, 0);
    }));

  it('leaves records that can be read by their shape', () =>
    withLedger(async (ledger) => {
      const given = personal('r1');
      await ledger.append(given);
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      const run = await ledger.run('r1');
      assert.equal(run?.health.erased, 10);
      assert.equal(run?.records.length, 9);
      for (const record of run?.records ?? [])
        assert.ok('record' in validateRecord(record), JSON.stringify(record));
      const [message] = run?.records ?? [];
      assert.equal(message?.kind === 'message' && message.text, '[erased]');
      const [verdict] = run?.verdicts ?? [];
      assert.equal(verdict?.facts, null);
      assert.equal(verdict?.verdict.reasons[0]?.code, notes.verdict.verdict.reasons[0]?.code);
      const entries = await all(ledger.entries({ run: 'r1' }));
      assert.deepEqual(
        entries.map(({ erased }) => erased),
        entries.map(({ kind }) => kind !== 'closed'),
      );
    }));

  it('does not let it come back', () =>
    withLedger(async (ledger, folder) => {
      await ledger.append(personal('r1'));
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      const [outcome] = await ledger.append(personal('r1'));
      assert.deepEqual(outcome, { outcome: 'refused', seq: 1, code: 'ledger.erased' });
      const [refusal] = await all(ledger.refusals());
      assert.deepEqual([refusal?.code, refusal?.record], ['ledger.erased', null]);
      await ledger.close();
      assert.equal(timesOnDisk(folder), 0);
    }));

  it('takes out what was refused beside an entry that has no content itself', () =>
    withLedger(async (ledger, folder) => {
      const { result: _none, ...call } = records.tool_call;
      await ledger.append([call, { ...call, result: SECRET }]);
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      assert.equal(timesOnDisk(folder), 0);
      assert.deepEqual((await ledger.verify()).findings, []);
    }));

  it('is refused where there is nothing, and does again what was asked before', () =>
    withLedger(async (ledger) => {
      const erase = { what: 'content', run: 'r1', ...WHO } as const;
      await assert.rejects(ledger.erase(erase), { code: 'ledger.erase_nothing' });
      await ledger.append(personal('r1'));
      const note = await ledger.erase(erase);
      assert.deepEqual(await ledger.erase(erase), note);
      assert.equal((await ledger.head()).seq, 12);
    }));

  it('says so where another connection keeps the old pages, and finishes the next time', () =>
    withLedger(async (ledger, folder) => {
      await ledger.append(personal('r1'));
      const reader = new Database(join(folder, 'ledger.db'));
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM entries').all([]);
      const erase = { what: 'content', run: 'r1', ...WHO } as const;
      await assert.rejects(ledger.erase(erase), { code: 'ledger.erase_unfinished' });
      assert.ok(timesOnDisk(folder) > 0);
      reader.exec('COMMIT');
      reader.close();
      await ledger.erase(erase);
      assert.equal(timesOnDisk(folder), 0);
      assert.deepEqual((await ledger.verify()).findings, []);
    }));

  it('covers nothing that came after it', () =>
    withLedger(async (ledger, folder) => {
      await ledger.append(personal('r1'));
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      await ledger.append([{ ...records.message, id: 'later' }]);
      const raw = new Database(join(folder, 'ledger.db'));
      raw.exec('UPDATE entries SET content = NULL, salt = NULL WHERE seq = 13');
      raw.close();
      assert.deepEqual(
        (await ledger.verify()).findings.map(({ code, seq }) => [code, seq]),
        [['ledger.content_missing', 13]],
      );
    }));

  it('takes what alerts quote of it, and what waits to be sent of those, and nothing else', () =>
    withLedger(async (ledger, folder) => {
      const quoted = { faults: [{ code: 'c', count: 1, constraints: [quote()] }], violations: [] };
      const elsewhere = { edge: 'other--edge', faults: [{ code: 'c', count: 1, constraints: [] }] };
      const sent = (
        id: string,
      ): { body: string; id: string; to: string; created_at: string; next_at: string } => ({
        ...{ id: `${id} ops`, to: 'ops', body: SECRET.repeat(Number(id !== 'a4')) },
        ...{ created_at: '2026-11-30T10:00:00.000Z', next_at: '2026-11-30T10:00:00.000Z' },
      });
      await ledger.append([alertNote('a0', { ...elsewhere, violations: [] })]);
      const judged = personal('r1').filter((record) => !('attempt' in record && (record.attempt ?? 1) > 1));
      await ledger.append(judged);
      const alerts = [
        alertNote('a1', quoted),
        alertNote('a2', { ...elsewhere, violations: [violation('r1', SECRET)] }),
        alertNote('a3', quoted),
        alertNote('a4', { ...elsewhere, violations: [violation('r2', 'kept as it is')] }),
      ];
      await ledger.append(alerts, { send: ['a1', 'a2', 'a3', 'a4'].map(sent) });
      await ledger.append([alertNote('a3', { ...quoted, owner: 'another' })]);

      const note = await ledger.erase({ what: 'content', run: 'r1', ...WHO });

      assert.equal(timesOnDisk(folder), 0);
      assert.deepEqual([note.count, note.also, note.unsent], [11, [11, 12, 13], 3]);
      assert.deepEqual((await ledger.verify()).findings, []);
      assert.deepEqual(
        (await ledger.outbox(9)).map(({ id }) => id),
        ['a4 ops'],
      );
      const raw = new Database(join(folder, 'ledger.db'));
      raw.exec('UPDATE entries SET content = NULL, salt = NULL WHERE seq = 14');
      raw.close();
      assert.deepEqual(
        (await ledger.verify()).findings.map(({ code, seq }) => [code, seq]),
        [['ledger.content_missing', 14]],
      );
    }));

  it('takes it from the alerts of every edge where no verdict says what its own are called', () =>
    withLedger(async (ledger, folder) => {
      const { message, transfer } = records;
      await ledger.append([message, transfer]);
      await ledger.append([
        alertNote('a1', { edge: 'by-its-contract', violations: [violation('r9', SECRET)] }),
      ]);
      const note = await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      assert.deepEqual([timesOnDisk(folder), note.also, note.unsent], [0, [3], undefined]);
    }));

  it('takes it from the alerts of every edge where one handoff has three verdicts, and the others none', () =>
    withLedger(async (ledger, folder) => {
      const transfers = [1, 2, 3].map((hop) => ({ ...records.transfer, hop }));
      const verdicts = ['v1', 'v2', 'v3'].map((id) => ({ ...notes.verdict, id }));
      await ledger.append([...transfers, ...verdicts]);
      await ledger.append([
        alertNote('a1', { edge: 'by-its-contract', violations: [violation('r9', SECRET)] }),
      ]);
      const note = await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      assert.deepEqual([timesOnDisk(folder), note.also], [0, [7]]);
    }));

  it('takes it from the alerts of every edge where the run was pruned, which says no edge any more', () =>
    withLedger(async (ledger, folder, clock) => {
      const judged = personal('r1').filter((record) => !('attempt' in record && (record.attempt ?? 1) > 1));
      await ledger.append(judged);
      clock.now = '2026-12-01T00:00:00.000Z';
      await ledger.append([alertNote('a1', { violations: [violation('r9', SECRET)] })]);
      clock.now = '2027-01-01T00:00:00.000Z';
      await ledger.erase({ what: 'entries', before: '2026-12-01T00:00:00Z', ...WHO });
      assert.ok(timesOnDisk(folder) > 0);
      const note = await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      assert.deepEqual([timesOnDisk(folder), note.also], [0, [judged.length + 1]]);
      assert.deepEqual((await ledger.verify()).findings, []);
    }));

  it('is found unfinished where it was interrupted', () =>
    withLedger(async (ledger, folder) => {
      await ledger.append(personal('r1'));
      const raw = new Database(join(folder, 'ledger.db'));
      const [kept] = raw.prepare('SELECT content, salt FROM entries WHERE seq = 1').all([]) as {
        content: string;
        salt: string;
      }[];
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      raw.prepare('UPDATE entries SET content = ?, salt = ? WHERE seq = 1').run([kept?.content, kept?.salt]);
      raw.close();
      const found = await ledger.verify();
      assert.deepEqual(
        found.findings.map(({ code, seq }) => [code, seq]),
        [['ledger.erase_unfinished', 1]],
      );
      await ledger.erase({ what: 'content', run: 'r1', ...WHO });
      assert.deepEqual((await ledger.verify()).findings, []);
    }));
});

describe('erasing by age', () => {
  it('prunes whole entries, and leaves notes that must last', () =>
    withLedger(async (ledger, folder, clock) => {
      const item = { id: 'i', to: 'ops', body: SECRET, created_at: clock.now, next_at: clock.now };
      await ledger.append([...personal('r1'), notes.override, notes.alert], { send: [item] });
      clock.now = '2026-12-01T00:00:00.000Z';
      await ledger.append([{ ...records.message, run: 'r2' }]);
      clock.now = '2027-01-01T00:00:00.000Z';
      const note = await ledger.erase({ what: 'entries', before: '2026-12-01T01:00:00+01:00', ...WHO });
      assert.deepEqual([note.count, note.unsent], [12, 1]);
      assert.deepEqual(await ledger.outbox(9), []);
      assert.equal(timesOnDisk(folder), 0);
      const entries = await all(ledger.entries());
      assert.deepEqual(
        entries.filter(({ record }) => record !== null).map(({ kind }) => kind),
        ['override', 'message', 'erasure'],
      );
      assert.deepEqual((await ledger.verify()).findings, []);
      const run = await ledger.run('r1');
      assert.deepEqual([run?.records.length, run?.health.pruned], [0, 11]);
      const [again] = await ledger.append(personal('r1'));
      assert.deepEqual(again, { outcome: 'refused', seq: 1, code: 'ledger.erased' });
    }));

  it('takes the content of thousands of entries, in parts', () =>
    withLedger(async (ledger, folder, clock) => {
      const many = Array.from({ length: 1203 }, (_, id) => ({
        ...records.message,
        id: `m${id}`,
        text: SECRET,
      }));
      await ledger.append(many);
      clock.now = '2026-12-01T00:00:00.000Z';
      const note = await ledger.erase({ what: 'content', before: clock.now, ...WHO });
      assert.equal(note.count, 1203);
      assert.equal(timesOnDisk(folder), 0);
      assert.deepEqual((await ledger.verify()).findings, []);
    }));

  it('takes what was refused until then, and leaves what was refused since', () =>
    withLedger(async (ledger, _folder, clock) => {
      const { result: _none, ...call } = records.tool_call;
      await ledger.append([call, { ...call, result: SECRET }, { ...call, id: 't2' }]);
      clock.now = '2026-12-01T00:00:00.000Z';
      await ledger.append([{ ...call, id: 't2', result: 'since' }]);
      await ledger.erase({ what: 'content', before: clock.now, ...WHO });
      const refusals = await all(ledger.refusals());
      assert.deepEqual(
        refusals.map(({ record }) => record !== null),
        [false, true],
      );
    }));

  it('is refused for a time to come', () =>
    withLedger(async (ledger) => {
      const erase = { what: 'entries', before: '2026-11-30T10:00:01Z', ...WHO } as const;
      await assert.rejects(ledger.erase(erase), { code: 'ledger.erase_future' });
    }));
});
