import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearPattern } from '../../src/adapters/payload/linear-pattern.js';
import { payloadValidator } from '../../src/adapters/payload/validate-payload.js';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import type { SchemaFault } from '../../src/model/facts.js';
import { EMPTY_PAYLOAD, factsOf } from './context-builder.js';

const ENTRY: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['key', 'value', 'source', 'evidence'],
  properties: {
    key: { type: 'string' },
    value: {},
    source: { type: 'string' },
    evidence: { type: 'string' },
  },
};

/** As the compiler emits it: what the edge needs as `contains`, what a value looks like as `if` and `then`. */
const SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.test/payload',
  type: 'object',
  additionalProperties: false,
  required: ['objective', 'established', 'confidence'],
  properties: {
    objective: { type: 'string', minLength: 1 },
    established: {
      type: 'array',
      allOf: [{ contains: { properties: { key: { const: 'refund_id' } }, required: ['key'] } }],
      items: {
        ...ENTRY,
        allOf: [
          {
            if: { properties: { key: { const: 'refund_id' } } },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { properties: { value: { type: 'string', pattern: '^RF-[0-9]{5}$' } } },
          },
        ],
      },
    },
    confidence: { type: ['number', 'null'], minimum: 0, maximum: 1 },
    mood: { enum: ['calm', 'cross'] },
    tags: { type: 'array', maxItems: 2, uniqueItems: true, items: { type: 'string', maxLength: 3 } },
    due: { type: 'string', format: 'date-time' },
    either: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    hard: { type: 'string', pattern: '^(a+)+$' },
  },
};

const validate = payloadValidator({ payload_schema: SCHEMA });

function entry(key: JsonValue, value: JsonValue): JsonObject {
  return { key, value, source: 'tool_result', evidence: 't1' };
}

function payload(more: JsonObject = {}): JsonObject {
  return { objective: 'x', established: [entry('refund_id', 'RF-90412')], confidence: null, ...more };
}

test('a payload that fits has no fault', () => {
  assert.deepEqual(validate(payload()), []);
  assert.deepEqual(
    validate(payload({ due: '2026-11-30T10:00:00Z', tags: ['a', 'b'], either: true, mood: 'calm' })),
    [],
  );
});

const LONG = 'y'.repeat(300);

const TABLE: readonly (readonly [string, JsonValue, readonly SchemaFault[]])[] = [
  ['no object', 7, [{ at: '/payload', keyword: 'type', message: 'expected an object, found the number 7' }]],
  [
    'a field missing, one much like it there',
    { objectiv: 'x', established: [entry('refund_id', 'RF-90412')], confidence: 1 },
    [
      {
        at: '/payload',
        keyword: 'required',
        message: '`objective` is missing; `objectiv` is there: did you mean `objective`?',
      },
      {
        at: '/payload/objectiv',
        keyword: 'additionalProperties',
        message: '`objectiv` is not a known member',
      },
    ],
  ],
  [
    'a required fact missing',
    payload({ established: [entry('amount', 'GBP 1.00')] }),
    [
      {
        at: '/payload/established',
        keyword: 'contains',
        message: 'the fact `refund_id` is missing from `established`',
      },
    ],
  ],
  [
    'a fact with a wrong value, told with its key',
    payload({ established: [entry('amount', 1), entry('refund_id', 'RF-1')] }),
    [
      {
        at: '/payload/established/1/value',
        keyword: 'pattern',
        message: 'the fact `refund_id`: expected a text that matches `^RF-[0-9]{5}$`, found the text `RF-1`',
      },
    ],
  ],
  [
    'one key with two values',
    payload({ established: [entry('refund_id', 'RF-90412'), entry('a', 1), entry('a', 1), entry('a', 2)] }),
    [
      {
        at: '/payload/established/3',
        keyword: 'uniqueKeys',
        message: 'the fact `a` is there twice, with another value',
      },
    ],
  ],
  [
    'several faults at once',
    payload({ confidence: 7, mood: 'sad', tags: ['long', 'a', 'a'], due: 'today', either: 3, objective: '' }),
    [
      { at: '/payload/objective', keyword: 'minLength', message: 'expected a text that is not empty' },
      {
        at: '/payload/confidence',
        keyword: 'maximum',
        message: 'expected a number of 1 or less, found the number 7',
      },
      {
        at: '/payload/mood',
        keyword: 'enum',
        message: 'expected one of `calm`, `cross`, found the text `sad`',
      },
      { at: '/payload/tags', keyword: 'maxItems', message: 'expected at most 2 entries, found 3' },
      { at: '/payload/tags/0', keyword: 'maxLength', message: 'expected at most 3 characters, found 4' },
      {
        at: '/payload/tags',
        keyword: 'uniqueItems',
        message: 'expected no entry twice, found entries 1 and 2 equal',
      },
      {
        at: '/payload/due',
        keyword: 'format',
        message: 'expected a text of the form `date-time`, found the text `today`',
      },
      {
        at: '/payload/either',
        keyword: 'anyOf',
        message: 'fits none of the forms that are allowed here, found the number 3',
      },
    ],
  ],
  [
    'a name from the prototype does not stand for a field',
    JSON.parse('{"__proto__":{"objective":"x","established":[],"confidence":1}}'),
    ['objective', 'established', 'confidence']
      .map(
        (name): SchemaFault => ({ at: '/payload', keyword: 'required', message: `\`${name}\` is missing` }),
      )
      .concat({
        at: '/payload/__proto__',
        keyword: 'additionalProperties',
        message: '`__proto__` is not a known member',
      }),
  ],
  [
    'foreign text is quoted and capped, and its marks taken out',
    payload({ [`~/\`${LONG}`]: 1 }),
    [
      {
        at: `/payload/~0~1\`${LONG}`.slice(0, 200 + '/payload/'.length + 2),
        keyword: 'additionalProperties',
        message: `\`~/\ufffd${'y'.repeat(57)}…\` is not a known member`,
      },
    ],
  ],
];

