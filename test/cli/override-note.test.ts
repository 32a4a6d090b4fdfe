import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { overrideNote, type SettingFlags } from '../../src/cli/override-note.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { isOverrideNote } from '../../src/evaluate/overrides.js';
import { noteFaults } from '../../src/ledger/note-faults.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const WHO = { by: 'payments', reason: 'drops' };

const REFUSED: readonly (readonly [string, SettingFlags, RegExp])[] = [
  ['nothing to set', { until: '+1h', ...WHO }, /one thing is set at a time/],
  ['two things', { silence: true, mode: 'warn', until: '+1h', ...WHO }, /one thing is set at a time/],
  ['nobody', { silence: true, until: '+1h', reason: 'x' }, /`--by` is missing/],
  ['no reason', { silence: true, until: '+1h', by: 'x', reason: ' ' }, /`--reason` is missing/],
  ['no end', { silence: true, ...WHO }, /`--until` is missing/],
  ['an end that is over', { silence: true, until: '2026-11-30T12:00:00Z', ...WHO }, /not later than now/],
  ['no time at all', { silence: true, until: '+0h', ...WHO }, /not later than now/],
  ['an end that is no time', { silence: true, until: 'tomorrow', ...WHO }, /not a time/],
  ['an end for what has none', { end: 'x', until: '+1h', ...WHO }, /does not go with/],
  ['observe for more than a day', { mode: 'observe', until: '+1441m', ...WHO }, /24 hours/],
  ['warn for more than a day', { mode: 'warn', until: '2026-12-01T12:00:01Z', ...WHO }, /24 hours/],
  ['silence for more than a day', { silence: true, until: '+25h', ...WHO }, /24 hours/],
  ['enforce for more than a week', { mode: 'enforce', until: '+169h', ...WHO }, /168 hours/],
  ['compose for more than a week', { compose: 'force', until: '+8d', ...WHO }, /168 hours/],
];

describe('the note of an override', () => {
  for (const [what, flags, told] of REFUSED) {
    it(`is not made of ${what}`, () => {
      assert.throws(
        () => overrideNote('a--b', flags, NOW),
        (error) => error instanceof DiagnosticError && told.test(error.diagnostics[0]?.message ?? ''),
      );
    });
  }

  for (const [flags, until] of [
    [{ mode: 'observe', until: '+24h' }, '2026-12-01T12:00:00.000Z'],
    [{ mode: 'enforce', until: '+7d' }, '2026-12-07T12:00:00.000Z'],
    [{ compose: 'force', until: '2026-12-01T06:00+01:00' }, '2026-12-01T05:00:00.000Z'],
    [{ silence: true, until: '+30m' }, '2026-11-30T12:30:00.000Z'],
    [{ acknowledge: 'x' }, null],
    [{ end: 'o_1' }, null],
  ] as const) {
    it(`is made of ${JSON.stringify(flags)}, as the ledger and the gate take it`, () => {
      const note = overrideNote('a--b', { ...flags, ...WHO }, NOW);
      assert.equal(note.until, until);
      assert.ok(isOverrideNote(note));
      assert.deepEqual(noteFaults(note as never), []);
    });
  }
});
