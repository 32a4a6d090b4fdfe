import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DATE_TIME_PATTERN, isDate, isDateTime } from '../../src/model/formats.js';
import { longerThan } from '../../src/model/longer-than.js';
import { readSchema } from './schemas.js';

describe('isDateTime', () => {
  const accepted = [
    '2026-11-30T09:14:00Z',
    '2026-11-30T09:14:00.000Z',
    '2024-02-29T23:59:59.123456789+05:30',
    '2000-02-29T00:00:00-00:00',
  ];
  const refused = [
    '',
    'yesterday',
    '2026-11-30',
    '2026-11-30 09:14:00Z',
    '2026-11-30t09:14:00z',
    '2026-11-30T09:14Z',
    '2026-11-30T09:14:00',
    '2026-11-30T24:00:00Z',
    '2026-11-30T09:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-11-30T09:14:00+24:00',
    '2026-11-30T09:14:00+05:60',
    '2026-11-30T09:14:00Z\n',
    '٢٠٢٦-11-30T09:14:00Z',
  ];

  it('takes times of RFC 3339', () => {
    for (const text of accepted) assert.ok(isDateTime(text), text);
  });

  it('refuses what is none, and what other readers would read otherwise', () => {
    for (const text of refused) assert.ok(!isDateTime(text), text);
  });

  it('takes only what Date.parse can read, as the very day that is written', () => {
    const two = fc.nat(99).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(fc.tuple(two, two, two, two, two), ([month, day, hour, minute, second]) => {
        const text = `2024-${month}-${day}T${hour}:${minute}:${second}Z`;
        const time = Date.parse(text);
        const same = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
        assert.equal(isDateTime(text), same);
      }),
      { numRuns: 2000 },
    );
  });

  it('says what the pattern in the published schemas says, and more', () => {
    const text = JSON.stringify(readSchema('record'));
    assert.ok(text.includes(JSON.stringify(DATE_TIME_PATTERN)));
  });
});

describe('isDate', () => {
  it('takes days of the calendar', () => {
    for (const text of ['2027-03-31', '2024-02-29']) assert.ok(isDate(text), text);
    for (const text of ['2027-02-29', '2027-3-31', '2027-03-32', '20270331', '2027-03-31T', ''])
      assert.ok(!isDate(text));
  });
});

describe('longerThan', () => {
  it('counts code points', () => {
    const unit = fc.constantFrom('a', '\u{1f600}', '\ud800', '\udc00');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), fc.nat(12), (units, limit) => {
        const text = units.join('');
        assert.equal(longerThan(text, limit), [...text].length > limit);
      }),
      { numRuns: 1000 },
    );
  });
});
