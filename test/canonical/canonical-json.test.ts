import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';

/** RFC 8785, word for word: what ECMAScript's own serialiser prints, with the members sorted. */
function canonicalByTheBook(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalByTheBook).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalByTheBook(member as JsonValue)}`).join()}}`;
}

describe('canonicalJson', () => {
  it('is RFC 8785', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\ud800', '\u007f', '\u2028', '\0', 'é', ' ') }),
    );
    const anything = fc.anything({
      key: text,
      values: [
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
      ],
    });
    fc.assert(
      fc.property(anything, (value) => {
        assert.equal(canonicalJson(value as JsonValue), canonicalByTheBook(value as JsonValue));
      }),
      { numRuns: 2000 },
    );
  });

  it('sorts by UTF-16 code units, and integer-like keys as text', () => {
    assert.equal(
      canonicalJson({ '10': 1, '9': 2, '\u{1f600}': 3, '\ufb33': 4, a: 5 }),
      '{"10":1,"9":2,"a":5,"😀":3,"\ufb33":4}',
    );
  });

  it('is the same for empty ones as everywhere, and leaves out what is undefined', () => {
    assert.equal(canonicalJson([[], {}, '', [[]]]), '[[],{},"",[[]]]');
    assert.equal(canonicalJson({ a: undefined, b: [1] }), '{"b":[1]}');
    assert.equal(canonicalJson(undefined), 'null');
  });

  it('throws for a number that JSON cannot hold', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => canonicalJson([value]), /bug/);
  });
});