for (const [name, value, faults] of TABLE) {
  test(`payload: ${name}`, () => {
    assert.deepEqual(validate(value), faults);
  });
}

test('at most 50 faults, and for a very large payload the first alone', () => {
  const tags = (count: number): JsonObject => payload({ tags: Array<number>(count).fill(1) });
  assert.equal(validate(tags(1000)).length, 50);
  assert.equal(validate(tags(30_000)).length, 1);
});

test('at most 50 facts with two values are told', () => {
  const established = Array.from({ length: 200 }, (_, index) => entry('refund_id', `RF-${10_000 + index}`));
  assert.equal(validate(payload({ established })).length, 50);
});

test('the pattern ^(a+)+$ over 100 kB cannot hang it', () => {
  const started = performance.now();
  assert.equal(validate(payload({ hard: `${'a'.repeat(100_000)}!` })).length, 1);
  assert.deepEqual(validate(payload({ hard: 'aaa' })), []);
  assert.ok(performance.now() - started < 2000);
});

test('a schema that names a property of every object asks for its own', () => {
  const check = payloadValidator({
    payload_schema: { type: 'object', required: ['toString', 'constructor'] },
  });
  assert.equal(check({}).length, 2);
  assert.equal(check(JSON.parse('{"toString":1,"constructor":2}')).length, 0);
});

test('a schema that names a property `contains` or `anyOf` loses no fault', () => {
  const check = payloadValidator({
    payload_schema: {
      properties: { contains: { type: 'string' }, anyOf: { type: 'string' }, plain: { type: 'string' } },
    },
  });
  assert.deepEqual(
    check({ contains: 1, anyOf: 2, plain: 3 }).map(({ at }) => at),
    ['/payload/contains', '/payload/anyOf', '/payload/plain'],
  );
});

const REFUSED: readonly (readonly [string, JsonObject])[] = [
  ['an unknown keyword', { minimun: 3 }],
  ['an unknown format', { format: 'iban' }],
  ['a pattern with look-ahead', { pattern: '^(?=a)' }],
  ['a pattern with a back reference', { pattern: '^(a)\\1$' }],
  ['a reference to another document', { $ref: 'https://example.test/other' }],
];

for (const [name, schema] of REFUSED) {
  test(`a schema with ${name} is not compiled`, () => {
    assert.throws(() => payloadValidator({ payload_schema: schema }));
  });
}

test('two edges may have schemas of the same $id', () => {
  payloadValidator({ payload_schema: SCHEMA });
  assert.deepEqual(payloadValidator({ payload_schema: { ...SCHEMA, properties: {}, required: [] } })({}), []);
});

// Each pattern beside texts: what the built-in engine says must be what ours says.
const PATTERNS: readonly string[] = [
  '^RF-[0-9]{5}$',
  '^GBP [0-9]+\\.[0-9]{2}$',
  '^[a-z0-9_*-]+(\\.[a-z0-9_*-]+)*$',
  'RF',
  '^a|b$',
  '^[^a-z]+$',
  '^\\d{2,4}$',
  '^$',
  '^(?:ab)+$',
];
const TEXTS: readonly string[] = [
  '',
  'RF-90412',
  'xRF-90412',
  'RF-904123',
  'GBP 68.40',
  'GBP 6840',
  'a.b-c.*',
  'a..b',
  'ab',
  'abab',
  'aba',
  '12',
  '12345',
  'Ü',
  'a\n',
];

for (const pattern of PATTERNS) {
  test(`the pattern ${pattern} reads as it is meant`, () => {
    const native = new RegExp(pattern, 'u');
    const linear = linearPattern(pattern);
    for (const text of TEXTS) assert.equal(linear.test(text), native.test(text), text);
  });
}

test('patterns that the built-in engine could go back over are left to RE2', () => {
  for (const pattern of ['^a*a*a*a*a*a*b$', '(a*)*b', '^(a|a)+$', 'a+b', '^(a|ab)*c$', '^([a-z]+)*$']) {
    const started = performance.now();
    linearPattern(pattern).test(`${'a'.repeat(50_000)}!`);
    assert.ok(performance.now() - started < 2000, pattern);
  }
});

test('for custom rules: the named facts and fields, and no others', () => {
  const established = [entry('a', 1), entry('b', { x: 2 }), entry('a', 3), entry('__proto__', 4)] as never;
  const facts = factsOf({
    edge: { established: ['a', '__proto__', 'missing'], properties: ['channel', 'toString', 'absent'] },
    transfer: {
      payload: { ...EMPTY_PAYLOAD, established, channel: 'app', other: 1 } as unknown as JsonValue,
    },
  });
  assert.deepEqual(Object.entries(facts.payload.established), [
    ['a', 1],
    ['__proto__', 4],
  ]);
  assert.deepEqual(facts.payload.fields, { channel: 'app' });
});

test('the schema’s faults are handed on as they are', () => {
  const payloadErrors = [{ at: '/payload', keyword: 'type', message: 'expected an object, found null' }];
  assert.equal(factsOf({ input: { payloadErrors } }).payload.errors, payloadErrors);
});
