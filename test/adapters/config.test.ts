import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { SECRET_PREFIX } from '../../src/model/config.js';
import type { ConfigFacts } from '../../src/model/facts.js';
import type { ClaimedEffect } from '../../src/model/payload.js';
import type { RunRecord } from '../../src/model/record.js';
import { message, rule } from '../run/build.js';
import {
  claim,
  configAfter,
  configRecord,
  factsAfter,
  handed,
  PLAN,
  reading,
  received,
  seenBy,
  sent,
  unread,
} from '../support/config-run.js';

/** `a` has its task since the run began, and hands on. */
function change(before: JsonValue, now: JsonValue, ...claims: readonly ClaimedEffect[]): ConfigFacts {
  return configAfter([received(0, before), sent(1, now), handed(1, 'a>b', claims)]);
}

/** Each change in one line, and whether it is told. */
function told({ changes }: ConfigFacts): string[] {
  return changes.map(({ operation, path, claimed }) => `${operation} ${path} ${claimed ? 'told' : 'untold'}`);
}

const real = ({ claims }: ConfigFacts): boolean[] => claims.map((one) => one.real);

test('an edge that reads no config has no facts of it, but for claims', () => {
  const none = configAfter([received(0, 1), sent(1, 2), handed(1, 'a>b')], []);
  assert.deepEqual(none, { sources: [], changes: [], omitted: 0, claims: [] });
  const claimed = factsAfter([handed(1, 'a>b', [claim('flags/x')])], []);
  assert.deepEqual(real(claimed.config), [false]);
  assert.equal(claimed.present.config, true);
  // Nobody asks the source, so that it is a claim like any other.
  assert.deepEqual(
    claimed.side_effects.claimed.map(({ target }) => target),
    ['flags/x'],
  );
});

test('a source that is read is asked itself about claims of it', () => {
  const facts = factsAfter([
    received(0, { x: 1 }),
    sent(1, { x: 2 }),
    handed(1, 'a>b', [claim('flags/x'), claim('other/x')]),
  ]);
  assert.deepEqual(real(facts.config), [true, false]);
  assert.deepEqual(
    facts.side_effects.claimed.map(({ target }) => target),
    ['other/x'],
  );
});

interface Fault {
  readonly about: string;
  readonly records: readonly RunRecord[];
  readonly fault: string;
  readonly of: 'source' | 'baseline';
}

const without = { ...reading(1) } as { document?: JsonValue };
delete without.document;
const sentAs = (more: object): RunRecord => configRecord({ hop: 1, moment: 'sent' }, reading(1, more));
const receivedAs = (more: object): RunRecord =>
  configRecord({ hop: 0, moment: 'received' }, reading(1, more));

const FAULTS: readonly Fault[] = [
  { about: 'nobody looked at it', records: [received(0, 1)], fault: 'not_recorded', of: 'source' },
  { about: 'nobody looked before', records: [sent(1, 1)], fault: 'not_recorded', of: 'baseline' },
  {
    about: 'it could not be read',
    records: [received(0, 1), configRecord({ hop: 1, moment: 'sent' }, unread('config_source.timeout'))],
    fault: 'timeout',
    of: 'source',
  },
  {
    about: 'it could not be read before',
    records: [configRecord({ hop: 0, moment: 'received' }, unread('config_source.gone')), sent(1, 1)],
    fault: 'gone',
    of: 'baseline',
  },
  {
    about: 'its document is another than its digest says',
    records: [received(0, 1), sentAs({ document: 2 })],
    fault: 'document_changed',
    of: 'source',
  },
  {
    about: 'the baseline was written again',
    records: [receivedAs({ document: 2 }), sent(1, 1)],
    fault: 'document_changed',
    of: 'baseline',
  },
  {
    about: 'its document is kept elsewhere',
    records: [received(0, 1), configRecord({ hop: 1, moment: 'sent' }, without as never)],
    fault: 'document_missing',
    of: 'source',
  },
  {
    about: 'secrets were digested by different keys',
    records: [receivedAs({ secrets_key: 'k1' }), sentAs({ secrets_key: 'k2' })],
    fault: 'other_key',
    of: 'baseline',
  },
  {
    about: 'another file was read',
    records: [received(0, 1), sentAs({ location: 'config/copy.yaml' })],
    fault: 'other_source',
    of: 'source',
  },
  {
    about: 'the baseline is of another file',
    records: [receivedAs({ location: 'config/copy.yaml' }), sent(1, 1)],
    fault: 'other_source',
    of: 'baseline',
  },
];

