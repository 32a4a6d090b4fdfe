import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { MAX_CONFIG_DEPTH } from '../../src/config/config-depth.js';
import { normaliseConfig } from '../../src/config/normalise-config.js';
import { anyConfig, anyKey, anyScalar, nested, objectOf } from './arbitrary-config.js';

const ID = { '/customers': 'id' };

function normal(document: JsonValue, identity: Readonly<Record<string, string>>): JsonValue {
  const normalised = normaliseConfig(document, { identity });
  assert.ok('document' in normalised, JSON.stringify(normalised));
  return normalised.document;
}

interface Good {
  readonly says: string;
  readonly document: JsonValue;
  readonly identity: Readonly<Record<string, string>>;
  readonly becomes: JsonValue;
}

const GOOD: readonly Good[] = [
  {
    says: 'an array becomes an object by identity, text or integer',
    document: {
      customers: [
        { id: 17, name: 'a' },
        { id: 'x', name: 'b' },
      ],
      other: [{ id: 1 }],
    },
    identity: ID,
    becomes: { customers: { 17: { id: 17, name: 'a' }, x: { id: 'x', name: 'b' } }, other: [{ id: 1 }] },
  },
  {
    says: 'the document itself',
    document: [{ name: 'a' }],
    identity: { '': 'name' },
    becomes: { a: { name: 'a' } },
  },
  {
    says: 'a star is any one segment, also an index',
    document: { a: { list: [{ id: 1 }] }, b: [[], { list: [{ id: 2 }] }] },
    identity: { '/*/list': 'id', '/b/*/list': 'id' },
    becomes: { a: { list: { 1: { id: 1 } } }, b: [[], { list: { 2: { id: 2 } } }] },
  },
  {
    says: 'nested identities go by the paths that the outer ones make',
    document: {
      customers: [
        { id: 'x', mails: [{ at: 'm' }] },
        { id: 'y', mails: [{ at: 'n' }] },
      ],
    },
    identity: { '/customers': 'id', '/customers/x/mails': 'at' },
    becomes: {
      customers: { x: { id: 'x', mails: { m: { at: 'm' } } }, y: { id: 'y', mails: [{ at: 'n' }] } },
    },
  },
  {
    says: 'a last ** is everything below',
    document: { a: [{ id: 1, b: [{ id: 2 }] }] },
    identity: { '/**': 'id' },
    becomes: { a: { 1: { id: 1, b: { 2: { id: 2 } } } } },
  },
  {
    says: 'an escaped segment',
    document: { 'a/b': { '~': [{ id: 1 }] } },
    identity: { '/a~1b/~0': 'id' },
    becomes: { 'a/b': { '~': { 1: { id: 1 } } } },
  },
  {
    says: 'what is not there, or is no array, stays',
    document: { customers: null, b: { c: { id: 'other' } } },
    identity: { ...ID, '/b': 'id', '/nothing/here': 'id' },
    becomes: { customers: null, b: { c: { id: 'other' } } },
  },
  {
    says: 'an empty array is an empty object',
    document: { customers: [] },
    identity: ID,
    becomes: { customers: {} },
  },
  {
    says: 'keys that objects inherit are keys as any other',
    document: JSON.parse(
      '{"__proto__":[{"id":"__proto__"},{"id":"constructor"}],"constructor":[1]}',
    ) as JsonValue,
    identity: { '/__proto__': 'id', '/constructor/0': 'x' },
    becomes: JSON.parse(
      '{"__proto__":{"__proto__":{"id":"__proto__"},"constructor":{"id":"constructor"}},"constructor":[1]}',
    ) as JsonValue,
  },
];

for (const { says, document, identity, becomes } of GOOD) {
  test(says, () => {
    const text = canonicalJson(document);
    assert.equal(canonicalJson(normal(document, identity)), canonicalJson(becomes));
    assert.equal(canonicalJson(document), text, 'what came in was changed');
  });
}

interface Bad {
  readonly says: string;
  readonly document: JsonValue;
  readonly identity?: Readonly<Record<string, string>>;
  readonly at: string;
  readonly message: RegExp;
}

const AWS = `AKIA${'Q'.repeat(16)}`;

