import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { recordFaults } from '../../src/ledger/check-record.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { AlertNote, LedgerEntry, LedgerNote, VerdictNote } from '../../src/model/ledger.js';
import { type Marks, type MarkSet, marksOfSchema } from '../model/marks.js';
import { compileSchema, readSchema } from '../model/schemas.js';
import { appendable, notes } from './samples.js';
import { all, newKeys } from './support.js';

/** What a note holds of other documents is held to their own schemas; here it is what remains. */
type Own<Note extends LedgerNote> = Note extends VerdictNote
  ? Omit<Note, 'verdict' | 'facts'> & { readonly facts: null }
  : Note extends AlertNote
    ? Omit<Note, 'alert'>
    : Note;

type NoteMarks = {
  [Kind in LedgerNote['kind']]: Marks<Own<Extract<LedgerNote, { kind: Kind }>>, Kind>;
}[LedgerNote['kind']];

const NOTE_MARKS: MarkSet<NoteMarks> = {
  'alert.at text': true,
  'alert.id text': true,
  'alert.kind = alert': true,
  'alert.schema = edge-contracts/ledger-note/v1': true,
  'alert.silenced true': true,
  'alert.silenced?': true,
  'alert.simulated true': true,
  'alert.simulated?': true,
  'checkpoint.at text': true,
  'checkpoint.head.chain text': true,
  'checkpoint.head.seq number': true,
  'checkpoint.id text': true,
  'checkpoint.keyid text': true,
  'checkpoint.kind = checkpoint': true,
  'checkpoint.refusals.count number': true,
  'checkpoint.refusals.digest text': true,
  'checkpoint.refusals?': true,
  'checkpoint.runs.count number': true,
  'checkpoint.runs.digest text': true,
  'checkpoint.schema = edge-contracts/ledger-note/v1': true,
  'checkpoint.signature text': true,
  'checkpoint.simulated true': true,
  'checkpoint.simulated?': true,
  'erasure.also?': true,
  'erasure.also[] number': true,
  'erasure.at text': true,
  'erasure.by text': true,
  'erasure.count number': true,
  'erasure.id text': true,
  'erasure.kind = erasure': true,
  'erasure.of.before text': true,
  'erasure.of.run text': true,
  'erasure.reason text': true,
  'erasure.schema = edge-contracts/ledger-note/v1': true,
  'erasure.simulated true': true,
  'erasure.simulated?': true,
  'erasure.unsent number': true,
  'erasure.unsent?': true,
  'erasure.what = content': true,
  'erasure.what = entries': true,
  'judgement.at text': true,
  'judgement.attempt number': true,
  'judgement.by text': true,
  'judgement.code text': true,
  'judgement.constraint null': true,
  'judgement.constraint text': true,
  'judgement.hop number': true,
  'judgement.id text': true,
  'judgement.kind = judgement': true,
  'judgement.label = right': true,
  'judgement.label = wrong': true,
  'judgement.reason text': true,
  'judgement.run text': true,
  'judgement.schema = edge-contracts/ledger-note/v1': true,
  'judgement.simulated true': true,
  'judgement.simulated?': true,
  'override.at text': true,
  'override.by text': true,
  'override.edge text': true,
  'override.id text': true,
  'override.kind = override': true,
  'override.reason text': true,
  'override.schema = edge-contracts/ledger-note/v1': true,
  'override.set.alert text': true,
  'override.set.override text': true,
  'override.set.value = enforce': true,
  'override.set.value = force': true,
  'override.set.value = observe': true,
  'override.set.value = warn': true,
  'override.set.what = acknowledge': true,
  'override.set.what = compose': true,
  'override.set.what = end': true,
  'override.set.what = mode': true,
  'override.set.what = silence': true,
  'override.simulated true': true,
  'override.simulated?': true,
  'override.until null': true,
  'override.until text': true,
  'verdict.at text': true,
  'verdict.contract_source null': true,
  'verdict.contract_source text': true,
  'verdict.facts null': true,
  'verdict.id text': true,
  'verdict.kind = verdict': true,
  'verdict.run text': true,
  'verdict.schema = edge-contracts/ledger-note/v1': true,
  'verdict.simulated true': true,
  'verdict.simulated?': true,
};