for (const { about, records, fault, of } of FAULTS) {
  test(`unreadable: ${about}`, () => {
    const facts = factsAfter([...records, handed(1, 'a>b', [claim('flags/x')])]);
    const [source] = facts.config.sources;
    assert.ok(source);
    const [faulty, fine] = of === 'source' ? [source, source.baseline] : [source.baseline, source];
    assert.deepEqual([faulty.read, faulty.fault], [false, `config_source.${fault}`]);
    assert.deepEqual([fine.read, fine.fault], [true, null]);
    assert.equal(facts.present.config, false);
    assert.deepEqual(facts.config.changes, []);
    assert.deepEqual(real(facts.config), [false]);
  });
}

test('one key, or no secrets at all, can be compared', () => {
  for (const [one, other] of [
    [{ secrets_key: 'k' }, { secrets_key: 'k' }],
    [{}, { secrets_key: 'k' }],
  ] as const) {
    const facts = factsAfter([receivedAs(one), sentAs(other), handed(1, 'a>b')]);
    assert.equal(facts.present.config, true);
  }
});

test('another baseline is the one that was read with it, and nobody answers for what lies before the run', () => {
  const plans = [{ ...PLAN, baseline: 'git:main' }];
  const look = sent(
    1,
    { x: 2 },
    { baseline: reading({ x: 1 }, { adapter: 'git', location: 'main:x', ref: 'abc' }) },
  );
  const facts = configAfter([received(0, { x: 7 }), look, handed(1, 'a>b')], plans);
  assert.deepEqual(
    facts.changes.map(({ before, after }) => [before, after]),
    [[1, 2]],
  );
  assert.equal(facts.sources[0]?.baseline.ref, 'abc');
  const none = factsAfter([received(0, { x: 7 }), sent(1, { x: 2 }), handed(1, 'a>b')], plans);
  assert.equal(none.config.sources[0]?.baseline.fault, 'config_source.not_recorded');
});

test('what was read just now goes before what was recorded', () => {
  const records = [received(0, { x: 1 }), sent(1, { x: 1 }), handed(1, 'a>b')];
  const readings = new Map([['flags', { live: reading({ x: 2 }) }]]);
  assert.deepEqual(told(configAfter(records, [PLAN], readings)), ['replace /x untold']);
});