const BAD: readonly Bad[] = [
  {
    says: 'no identity',
    document: { customers: [{ id: 1 }, { name: 'hunter2' }] },
    at: '/customers/1',
    message: /^no text or integer `id`/,
  },
  ...[null, true, 1.5, 2 ** 53, [1], { a: 1 }].map((id) => ({
    says: `identity ${JSON.stringify(id)}`,
    document: { customers: [{ id }] },
    at: '/customers/0',
    message: /^no text or integer `id`/,
  })),
  {
    says: 'an item that is no object',
    document: { customers: ['hunter2'] },
    at: '/customers/0',
    message: /^no text or integer/,
  },
  {
    says: 'an inherited identity',
    document: { customers: [{}] },
    identity: { '/customers': 'constructor' },
    at: '/customers/0',
    message: /^no text or integer `constructor`/,
  },
  {
    says: 'twice the same',
    document: { customers: [{ id: 'hunter2' }, { id: 'b' }, { id: 'hunter2' }] },
    at: '/customers/2',
    message: /^the same `id` as \/customers\/0$/,
  },
  {
    says: 'twice the same, once as a text and once as a number',
    document: { customers: [{ id: 17 }, { id: '17' }] },
    at: '/customers/1',
    message: /^the same `id` as \/customers\/0$/,
  },
  {
    says: 'twice the same in a nested one: places as they were read',
    document: { customers: [{ id: 'x' }, { id: 'hunter2', mails: [{ at: 1 }, { at: 1 }] }] },
    identity: { ...ID, '/customers/*/mails': 'at' },
    at: '/customers/1/mails/1',
    message: /^the same `at` as \/customers\/1\/mails\/0$/,
  },
  {
    says: 'below a key that looks like a credential',
    document: { [AWS]: [{ id: 1 }, { id: 1 }] },
    identity: { '/*': 'id' },
    at: '/(hidden)/1',
    message: /^the same `id` as \/\(hidden\)\/0$/,
  },
  {
    says: 'two identities for one array',
    document: { customers: [{ id: 1, name: 'a' }] },
    identity: { '/customers': 'id', '/*': 'name' },
    at: '/customers',
    message: /^two identities are declared for this array, `id` and `name`$/,
  },
  {
    says: 'an object that could be taken for the array',
    document: { customers: { 17: { id: 17 } } },
    at: '/customers',
    message: /^an object that looks like the array/,
  },
  {
    says: 'an empty object for an array',
    document: { customers: {} },
    at: '/customers',
    message: /^an object/,
  },
  {
    says: 'NaN',
    document: [Number.NaN],
    identity: {},
    at: '/0',
    message: /^a number that JSON cannot hold$/,
  },
  { says: 'a Date', document: [new Date() as never], identity: {}, at: '/0', message: /no JSON value$/ },
  { says: 'a bigint', document: { a: 1n as never }, identity: {}, at: '/a', message: /no JSON value$/ },
  { says: 'a hole', document: new Array(1) as never, identity: {}, at: '/0', message: /no JSON value$/ },
  {
    says: 'half a character',
    document: { a: '\ud800' },
    identity: {},
    at: '/a',
    message: /^half of a surrogate/,
  },
  { says: 'half a character as a key', document: { '\ud800': 1 }, identity: {}, at: '', message: /^half/ },
  {
    says: 'a key without end',
    document: { ['k'.repeat(1001)]: 1 },
    identity: {},
    at: '',
    message: /^a key of more/,
  },
  {
    says: 'an identity without end',
    document: { items: [{ id: 'k'.repeat(1001) }] },
    identity: { '/items': 'id' },
    at: '/items/0',
    message: /^a key of more/,
  },
  {
    says: 'too deep',
    document: nested(10_000),
    identity: {},
    at: `${'/0/a'.repeat(MAX_CONFIG_DEPTH / 2)}`,
    message: /^more than 56/,
  },
];

for (const { says, document, identity = ID, at, message } of BAD) {
  test(`fault: ${says}`, () => {
    const normalised = normaliseConfig(document, { identity });
    assert.ok('fault' in normalised, 'no fault');
    assert.match(normalised.fault.message, message);
    assert.equal(normalised.fault.at, at);
    assert.doesNotMatch(JSON.stringify(normalised), /hunter2|AKIA/);
  });
}

test('as deep as may be', () => {
  const document = nested(MAX_CONFIG_DEPTH);
  assert.equal(normal(document, {}), document);
});

test('a pattern that is none is misuse', () => {
  assert.throws(() => normaliseConfig({}, { identity: { 'no/pointer': 'id' } }), TypeError);
});

test('without identities nothing is changed, or copied', () => {
  fc.assert(
    fc.property(anyConfig, (document) => {
      assert.equal(normal(document, {}), document);
      assert.equal(normal(normal(document, { '/nowhere/at/all/*/x': 'id' }), {}), document);
    }),
  );
});

test('the order of an array with identity means nothing, and nothing is lost', () => {
  const items = fc.uniqueArray(fc.tuple(anyKey, anyScalar), { selector: ([id]) => id, maxLength: 20 });
  fc.assert(
    fc.property(items, (entries) => {
      const list = entries.map(([id, value]) =>
        objectOf([
          ['id', id],
          ['value', value],
        ]),
      );
      const one = normal({ list }, { '/list': 'id' });
      const other = normal({ list: [...list].reverse() }, { '/list': 'id' });
      assert.equal(canonicalJson(one), canonicalJson(other));
      const expected = objectOf(entries.map(([id], index) => [id, list[index] as JsonValue]));
      assert.equal(canonicalJson(one), canonicalJson({ list: expected }));
    }),
  );
});

test('100,000 items with identity', () => {
  const list = Array.from({ length: 100_000 }, (_, index) => ({ id: index, name: `n${index}` }));
  const keyed = normal({ list }, { '/list': 'id' }) as { list: Record<string, JsonValue> };
  assert.equal(Object.keys(keyed.list).length, 100_000);
});
