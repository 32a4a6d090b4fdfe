import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Rate } from '../../src/model/carry.js';
import {
  countsText,
  grouped,
  intervalText,
  percent,
  rateText,
  timeText,
} from '../../src/report/rate-text.js';
import { shellWord } from '../../src/report/shell-word.js';

it('a share is told with one decimal; all is 100 and none is 0, and nothing else is', () => {
  assert.deepEqual(
    [59 / 82, 0, 1, 2 / 3, 0.99999, 0.00001].map((value) => percent(value, ' ')),
    ['72.0 %', '0.0 %', '100.0 %', '66.7 %', '99.9 %', '0.1 %'],
  );
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      const told = Number(percent(value, ' ').slice(0, -2));
      assert.ok(Math.abs(told - value * 100) <= 0.1001);
      assert.equal(told === 100, value === 1);
      assert.equal(told === 0, value === 0);
    }),
  );
});

it('a rate is told with both bounds while something is unresolved, and 0 of 0 is none', () => {
  const rate: Rate = {
    carried: 59,
    held: 82,
    unresolved: 2,
    intact: 50,
    value: 59 / 82,
    upper: 61 / 82,
    interval: [0.61, 0.83],
  };
  assert.equal(rateText(rate, ' '), '72.0 % to 74.4 %');
  assert.equal(countsText(rate), '59 of 82, 2 unresolved');
  assert.equal(intervalText(rate, ' '), '61.0 to 83.0 %');
  const none: Rate = {
    carried: 0,
    held: 0,
    unresolved: 0,
    intact: 0,
    value: null,
    upper: null,
    interval: null,
  };
  assert.deepEqual([rateText(none), countsText(none), intervalText(none)], ['–', '0 of 0', '']);
});

it('numbers are grouped, times are told in UTC, and what is no time stays', () => {
  assert.deepEqual([0, 999, 1000, 1043, 1234567].map(grouped), ['0', '999', '1,000', '1,043', '1,234,567']);
  assert.equal(timeText('2026-11-30T10:14:00.000+01:00'), '2026-11-30 09:14:00');
  assert.equal(timeText('2026-11-30T09:14:00.250Z'), '2026-11-30 09:14:00.250');
  assert.equal(timeText('never'), 'never');
});

it('a name is one word of a command, or no word at all', () => {
  assert.equal(shellWord('refunds--notifications'), 'refunds--notifications');
  assert.equal(shellWord("it's; rm -rf ~"), "'it'\\''s; rm -rf ~'");
  for (const name of ['', '-x', 'a\nb', 'a\u202eb', 'a\u0000', 'x'.repeat(300)])
    assert.equal(shellWord(name), null);
});