const CLAIMS: readonly (readonly [string, JsonValue, JsonValue, ClaimedEffect, boolean, boolean])[] = [
  ['the change', { x: 1 }, { x: 2 }, claim('flags/x'), true, true],
  [
    'with its values',
    { x: 1 },
    { x: 2 },
    claim('flags/x', { operation: 'replace', before: 1, after: 2 }),
    true,
    true,
  ],
  ['another value', { x: 1 }, { x: 2 }, claim('flags/x', { after: 3 }), false, false],
  ['another value before', { x: 1 }, { x: 2 }, claim('flags/x', { before: 0 }), false, false],
  ['the same as text', { x: 1 }, { x: 2 }, claim('flags/x', { after: '2' }), false, false],
  ['another operation', { x: 1 }, { x: 2 }, claim('flags/x', { operation: 'add' }), false, false],
  [
    'an operation that there is not',
    { x: 1 },
    { x: 2 },
    claim('flags/x', { operation: 'set' as never }),
    false,
    false,
  ],
  [
    'an operation of Object’s own',
    { x: 1 },
    { x: 2 },
    claim('flags/x', { operation: 'toString' as never }),
    false,
    false,
  ],
  ['another path', { x: 1 }, { x: 2 }, claim('flags/y'), false, false],
  ['another source', { x: 1 }, { x: 2 }, claim('flag/x'), false, false],
  ['the source alone', { x: 1 }, { x: 2 }, claim('flags'), true, false],
  ['the whole source, as it is', { x: 1 }, { x: 2 }, claim('flags', { after: { x: 2 } }), true, true],
  ['no pointer', { x: 1 }, { x: 2 }, claim('flagsx'), false, false],
  ['a wrong escape', { 'x~y': 1 }, { 'x~y': 2 }, claim('flags/x~y'), true, false],
  ['an escape', { 'x/y': 1 }, { 'x/y': 2 }, claim('flags/x~1y'), true, true],
  ['what stands above, without its value', { a: { x: 1 } }, { a: { x: 2 } }, claim('flags/a'), true, false],
  [
    'what stands above, with its value',
    { a: { x: 1 } },
    { a: { x: 2 } },
    claim('flags/a', { after: { x: 2 } }),
    true,
    true,
  ],
  [
    'what stands above, with another value',
    { a: { x: 1 } },
    { a: { x: 2 } },
    claim('flags/a', { after: { x: 3 } }),
    false,
    false,
  ],
  ['what was added', {}, { x: 1 }, claim('flags/x', { operation: 'add', after: 1 }), true, true],
  ['what was added, as replaced', {}, { x: 1 }, claim('flags/x', { operation: 'replace' }), false, false],
  ['what was added, with a value before', {}, { x: 1 }, claim('flags/x', { before: null }), false, false],
  [
    'all of an added tree',
    {},
    { a: { x: 1 } },
    claim('flags/a/x', { operation: 'add', after: 1 }),
    true,
    true,
  ],
  ['a part of an added tree', {}, { a: { x: 1, y: 1 } }, claim('flags/a/x', { after: 1 }), true, false],
  [
    'a part of a removed tree',
    { a: { x: 1, y: 1 } },
    {},
    claim('flags/a/x', { operation: 'remove' }),
    true,
    false,
  ],
  ['what was removed', { x: 1 }, {}, claim('flags/x', { operation: 'remove', before: 1 }), true, true],
  ['what was removed, with a value after', { x: 1 }, {}, claim('flags/x', { after: null }), false, false],
  ['nothing, where nothing was', { x: 1 }, { x: 2 }, claim('flags/z', { operation: 'remove' }), false, false],
  ['a prototype', { x: 1 }, { x: 2 }, claim('flags/__proto__', { operation: 'remove' }), false, false],
  ['an inherited member', { x: 1 }, { x: 2 }, claim('flags/constructor/name'), false, false],
  [
    'an item, as the patch tells it',
    ['p', 'q', 'r'],
    ['q', 'r'],
    claim('flags/0', { operation: 'remove' }),
    true,
    true,
  ],
  ['a length', ['p'], ['p', 'q'], claim('flags/length'), false, false],
  ['an index that is none', ['p'], ['q'], claim('flags/00'), false, false],
  [
    'another spelling of an instant',
    { x: '2026-11-30T10:00:00Z', y: 1 },
    { x: '2026-11-30T10:00:00.0Z', y: 2 },
    claim('flags/x'),
    false,
    false,
  ],
];

for (const [about, before, now, made, isReal, tells] of CLAIMS) {
  test(`claimed: ${about}`, () => {
    const facts = change(before, now, made);
    assert.deepEqual(real(facts), [isReal]);
    assert.deepEqual(
      facts.changes.map(({ claimed }) => claimed),
      [tells],
    );
  });
}

test('a tree that is told part by part is told, and only whole', () => {
  const tree = { a: { x: 1, y: { z: [1, 2] }, e: {} } };
  const parts = ['x', 'y/z/0', 'y/z/1', 'e'].map((part) => claim(`flags/a/${part}`));
  assert.deepEqual(told(change({}, tree, ...parts)), ['add /a told']);
  for (const [index] of parts.entries())
    assert.deepEqual(told(change({}, tree, ...parts.filter((_, other) => other !== index))), [
      'add /a untold',
    ]);
  assert.deepEqual(told(change({}, tree, claim('flags/a/x'), claim('flags/a/y'), claim('flags/a/e'))), [
    'add /a told',
  ]);
});

