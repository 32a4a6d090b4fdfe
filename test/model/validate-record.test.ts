import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json-value.js';
import { pointerSegments } from '../../src/canonical/pointer.js';
import { RECORD_SCHEMA_TEXT } from '../../src/model/generated/validators.generated.js';
import { packageRoot } from '../../src/model/package-root.js';
import { schemaFaults } from '../../src/model/schema-faults.js';
import { validateParsedRecord, validateRecord } from '../../src/model/validate-record.js';
import { records } from './samples.js';
import { compileSchema, readSchema } from './schemas.js';

function faults(value: unknown): readonly { at: string; keyword: string; message: string }[] {
  const result = validateRecord(value);
  return 'faults' in result ? result.faults : [];
}

describe('validateRecord', () => {
  it('gives the record itself, not a copy', () => {
    const result = validateRecord(records.transfer);
    assert.ok('record' in result && result.record === records.transfer);
  });

  it('says what was expected, what was found, and what may have been meant', () => {
    const { delivered: _delivered, ...rest } = records.transfer;
    const sent = { ...rest, deliverd: true, hop: '2', at: 'yesterday', sender: { constraint: [] } };
    assert.deepEqual(
      faults(sent).map(({ at, message }) => `${at}: ${message}`),
      [
        ': `delivered` is missing; `deliverd` is there: did you mean `delivered`?',
        '/at: expected a time such as `2026-11-30T09:14:00.000Z` (RFC 3339), found the text `yesterday`',
        '/hop: expected a whole number, found the text `2`',
        '/sender/constraint: `constraint` is not a known member; did you mean `constraints`?',
        '/deliverd: `deliverd` is not a known member; did you mean `delivered`?',
      ],
    );
  });

  it('names the kinds where the kind is none of them', () => {
    const [fault] = faults({ ...records.closed, kind: 'tranfer' });
    assert.equal(fault?.at, '/kind');
    assert.match(
      fault?.message ?? '',
      /expected `message`, .*`closed`, found the text `tranfer`; did you mean `transfer`\?/,
    );
    assert.equal(faults({ ...records.closed, kind: 'toString' })[0]?.at, '/kind');
    assert.equal(faults({ ...records.closed, kind: '__proto__' })[0]?.at, '/kind');
  });

  it('refuses what is no object', () => {
    for (const value of [null, 0, '', 'text', true, [], [records.closed]]) {
      assert.match(faults(value)[0]?.message ?? '', /^expected an object, found /);
    }
  });

  it('takes any JSON value for a payload: the edge judges it', () => {
    for (const payload of [null, 0, '', [], {}, { deep: [{ er: null }] }]) {
      assert.deepEqual(faults({ ...records.transfer, payload }), []);
    }
    const { payload: _payload, ...without } = records.transfer;
    assert.deepEqual(
      faults(without).map((fault) => fault.message),
      ['`payload` is missing'],
    );
  });

  it('refuses what JSON cannot hold, also in the parts that are free', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const strange: readonly [unknown, string, RegExp][] = [
      [{ a: [Number.NaN] }, '/payload/a/0', /NaN/],
      [{ a: Number.POSITIVE_INFINITY }, '/payload/a', /Infinity/],
      [() => 1, '/payload', /function/],
      [{ a: 1n }, '/payload/a', /bigint/],
      [{ a: new Date(0) }, '/payload/a', /instance of a class/],
      [new Map(), '/payload', /instance of a class/],
      ['\ud800', '/payload', /surrogate/],
      [[undefined], '/payload/0', /undefined/],
    ];
    for (const [payload, at, message] of strange) {
      const [fault] = faults({ ...records.transfer, payload });
      assert.equal(fault?.at, at);
      assert.match(fault?.message ?? '', message);
    }
    const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)]);
    assert.deepEqual(faults({ ...records.transfer, payload: nested(63) }), []);
    assert.match(faults({ ...records.transfer, payload: nested(64) })[0]?.message ?? '', /at most 64 levels/);
    assert.match(faults({ ...records.transfer, payload: cycle })[0]?.message ?? '', /at most 64 levels/);
  });

  it('quotes text of the run capped, and without control characters', () => {
    const kind = `\u001b[31m\`\u202e\u001b${'x'.repeat(100_000)}`;
    const [fault] = faults({ ...records.closed, kind });
    assert.ok((fault?.message.length ?? 0) < 250);
    for (const character of ['\u001b', '\u202e']) assert.ok(!fault?.message.includes(character));
  });

  it('tells at most 50 faults, in bounded time, however many there are', () => {
    const constraints = Array.from({ length: 10_000 }, () => ({ a: 1, b: 2 }));
    const start = performance.now();
    assert.equal(faults({ ...records.transfer, sender: { constraints } }).length, 50);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
    assert.equal(faults({ ...records.transfer, ...wide }).length, 50);
    assert.ok(performance.now() - start < 5000);
    const long = { ...records.transfer, after: Array.from({ length: 10_001 }, () => 1) };
    assert.match(faults(long)[0]?.message ?? '', /at most 10000 entries, found 10001/);
  });

  it('counts characters as JSON Schema does', () => {
    const smile = '\u{1f600}';
    assert.deepEqual(faults({ ...records.closed, run: smile.repeat(256) }), []);
    assert.match(
      faults({ ...records.closed, run: smile.repeat(257) })[0]?.message ?? '',
      /at most 256 characters/,
    );
    assert.match(faults({ ...records.closed, run: '' })[0]?.message ?? '', /not empty/);
  });
});

