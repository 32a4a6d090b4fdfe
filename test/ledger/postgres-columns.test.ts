import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromColumn, toColumn } from '../../src/ledger/postgres/column-text.js';

/** Any code units: halves of pairs, U+0000, U+007F and what looks like an escape of ours among them. */
const text = fc
  .array(fc.oneof(fc.constantFrom(0, 0x7f, 0x30, 0x61, 0xd800, 0xdfff), fc.nat(0xffff)), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

describe('a text in a column of PostgreSQL', () => {
  it('is read as it was written, and is one that PostgreSQL takes', () => {
    fc.assert(
      fc.property(text, (one) => {
        const column = toColumn(one);
        assert.equal(fromColumn(column), one);
        assert.ok(!column.includes('\0'));
        assert.equal(Buffer.from(column, 'utf8').toString('utf8'), column);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where it is not what would be written', () => {
    for (const one of ['\u007f0061', '\u007f', '\u007f007F', '\u007fd83e\u007fddfe'])
      assert.equal(fromColumn(one), null, one);
  });

  it('is itself where it has none of the three', () => {
    for (const one of ['', 'r1', '{"a":"\\u0000"}', '\u{1F9FE}', '\u0001']) assert.equal(toColumn(one), one);
  });
});