test('what was moved is told where it is now', () => {
  const value = { name: 'a value that is long enough' };
  const facts = change({ a: value }, { b: value }, claim('flags/b', { operation: 'move' }));
  assert.deepEqual(told(facts), ['move /b told']);
  assert.deepEqual(real(facts), [true]);
  assert.deepEqual(told(change({ a: value }, { b: value }, claim('flags/a'))), ['move /b untold']);
});

test('a member that is called __proto__ is one like any other', () => {
  const before = JSON.parse('{"__proto__":{"x":1}}') as JsonValue;
  const now = JSON.parse('{"__proto__":{"x":2}}') as JsonValue;
  const facts = change(before, now, claim('flags/__proto__/x', { before: 1, after: 2 }));
  assert.deepEqual(told(facts), ['replace /__proto__/x told']);
  assert.deepEqual(real(facts), [true]);
});

test('of a secret nobody can tell the value, and whoever tells the change tells the truth', () => {
  const [one, other] = [`${SECRET_PREFIX}k:1`, `${SECRET_PREFIX}k:2`];
  const facts = change(
    { key: one },
    { key: other },
    claim('flags/key', { before: 'hunter1', after: 'hunter2' }),
  );
  assert.deepEqual([real(facts), facts.changes[0]?.secret], [[true], true]);
  assert.deepEqual(real(change({ key: one }, { key: one }, claim('flags/key', { after: 'hunter2' }))), [
    false,
  ]);
  assert.equal(change({ a: {} }, { a: { key: one } }).changes[0]?.secret, true);
});

test('a claim says what is there instead, if that is short', () => {
  const [found] = change({ x: 1 }, { x: 1 }, claim('flags/x')).claims;
  assert.deepEqual([found?.before, found?.after], [1, 1]);
  const long = 'x'.repeat(300);
  const [unfound] = change({ x: long }, {}, claim('flags/x', { after: 1 })).claims;
  assert.deepEqual(
    [unfound?.before, unfound?.after, unfound !== undefined && 'before' in unfound],
    [undefined, undefined, false],
  );
});

test('paths that are too long together are not listed, and that is told', () => {
  const keys = Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(1000, 'k'));
  const tree = (value: number): JsonObject => Object.fromEntries(keys.map((key) => [key, { [key]: value }]));
  const { changes, omitted } = change(tree(1), tree(2));
  assert.ok(changes.length > 0 && changes.length < 900);
  assert.equal(changes.length + omitted, 900);
});

test('what follows `?` in a URL is in no fact', () => {
  const document = { a: 1 };
  const location = 'https://flags.example/v1?token=hush-hush';
  const plan = { ...PLAN, adapter: 'http', location } as const;
  const seen = { ...reading(document), adapter: 'http', location: 'https://flags.example/v1?…' } as const;
  const records = [
    configRecord({ hop: 0, moment: 'received' }, seen),
    configRecord({ hop: 1, moment: 'sent' }, seen),
    handed(1, 'a>b'),
  ];
  const facts = configAfter(records, [plan]);
  assert.doesNotMatch(JSON.stringify(facts), /hush-hush/);
  assert.match(JSON.stringify(facts), /flags\.example\/v1\?…/);
});

test('a value that is too large is not told, and is compared all the same', () => {
  const large = 'x'.repeat(5000);
  const [one] = change({ x: 1 }, { x: large }, claim('flags/x', { after: large })).changes;
  assert.deepEqual([one?.large, one !== undefined && 'after' in one, one?.claimed], [true, false, true]);
  const many = (mark: string): JsonObject =>
    Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, mark.repeat(1500)]));
  const { changes } = change(many('a'), many('b'));
  const shown = changes.filter((each) => !each.large);
  assert.ok(shown.length > 50 && shown.length < 200, `${shown.length}`);
});

