import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RECORD_SCHEMA, type ConfigRecord } from '../../src/model/record.js';
import { openCountedRun, openRun } from '../../src/run/recorder.js';

const clock = (): Date => new Date('2026-11-30T12:00:00Z');
const HANDOFF = { from: 'a', to: 'b', payload: { constraints: [] } };
const READING: ConfigRecord = {
  ...{ schema: RECORD_SCHEMA, kind: 'config', run: 'r1', at: '2026-11-30T12:00:00Z', source: 'flags' },
  ...{ hop: 1, moment: 'sent' },
  reading: {
    ...{ adapter: 'yaml', location: 'flags.yaml', at: '2026-11-30T12:00:00Z' },
    error: { code: 'config_source.failed', message: 'the reader failed' },
  },
};

it('what a gate composed is what is recorded, and what its receiver knows', () => {
  const payload = {
    established: [{ key: 'order', value: '41182', source: 'tool', evidence: 't1' }],
  };
  const run = openRun({ run: 'r1', clock, gate: () => ({ action: 'allow', composed: { payload } }) });
  const record = run.handoff(HANDOFF);
  assert.deepEqual(record.payload, payload);
  const onwards = run.handoff({ from: 'b', to: 'a', payload: {} });
  assert.deepEqual(onwards.sender.facts, payload.established);
  const other = openRun({ run: 'r1', clock });
  assert.deepEqual(other.settle(other.handoff(HANDOFF), 'allow', { payload }).payload, payload);
  assert.equal(other.records[0]?.seq, undefined, 'a recorder in memory numbers nothing');
});

it('a reading that comes while a handoff is proposed stands before it, and has the number before', () => {
  const run = openCountedRun({ run: 'r1', clock });
  const first = run.handoff(HANDOFF);
  assert.equal(first.seq, 1);
  run.config([READING]);
  assert.equal(run.proposed?.seq, 2);
  assert.throws(() => run.settle(first, 'allow'), TypeError);
  assert.ok(run.proposed !== null);
  run.settle(run.proposed, 'allow');
  assert.deepEqual(
    run.records.map(({ kind, seq }) => [kind, seq]),
    [
      ['config', 1],
      ['transfer', 2],
    ],
  );
});

it('what was abandoned was never asked for: the discharge goes with the next draft', () => {
  const run = openCountedRun({ run: 'r1', clock });
  run.message({ to: 'a', text: 'x', constraints: [{ id: 'c1', text: 'tell me', modality: 'requirement' }] });
  const { id } = run.toolCall({ by: 'a', tool: 'tell', succeeded: true });
  run.discharge('a', { constraint: 'c1', how: 'satisfied', evidence: id, reason: 'told' });
  const draft = { objective: 'x', remaining: [] };
  run.handoff({ from: 'a', to: 'b', draft });
  run.abandon();
  assert.throws(() => run.abandon(), TypeError);
  const again = run.handoff({ from: 'a', to: 'b', draft });
  assert.deepEqual([again.hop, again.attempt, again.seq], [1, 1, 3]);
  assert.equal((again.payload as unknown as { discharged: unknown[] }).discharged.length, 1);
});

it('goes on only with the records of the run, in order', () => {
  const run = openCountedRun({ run: 'r1', clock });
  run.message({ to: 'a', text: 'x' });
  run.message({ to: 'a', text: 'y' });
  const { records } = run;
  assert.equal(openCountedRun({ run: 'r1', clock, records }).message({ to: 'a', text: 'z' }).id, 'm3');
  for (const wrong of [[...records].reverse(), records.slice(1)])
    assert.throws(() => openCountedRun({ run: 'r1', clock, records: wrong }), TypeError);
  assert.throws(() => openCountedRun({ run: 'r2', clock, records }), TypeError);
});
