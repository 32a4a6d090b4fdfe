import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { scoreRun } from '../../src/carry/score-run.js';
import type { RunScore } from '../../src/model/carry.js';
import { tracksOf } from '../../src/report/html/timeline-cells.js';
import { type Column, columnsOf } from '../../src/report/html/timeline-columns.js';
import { ONE_OF_EACH, reportOf, type SampleRun, sampleRecords } from './sample-runs.js';

const score = (sample: SampleRun): RunScore => scoreRun({ run: sample.run, records: sampleRecords(sample) });

/** `start`, `1`, `(4)` for a gap of four hops, `end`. */
function told(run: RunScore): string {
  return columnsOf(tracksOf(run, run.lives)).map(columnText).join(' ');
}

function columnText(column: Column): string {
  if (column.kind === 'gap') return `(${column.hops}${column.changes > 0 ? `!${column.changes}` : ''})`;
  return column.slot.kind === 'transfer' ? String(column.slot.hop) : column.slot.kind;
}

/** The marks of one constraint, column by column. */
function marks(run: RunScore, index = 0): string {
  const { slots, tracks } = tracksOf(run, run.lives);
  return slots
    .map((_, slot) => (tracks[index]?.cells.get(slot) ?? []).map(({ mark }) => mark).join('+'))
    .join(' ');
}

function path(hops: number): string[] {
  return Array.from({ length: hops + 1 }, (_, hop) => `agent${hop % 2}`);
}

describe('a timeline', () => {
  it('shows at each hop what happened there, and what was done against a constraint after it', () => {
    const [violated, , changed, blocked] = ONE_OF_EACH.map(score);
    assert.equal(marks(violated as RunScore), 'stated carried dropped+violated dropped ');
    assert.equal(marks(changed as RunScore, 0), 'stated carried weakened restored carried lapsed');
    assert.equal(marks(changed as RunScore, 2), 'stated carried carried discharged  ');
    // Attempt 1 at hop 2 was not delivered: it dropped the constraint, and attempt 2 carried it.
    assert.equal(marks(blocked as RunScore), 'stated carried dropped carried lapsed');
  });

  it('shows a short run whole, and of a longer one where something changed', () => {
    assert.equal(told(score({ run: 'r', path: path(3), constraints: [{ text: 'no' }] })), 'start 1 2 3 end');
    const fates = Array.from({ length: 50 }, (_, hop) =>
      hop === 19 ? ('drop' as const) : ('carry' as const),
    );
    assert.equal(
      told(score({ run: 'r', path: path(50), constraints: [{ text: 'no', fates }] })),
      'start 1 (18) 20 21 (28) 50 end',
    );
  });

  it('counts hops whose transfers a report left out', () => {
    const fates = Array.from({ length: 900 }, (_, hop) =>
      hop === 499 ? ('drop' as const) : ('carry' as const),
    );
    const report = reportOf([{ run: 'r', path: path(900), constraints: [{ text: 'no', fates }] }]);
    const [run] = report.runs;
    assert.ok((run?.omitted_transfers ?? 0) > 0);
    const columns = columnsOf(tracksOf(run as RunScore, (run as RunScore).lives)).map(columnText);
    const hops = columns.reduce(
      (sum, text) => sum + (/^\d/.test(text) ? 1 : Number(/^\((\d+)/.exec(text)?.[1] ?? 0)),
      0,
    );
    assert.equal(hops, 900);
    assert.ok(columns.includes('500') && columns.includes('501'));
  });

  it('is never wider than forty columns and their gaps, and every hop is in one of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.constantFrom('carry' as const, 'drop' as const, 'weaken' as const), { maxLength: 120 }),
        (hops, fates) => {
          const columns = columnsOf(
            tracksOf(
              score({ run: 'r', path: path(hops), constraints: [{ text: 'no', fates }] }),
              score({ run: 'r', path: path(hops), constraints: [{ text: 'no', fates }] }).lives,
            ),
          );
          const shown = columns.filter(({ kind }) => kind === 'slot').length;
          const inGaps = columns.reduce((sum, column) => sum + (column.kind === 'gap' ? column.hops : 0), 0);
          const transfers = columns.filter(
            (column) => column.kind === 'slot' && column.slot.kind === 'transfer',
          ).length;
          assert.ok(shown <= 40);
          assert.equal(transfers + inGaps, hops);
        },
      ),
      { numRuns: 60 },
    );
  });
});