test('more changes than are listed are counted, and nothing passes as the whole difference', () => {
  const many = (mark: number): JsonObject =>
    Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`k${n}`, mark]));
  const plans = [PLAN, { ...PLAN, source: 'more' }];
  const looks = ['flags', 'more'].flatMap((source) => [
    received(0, many(1), { source }),
    sent(1, many(2), { source }),
  ]);
  const facts = factsAfter([...looks, handed(1, 'a>b')], plans);
  assert.deepEqual(
    [facts.config.changes.length, facts.config.omitted, facts.present.config],
    [1000, 400, false],
  );
  const tooMany = factsAfter([
    received(0, { ...many(1), ...wide(1) }),
    sent(1, { ...many(2), ...wide(2) }),
    handed(1, 'a>b'),
  ]);
  assert.deepEqual(
    [tooMany.config.changes.length, tooMany.config.omitted, tooMany.present.config],
    [1000, 200, false],
  );
});

function wide(mark: number): JsonObject {
  return Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`w${n}`, mark]));
}

test('ten thousand claims of one large tree are looked at once', () => {
  const large = (mark: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: 30_000 }, (_, n) => [`k${n}`, `value ${n}`]).concat([['mark', String(mark)]]),
    );
  const claims = Array.from({ length: 10_000 }, () => claim('flags/tree'));
  const started = performance.now();
  const facts = change({ tree: large(1) }, { tree: large(2) }, ...claims);
  assert.equal(facts.claims.length, 10_000);
  // Minutes, where each claim compares the tree anew: no measure of speed.
  assert.ok(performance.now() - started < 30_000);
});

const PROVIDER = { provider: 'acme', x: 1 };
const SWITCHED = { provider: 'globex', x: 1 };
const TARGET = 'flags/provider';
const switched = claim(TARGET, { operation: 'replace', before: 'acme', after: 'globex' });

/** Whose the switch of the provider is, which `a` hands on at hop 9. */
function other(...records: readonly RunRecord[]): unknown {
  const last = [sent(9, SWITCHED), handed(9, 'a>z', [], { after: [1] })];
  const { changes } = configAfter([...records, ...last]);
  assert.equal(changes.length, 1);
  return changes[0]?.other;
}
const task = [handed(1, 'm>a', [], { after: [] }), received(1, PROVIDER)];
const by = (claims: readonly ClaimedEffect[], more = {}): RunRecord =>
  handed(2, 'p>q', claims, { after: [], ...more });

const OTHERS: readonly (readonly [about: string, records: readonly RunRecord[], whose: unknown])[] = [
  ['nobody told', task, null],
  [
    'another told, and the source was looked at',
    [...task, sent(2, SWITCHED), by([switched])],
    { agent: 'p', hop: 2 },
  ],
  ['told without a value', [...task, sent(2, SWITCHED), by([claim(TARGET)])], { agent: 'p', hop: 2 }],
  ['told, and nobody looked', [...task, by([switched])], null],
  ['told, and it was not so yet', [...task, sent(2, PROVIDER), by([switched])], null],
  ['told without a value, and it was not so yet', [...task, sent(2, PROVIDER), by([claim(TARGET)])], null],
  [
    'told, and it was another value then',
    [...task, sent(2, { ...PROVIDER, provider: 'x' }), by([claim(TARGET)])],
    null,
  ],
  ['told of another value', [...task, sent(2, SWITCHED), by([claim(TARGET, { after: 'x' })])], null],
  ['told of another path', [...task, sent(2, SWITCHED), by([claim('flags/x')])], null],
  ['told of another kind', [...task, sent(2, SWITCHED), by([{ ...switched, kind: 'config.read' }])], null],
  ['told and blocked', [...task, sent(2, SWITCHED), by([switched], { delivered: false })], null],
  [
    'told before the baseline',
    [sent(2, SWITCHED), by([switched]), ...task.slice(0, 1), received(1, PROVIDER)],
    null,
  ],
  [
    'told by the sender itself',
    [
      ...task.slice(0, 1),
      handed(2, 'a>q', [switched], { after: [1] }),
      ...[handed(3, 'q>a'), received(1, PROVIDER), received(3, PROVIDER)],
    ],
    null,
  ],
  [
    'another file was looked at then',
    [
      ...task,
      configRecord({ hop: 2, moment: 'sent' }, reading(SWITCHED, { location: 'copy.yaml' })),
      by([switched]),
    ],
    null,
  ],
  ['another was seen', [...task, seenBy('p', TARGET, 'e1')], { agent: 'p', hop: null }],
  ['another was seen before the baseline', [seenBy('p', TARGET, 'e1'), ...task], null],
  ['another was seen elsewhere', [...task, seenBy('p', 'flags/x', 'e1')], null],
  ['the sender was seen', [...task, seenBy('a', TARGET, 'e1')], null],
  ['the sender was seen after it', [...task, seenBy('p', TARGET, 'e1'), seenBy('a', TARGET, 'e2')], null],
  [
    'the sender was seen before it',
    [...task, seenBy('a', TARGET, 'e1'), seenBy('p', TARGET, 'e2')],
    { agent: 'p', hop: null },
  ],
];

