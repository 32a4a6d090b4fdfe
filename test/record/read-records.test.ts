import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { digestValue } from '../../src/canonical/digest.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { packageRoot } from '../../src/model/package-root.js';
import { assertReadable, type RecordsReading, readRecords } from '../../src/record/read-records.js';
import { records as samples } from '../model/samples.js';
import { compileSchema } from '../model/schemas.js';

const all: readonly JsonValue[] = Object.values(samples);
const closed = JSON.stringify(samples.closed);
const effect = JSON.stringify(samples.effect);

function read(input: Uint8Array | string): RecordsReading {
  return readRecords(input, { file: 'run.jsonl' });
}

/** `code line:column pointer`, one for each diagnostic. */
function told(input: Uint8Array | string): string[] {
  return read(input).diagnostics.map(({ code, span, pointer }) =>
    `${code} ${span?.line}:${span?.column} ${pointer ?? ''}`.trimEnd(),
  );
}

/** As Python's json.dumps writes it: `", "`, `": "` and ASCII only. */
function pythonStyle(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(pythonStyle).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${pythonStyle(key)}: ${pythonStyle(member as JsonValue)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

describe('a file that is no JSON Lines at all', () => {
  it('is told once, with two errors more and how many there are', () => {
    const { records, diagnostics } = read('apiVersion: v1\nkind: EdgeContract\n\na: 1\nb: 2\n');
    assert.deepEqual(records, []);
    assert.deepEqual(
      diagnostics.map(({ code, span }) => `${code} ${span?.line}`),
      ['record.syntax 1', 'record.syntax 2', 'record.blank_line 3', 'record.more 1'],
    );
    assert.match(diagnostics[0]?.message ?? '', /^this is not JSON Lines: /);
    assert.match(diagnostics[0]?.help ?? '', /one record on a line/);
    assert.equal(diagnostics[3]?.message, '2 more errors are not listed');
  });

  it('is not what a run is whose first line is broken', () => {
    const lines = `${closed.slice(0, -9)}\n${'x\n'.repeat(5)}${closed}\n`;
    const { records, diagnostics } = read(lines);
    assert.deepEqual([records.length, diagnostics.length], [1, 6]);
    assert.doesNotMatch(diagnostics[0]?.message ?? '', /JSON Lines/);
  });
});

describe('readRecords', () => {
  it('reads JSON Lines, each record with its digest and line', () => {
    const { records, diagnostics } = read(all.map((record) => `${JSON.stringify(record)}\n`).join(''));
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      records,
      all.map((record, i) => {
        // A transfer's digest leaves out what the gate decides.
        const { delivered: _, ...rest } = record as Record<string, JsonValue>;
        return { record, digest: digestValue(rest), line: i + 1 };
      }),
    );
  });

  it('reads the same from bytes, with CRLF, without a last line end, and with blank lines at the end', () => {
    const expected = read(`${closed}\n${effect}\n`);
    const texts = [`${closed}\r\n${effect}\r\n`, `${closed}\n${effect}`, `${closed}\n${effect}\n\n \t\r\n\n`];
    for (const text of texts) {
      assert.deepEqual(read(text), expected);
      assert.deepEqual(read(new TextEncoder().encode(text)), expected);
    }
  });

  it('reads an array of records, with the line and the pointer of each', () => {
    const { records, diagnostics } = read(`\n [${closed},\n\n  ${effect}\n, ${closed}]\n`);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      records.map(({ line, pointer }) => [line, pointer]),
      [
        [2, '/0'],
        [4, '/1'],
        [5, '/2'],
      ],
    );
    assert.deepEqual(
      read(JSON.stringify(all, null, 2)).records.map(({ record }) => record),
      all,
    );
  });

  it('reads one record, on a line or over several', () => {
    assert.deepEqual(read(closed).records.length, 1);
    const [record] = read(JSON.stringify(samples.transfer, null, 2)).records;
    assert.deepEqual(record?.record, samples.transfer);
    assert.equal(record?.line, 1);
  });

  it('gives one digest, whoever wrote the record and however', () => {
    const shuffled = Object.fromEntries(Object.entries(samples.transfer).reverse());
    const texts = [
      JSON.stringify(samples.transfer),
      pythonStyle(samples.transfer),
      JSON.stringify(shuffled, null, 1),
    ];
    assert.equal(new Set(texts.map((text) => read(text).records[0]?.digest)).size, 1);
  });

  it('never takes an empty file for a run', () => {
    for (const text of ['', '\n', ' \r\n\n', '[]', ' [ ] '])
      assert.deepEqual(told(text), ['record.nothing 1:1']);
  });

  it('refuses what is no record, at its place', () => {
    assert.deepEqual(told(`${closed}\nnull\n0\n"x"\n`), [
      'record.invalid 2:1',
      'record.invalid 3:1',
      'record.invalid 4:1',
    ]);
    assert.deepEqual(told(`[${closed},\n null]`), ['record.invalid 2:2 /1']);
    const wrong = closed.replace('"at":', '"when":').replace('"r1"', '7');
    assert.deepEqual(told(`${closed}\n${wrong}`), [
      'record.invalid 2:1',
      `record.invalid 2:${wrong.indexOf('"run"') + 1} /run`,
      `record.invalid 2:${wrong.indexOf('"when"') + 1} /when`,
    ]);
    const deep = `[${closed},\n  ${JSON.stringify({ ...samples.transfer, hop: 0 })}]`;
    assert.deepEqual(told(deep), [
      `record.invalid 2:${(deep.split('\n')[1] ?? '').indexOf('"hop":0') + 1} /1/hop`,
    ]);
  });

  it('still gives the records that could be read', () => {
    const { records, diagnostics } = read(`${closed}\nnonsense\n${effect}`);
    assert.deepEqual([records.map(({ line }) => line), diagnostics.length], [[1, 3], 1]);
  });

  it('says on which line a file was cut', () => {
    assert.deepEqual(told(`${closed}\n${effect.slice(0, 40)}`), ['record.truncated 2:38']);
    assert.deepEqual(told(`[${closed},`), [`record.truncated 1:${closed.length + 3}`]);
    assert.deepEqual(told(`${closed}\n${effect.slice(0, 40)}\n${closed}`), ['record.truncated 2:38']);
  });

  it('wants one record on a line, and no blank line between two', () => {
    assert.deepEqual(told(`${closed}${effect}`), [`record.trailing_text 1:${closed.length + 1}`]);
    assert.deepEqual(told(`${closed}\n\n\r\n${effect}\n\n`), ['record.blank_line 2:1']);
  });

  it('tells what no JSON reader would tell', () => {
    assert.deepEqual(told(`${closed}\n${effect.replace('{"kind"', '{"kind":"x","kind"')}`), [
      `record.duplicate_key 2:${effect.indexOf('{"kind"') + 13} /effect/kind`,
    ]);
    assert.deepEqual(told(`\ufeff${closed}`), ['record.bom 1:1']);
    assert.deepEqual(told(`{\n  "a": 1,\n  "a": 2\n}`), ['record.duplicate_key 3:3 /a']);
  });

  it('lists 50 errors and counts the rest', () => {
    const { diagnostics } = read('0\n'.repeat(60));
    assert.equal(diagnostics.length, 51);
    assert.match(diagnostics.at(-1)?.message ?? '', /^10 more errors are not listed$/);
    assert.match(read('0\n'.repeat(51)).diagnostics.at(-1)?.message ?? '', /^1 more error is not listed$/);
    assert.match(read('0\n'.repeat(5000)).diagnostics.at(-1)?.message ?? '', /^at least 950 more/);
    assert.equal(read('0\n'.repeat(50)).diagnostics.length, 50);
  });

  it('reads nothing of a file over the cap, and callers can ask before they read', () => {
    const text = `${closed}\n`;
    const options = { file: 'run.jsonl', maxBytes: text.length - 1 };
    const { records, diagnostics } = readRecords(text, options);
    assert.deepEqual([records, diagnostics.map(({ code }) => code)], [[], ['record.too_large']]);
    assert.throws(
      () => assertReadable(text.length, options),
      (error: unknown) => {
        return error instanceof DiagnosticError && error.code === 'record.too_large';
      },
    );
    assertReadable(text.length, { file: 'run.jsonl' });
  });

  it('reads back what was written, in any style', () => {
    const style = fc.constantFrom(JSON.stringify, pythonStyle, (value: JsonValue) =>
      JSON.stringify(value, null, 0),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 6 }),
        style,
        fc.boolean(),
        (run, text, list) => {
          const file = list
            ? `[${run.map((record) => text(record)).join(',\n')}]`
            : run.map((record) => text(record)).join('\n');
          const { records, diagnostics } = read(file);
          assert.deepEqual(diagnostics, []);
          assert.deepEqual(
            records.map(({ record }) => record),
            run,
          );
          assert.deepEqual(
            records.map(({ line }) => line),
            run.map((_, i) => i + 1),
          );
        },
      ),
    );
  });
});

describe('the worked example of the handoff', () => {
  const file = (name: string): string =>
    readFileSync(join(packageRoot(), 'test/fixtures/handoff', name), 'utf8');

  it('is read without a word', () => {
    for (const [name, count] of [
      ['run.jsonl', 11],
      ['run.discharged.jsonl', 8],
    ] as const) {
      const { records, diagnostics } = readRecords(file(name), { file: name });
      assert.deepEqual([records.length, diagnostics], [count, []]);
      const payload = compileSchema('payload');
      for (const { record } of records) assert.ok(record.kind !== 'transfer' || payload(record.payload));
    }
  });

  it('has a draft that the draft schema takes', () => {
    const draft = JSON.parse(file('draft.hop-2.json')) as { established: unknown };
    assert.ok(compileSchema('draft')(draft));
  });
});
