import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instantOf } from '../../src/config/instant.js';

const SAME: readonly (readonly string[])[] = [
  ['2026-11-30T09:00:00Z', '2026-11-30t09:00:00z', '2026-11-30T10:00:00+01:00', '2026-11-30T09:00:00.000Z'],
  ['2026-11-30T09:00:00-00:00', '2026-11-30T03:30:00-05:30', '2026-12-01T00:00:00+15:00'],
  ['2026-11-30T09:00:00.12345678901234567890Z', '2026-11-30T09:00:00.1234567890123456789Z'],
  ['0026-03-01T00:00:00Z', '0026-02-28T23:00:00-01:00'],
  ['2024-02-29T23:59:59Z', '2024-03-01T00:59:59+01:00'],
];

for (const texts of SAME) {
  test(`one instant: ${texts.join(', ')}`, () => {
    const instants = new Set(texts.map(instantOf));
    assert.equal(instants.size, 1);
    assert.ok(!instants.has(null));
  });
}

test('other instants', () => {
  const texts = [...SAME.map(([text]) => text ?? ''), '1926-03-01T00:00:00Z', '2026-11-30T09:00:00.1Z'];
  // The first two rows are one instant.
  assert.equal(new Set(texts.map(instantOf)).size, texts.length - 1);
});

const NONE: readonly string[] = [
  ...[
    '',
    '1.10',
    '2026-11-30',
    '09:00:00',
    '2026-11-30T09:00:00',
    '2026-11-30 09:00:00Z',
    '2026-11-30T09:00Z',
  ],
  ...['2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-01T00:00:00Z', '2026-04-31T00:00:00Z'],
  ...['2026-11-30T24:00:00Z', '2026-11-30T09:60:00Z', '2016-12-31T23:59:60Z', '2026-11-30T09:00:00+24:00'],
  ...[' 2026-11-30T09:00:00Z', '2026-11-30T09:00:00Z\n', '2026-11-30T09:00:00.Z', '٢٠٢٦-11-30T09:00:00Z'],
  ...['+02026-11-30T09:00:00Z', '2026-11-30T09:00:00,5Z', '20261130T090000Z'],
];

for (const text of NONE)
  test(`no instant: ${JSON.stringify(text)}`, () => assert.equal(instantOf(text), null));

test('as `Date` has it', () => {
  const date = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, fc.integer({ min: -1439, max: 1439 }), (when, offset) => {
      const local = new Date(when.getTime() + offset * 60_000);
      fc.pre(local.getUTCFullYear() >= 0 && local.getUTCFullYear() <= 9999);
      const two = (value: number): string => String(value).padStart(2, '0');
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const text = local.toISOString().replace('Z', `${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`);
      assert.equal(instantOf(text), instantOf(when.toISOString()));
      const seconds = Math.floor(when.getTime() / 1000);
      assert.equal(instantOf(when.toISOString())?.split('.')[0], String(seconds));
    }),
  );
});