for (const [about, records, whose] of OTHERS) {
  test(`whose a change is: ${about}`, () => {
    assert.deepEqual(other(...records), whose);
  });
}

test('whose a change since another baseline is: others are asked from the start of the run, and never the sender', () => {
  const plans = [{ ...PLAN, baseline: 'git:main' }];
  const told = (from: string): RunRecord[] => [
    ...[sent(2, SWITCHED), handed(2, `${from}>q`, [switched], { after: [] })],
    ...[handed(3, 'q>a'), received(3, SWITCHED)],
  ];
  const last = [sent(9, SWITCHED, { baseline: reading(PROVIDER) }), handed(9, 'a>z', [], { after: [3] })];
  const whose = (from: string): unknown =>
    configAfter([...told(from), ...last], plans).changes.map(({ other: one }) => one);
  assert.deepEqual(whose('p'), [{ agent: 'p', hop: 2 }]);
  assert.deepEqual(whose('a'), [null]);
});

test('whose a move is: both of its ends have to be answered for', () => {
  const value = { name: 'a value that is long enough' };
  const last = [sent(9, { b: value }), handed(9, 'a>z', [], { after: [1] })];
  const start = [handed(1, 'm>a', [], { after: [] }), received(1, { a: value })];
  const whose = (...records: readonly RunRecord[]): unknown =>
    configAfter([...start, ...records, ...last]).changes.map(({ operation, other: one }) => [operation, one]);
  const half = [sent(2, { a: value, b: value }), by([claim('flags/b'), claim('flags/a')])];
  assert.deepEqual(whose(...half), [['move', null]]);
  assert.deepEqual(whose(sent(2, { b: value }), by([claim('flags/b')])), [['move', null]]);
  const both = [claim('flags/b'), claim('flags/a', { operation: 'remove' })];
  assert.deepEqual(whose(sent(2, { b: value }), by(both)), [['move', { agent: 'p', hop: 2 }]]);
});

test('what a prohibition names is found within what came or went as a whole', () => {
  const forbidding = (target: string, kind = 'config.change'): RunRecord =>
    message('a', [rule('c1', { forbids: [{ kind, target }] })]);
  const matched = (target: string, before: JsonValue, now: JsonValue, kind?: string): number =>
    configAfter([
      forbidding(target, kind),
      received(0, before),
      sent(1, now),
      handed(1, 'a>b'),
    ]).changes.flatMap(({ matches }) => matches).length;
  const tree = { api: { key: 'k', 'a/b': [1] } };
  assert.equal(matched('flags/api/key', tree, {}), 1);
  assert.equal(matched('flags/api/key', {}, tree), 1);
  assert.equal(matched('flags/api/a~1b/0', tree, {}), 1);
  assert.equal(matched('flags/api/key', tree, { api: 7 }), 1);
  assert.equal(matched('flags/api/*', tree, {}), 1);
  assert.equal(matched('flags/api/key', tree, {}, 'config.*'), 1);
  assert.equal(matched('flags/api/key', tree, {}, 'message.email'), 0);
  assert.equal(matched('flags/api/url', tree, {}), 0);
  assert.equal(matched('payments/api/key', tree, {}), 0);
  const value = { name: 'a value that is long enough' };
  assert.equal(matched('flags/a/name', { a: value }, { b: value }), 1);
  assert.equal(matched('flags/b/name', { a: value }, { b: value }), 1);
});