const ENTRY_MARKS: MarkSet<Marks<Omit<LedgerEntry, 'record'> & { readonly record: JsonValue }>> = {
  '.chain text': true,
  '.erased false': true,
  '.erased true': true,
  '.kind = alert': true,
  '.kind = checkpoint': true,
  '.kind = closed': true,
  '.kind = config': true,
  '.kind = effect': true,
  '.kind = erasure': true,
  '.kind = judgement': true,
  '.kind = message': true,
  '.kind = override': true,
  '.kind = statement': true,
  '.kind = tool_call': true,
  '.kind = transfer': true,
  '.kind = verdict': true,
  '.leaf text': true,
  '.record any': true,
  '.recorded_at text': true,
  '.run null': true,
  '.run text': true,
  '.run_chain null': true,
  '.run_chain text': true,
  '.run_seq null': true,
  '.run_seq number': true,
  '.schema = edge-contracts/ledger-entry/v1': true,
  '.seq number': true,
};

/** Parts that have schemas of their own. */
const ELSEWHERE = /^(verdict\.(verdict|facts)[.[]|alert\.alert[ .[])/;

describe('the schemas of the ledger say what its types say', () => {
  it('notes, kind by kind', () => {
    const schema = readSchema('ledger-note');
    const defs = schema['$defs'] as Record<string, JsonObject>;
    const found = (schema['oneOf'] as { $ref: string }[]).flatMap(({ $ref }) => {
      const def = defs[$ref.slice('#/$defs/'.length)] ?? {};
      const kind = ((def['properties'] as JsonObject)['kind'] as JsonObject)['const'];
      return [...marksOfSchema(schema, def, String(kind))];
    });
    const own = found.filter((line) => !ELSEWHERE.test(line));
    assert.deepEqual(own.sort(), Object.keys(NOTE_MARKS).sort());
  });

  it('entries, with any record', () => {
    const schema = readSchema('ledger-entry');
    const properties = { ...(schema['properties'] as JsonObject), record: {} };
    const found = [...marksOfSchema(schema, { ...schema, properties })];
    assert.deepEqual(found.sort(), Object.keys(ENTRY_MARKS).sort());
  });

  it('and hold the published schemas of what they contain as these are now', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/generate-ledger-schemas.mjs', '--check'],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stderr);
  });
});

describe('a note', () => {
  const validate = compileSchema('ledger-note');

  for (const [kind, note] of Object.entries(notes)) {
    it(`of the kind ${kind} is accepted, and refused without what must be there or with more`, () => {
      assert.ok(validate(note));
      assert.deepEqual(recordFaults(note), []);
      for (const name of Object.keys(note)) {
        const { [name as 'id']: _left, ...rest } = note;
        assert.notDeepEqual(recordFaults({ ...rest, schema: note.schema, [name]: undefined }), [], name);
        assert.ok(!validate(rest), name);
      }
      assert.notDeepEqual(recordFaults({ ...note, more: 1 }), []);
      assert.notDeepEqual(recordFaults({ ...note, at: 'yesterday' }), []);
    });
  }

  for (const [set, ends] of [
    [{ what: 'compose', value: 'force' }, true],
    [{ what: 'mode', value: 'enforce' }, true],
    [{ what: 'silence' }, true],
    [{ what: 'acknowledge', alert: 'a1' }, false],
    [{ what: 'end', override: 'o1' }, false],
  ] as const) {
    it(`that sets ${set.what} ${ends ? 'says when it ends' : 'does not end'}`, () => {
      for (const until of ['2026-12-01T00:00:00Z', null]) {
        const note = { ...notes.override, set, until };
        assert.equal(validate(note), (until !== null) === ends, JSON.stringify(until));
        assert.equal(recordFaults(note).length === 0, (until !== null) === ends);
      }
    });
  }

  it('of no kind that there is, is none', () => {
    for (const kind of ['vote', '__proto__', 'constructor', '', 7, null])
      assert.equal(recordFaults({ ...notes.override, kind })[0]?.at, '/kind');
  });
});

it('every entry that a ledger gives is one by its schema', async () => {
  const validate = compileSchema('ledger-entry');
  const ledger = await openSqliteLedger(':memory:');
  await ledger.append(Object.values(appendable));
  await ledger.checkpoint(newKeys().signing);
  for await (const entry of ledger.entries()) assert.ok(validate(entry), JSON.stringify(entry));
  await ledger.erase({ what: 'content', run: 'r1', by: 'privacy', reason: 'request 71' });
  const erased = await all(ledger.entries());
  for (const entry of erased) assert.ok(validate(entry), JSON.stringify(entry));
  assert.ok(erased.some((entry) => entry.erased));
  await ledger.close();
});