describe('the yes or no of the generated validators, of the faults in words, and of ajv', () => {
  const ajv = compileSchema('record');
  const schema = readSchema('record');

  it('is one, for records with any part of them changed', () => {
    let refused = 0;
    fc.assert(
      fc.property(changedRecord(), (value) => {
        const expected = ajv(value);
        if (!expected) refused++;
        const result = validateParsedRecord(value);
        assert.equal('record' in result, expected);
        assert.equal(schemaFaults(schema, value).length === 0, expected);
        for (const { at, message } of 'faults' in result ? result.faults : []) {
          assert.ok(message.length < 400);
          assert.ok(pointsInto(value, at), `${at} is nowhere in ${inspect(value, { depth: 8 })}`);
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(refused > 300, `only ${refused} were refused: the property says little`);
  });

  it('is reached with keywords that the faults in words know', () => {
    const known = [
      '$ref',
      'oneOf',
      'anyOf',
      'const',
      'type',
      'enum',
      'minLength',
      'maxLength',
      'format',
      'pattern',
      'minimum',
    ];
    const more = ['maximum', 'maxItems', 'items', 'properties', 'required', 'additionalProperties'];
    const names = new Set([...known, ...more, '$schema', '$id', '$defs', 'title', 'description']);
    walk(schema);
    function walk(part: JsonObject): void {
      for (const [key, value] of Object.entries(part)) {
        assert.ok(names.has(key), key);
        if (key === 'properties' || key === '$defs') Object.values(value as JsonObject).forEach(walkAny);
        else if (key === 'items' || key === 'additionalProperties') walkAny(value);
        else if (key === 'oneOf' || key === 'anyOf') (value as readonly JsonValue[]).forEach(walkAny);
      }
    }
    function walkAny(part: JsonValue | undefined): void {
      if (isJsonObject(part)) walk(part);
    }
  });
});

describe('validators.generated.ts', () => {
  it('is what the script writes from the schemas, byte for byte', () => {
    const script = join(packageRoot(), 'scripts/generate-validators.mjs');
    const run = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    assert.equal(run.stderr, '');
    assert.equal(run.status, 0);
  });

  it('holds the record schema', () => {
    assert.deepEqual(JSON.parse(RECORD_SCHEMA_TEXT), readSchema('record'));
  });

  it('brings no ajv with it', () => {
    const text = readFileSync(join(packageRoot(), 'src/model/generated/validators.generated.ts'), 'utf8');
    assert.doesNotMatch(text, /require\(|from 'ajv/);
  });
});

/** A record with up to three places replaced, removed or added. */
function changedRecord(): fc.Arbitrary<JsonValue> {
  const sample = fc.constantFrom<JsonValue>(...Object.values(records));
  const replacement = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
    fc.constantFrom<JsonValue>('transfer', 'message', 'run', 'agent', 0, 1, -1, 1.5, null, '', [], {}, true),
    fc.constantFrom<JsonValue>(
      '2026-02-29T00:00:00Z',
      '2026-11-30T24:00:00Z',
      'a.b',
      'A.b',
      '.',
      '*',
      2 ** 53,
    ),
  );
  const name = fc.constantFrom(
    'id',
    'at',
    'hop',
    'edge',
    'kind',
    'constraints',
    '__proto__',
    'toString',
    'zz',
    'after',
  );
  const change = fc.record({
    steps: fc.array(fc.nat(20), { maxLength: 6 }),
    how: fc.nat(3),
    name,
    replacement,
  });
  return fc.tuple(sample, fc.array(change, { maxLength: 3 })).map(([value, changes]) => {
    const copy = JSON.parse(JSON.stringify({ root: value })) as Record<string, JsonValue>;
    for (const { steps, how, name: key, replacement: put } of changes) {
      let holder: Record<string, JsonValue> = copy;
      let at = 'root';
      for (const step of steps) {
        const next: unknown = holder[at];
        const keys = typeof next === 'object' && next !== null ? Object.keys(next) : [];
        if (keys.length === 0) break;
        holder = next as Record<string, JsonValue>;
        at = keys[step % keys.length] ?? '';
      }
      if (how === 0 && holder !== copy && !Array.isArray(holder)) delete holder[at];
      else if (how === 1 && isJsonObject(holder[at])) define(holder[at] as object, key, put);
      else define(holder, at, put);
    }
    return copy['root'] ?? null;
  });
}

/** As `JSON.parse` does it: `__proto__` is a key like any other. */
function define(target: object, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function pointsInto(value: JsonValue, at: string): boolean {
  let here: unknown = value;
  for (const segment of pointerSegments(at)) {
    if (typeof here !== 'object' || here === null) return false;
    const key = Object.keys(here).find((name) => name.slice(0, 200) === segment);
    if (key === undefined) return false;
    here = (here as Record<string, unknown>)[key];
  }
  return true;
}