// A naive model: three agents change documents of one form, leaf by leaf, and say so truly or not.
const LEAVES = ['a', 'b', 'c', 'd', 'e'];
const document = fc.record(Object.fromEntries(LEAVES.map((leaf) => [leaf, fc.nat(2)])));
const saying = fc.array(
  fc.record({ leaf: fc.constantFrom(...LEAVES, 'nowhere'), after: fc.option(fc.nat(2)) }),
  { maxLength: 4 },
);
const claimsIn = (said: readonly { leaf: string; after: number | null }[]): ClaimedEffect[] =>
  said.map(({ leaf, after }) => claim(`flags/${leaf}`, after === null ? undefined : { after }));

test('facts agree with documents that are compared leaf by leaf', () => {
  fc.assert(
    fc.property(document, document, document, saying, saying, (before, between, now, others, own) => {
      const facts = configAfter([
        ...[handed(1, 'm>a', [], { after: [] }), received(1, before)],
        ...[sent(2, between), handed(2, 'p>q', claimsIn(others), { after: [] })],
        ...[sent(9, now), handed(9, 'a>z', claimsIn(own), { after: [1] })],
      ]);
      const differs = LEAVES.filter((leaf) => before[leaf] !== now[leaf]);
      assert.deepEqual(facts.changes.map(({ path }) => path.slice(1)).sort(), differs);
      for (const { path, before: was, after: is, claimed, other: whose } of facts.changes) {
        const leaf = path.slice(1);
        assert.deepEqual([was, is], [before[leaf], now[leaf]]);
        const says = (list: readonly { leaf: string; after: number | null }[]): boolean =>
          list.some((one) => one.leaf === leaf && (one.after === null || one.after === now[leaf]));
        assert.equal(claimed, says(own), path);
        assert.equal(whose !== null, says(others) && between[leaf] === now[leaf], path);
      }
      const isTrue = ({ leaf, after }: { leaf: string; after: number | null }): boolean =>
        differs.includes(leaf) && (after === null || after === now[leaf]);
      assert.deepEqual(real(facts), own.map(isTrue));
    }),
    { numRuns: 300 },
  );
});

const anyDocument = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;

test('with no change nothing is told, and no claim is true', () => {
  fc.assert(
    fc.property(anyDocument, fc.array(fc.string()), (same, paths) => {
      const facts = change(same, same, ...paths.map((path) => claim(`flags/${path}`)), claim('flags'));
      assert.deepEqual([facts.changes, facts.omitted, real(facts).includes(true)], [[], 0, false]);
    }),
    { numRuns: 200 },
  );
});

test('any change is found, told by nobody, and told once it is claimed as it is told', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, now) => {
      const { changes } = change(before, now);
      const same = JSON.stringify(before) === JSON.stringify(now);
      if (same) assert.deepEqual(changes, []);
      assert.ok(changes.every(({ claimed, other: whose }) => !claimed && whose === null));
      const claims = changes.map(({ path, operation, after }) =>
        claim(`flags${path}`, { operation, ...(after === undefined ? {} : { after }) }),
      );
      const facts = change(before, now, ...claims);
      assert.ok(facts.changes.every(({ claimed }) => claimed));
      assert.ok(!real(facts).includes(false));
    }),
    { numRuns: 300 },
  );
});
