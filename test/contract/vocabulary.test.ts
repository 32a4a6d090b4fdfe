import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailsCheck } from '../../src/adapters/side-effects/details-faults.js';
import { readProject } from '../../src/contract/index.js';
import type { EffectKind } from '../../src/model/effect-kind.js';

// `effects` of the project file: the kinds of side effects that contracts may speak of.

const EFFECTS = `effects:
  message.*: { description: A message. }
  payment.refund:
    description: Money back.
    reversible: false
    details: { type: object, properties: { amount: { type: string } }, required: [amount] }
`;

const CONTRACT = (effects: string, standing = '[]'): string => `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: a--b, owner: us }
edge: { from: a, to: b }
declared_side_effects: ${effects}
provenance: { constraints: { standing: ${standing} } }
`;

function read(project: string, contract: string): ReturnType<typeof readProject> {
  return readProject(
    new Map([
      ['edge-contracts.yaml', project],
      ['contracts/a--b.yaml', contract],
    ]),
  );
}

function told(project: string, contract: string): string[] {
  return read(project, contract).diagnostics.map(
    ({ code, span, help }) => `${span?.file}:${span?.line} ${code}${help === undefined ? '' : ` ${help}`}`,
  );
}

const effect = (kind: string, more = ''): string =>
  `[{ by: sender, kind: ${kind}, target: customer${more} }]`;
const standing = (member: string, kind: string): string =>
  `[{ id: p1, text: no, modality: prohibition, ${member}: [{ kind: ${kind}, target: "*" }] }]`;

test('kinds of the vocabulary are known, also by a pattern that meets one', () => {
  for (const kind of ['message.email', 'message.*', '"*.refund"', 'payment.refund'])
    assert.deepEqual(told(EFFECTS, CONTRACT(effect(kind))), [], kind);
});

test('another kind is an error, with its place and the nearest word', () => {
  assert.deepEqual(told(EFFECTS, CONTRACT(effect('payment.refnd'))), [
    'contracts/a--b.yaml:5 contract.unknown_effect did you mean `payment.refund`?',
  ]);
  for (const member of ['forbids', 'requires'])
    assert.deepEqual(told(EFFECTS, CONTRACT('[]', standing(member, 'account.delete'))), [
      'contracts/a--b.yaml:6 contract.unknown_effect add it to `effects` of the project file',
    ]);
});

test('without a vocabulary any kind will do; an empty one has none', () => {
  assert.deepEqual(told('contracts: contracts\n', CONTRACT(effect('anything.at.all'))), []);
  assert.equal(told('effects: {}\n', CONTRACT(effect('message.email'))).length, 1);
});

test('what the vocabulary says of undoing holds where the contract says nothing', () => {
  const reversible = (contract: string): boolean[] | undefined =>
    read(EFFECTS, contract).set.contracts[0]?.declaredSideEffects?.map((one) => one.reversible);
  assert.deepEqual(reversible(CONTRACT(effect('payment.refund'))), [false]);
  assert.deepEqual(reversible(CONTRACT(effect('payment.*'))), [false]);
  assert.deepEqual(reversible(CONTRACT(effect('payment.refund', ', reversible: true'))), [true]);
  assert.deepEqual(reversible(CONTRACT(effect('message.email'))), [true]);
});

const WRONG: readonly (readonly [what: string, project: string, line: number])[] = [
  ['a kind in capitals', 'effects:\n  Message.Email: { description: x }\n', 2],
  ['what is in every vocabulary', 'effects:\n  config.change: { description: x }\n', 2],
  ['no description', 'effects:\n  message.email: {}\n', 2],
  ['an unknown key', 'effects:\n  message.email: { description: x, detail: true }\n', 2],
  [
    'a schema with an unknown keyword',
    'effects:\n  a.b:\n    description: x\n    details: { tpe: object }\n',
    4,
  ],
  ['a list', 'effects: [message.email]\n', 1],
];

for (const [what, project, line] of WRONG) {
  test(`a vocabulary with ${what} is an error with its place`, () => {
    const { diagnostics } = read(project, CONTRACT('[]'));
    assert.ok(diagnostics.length > 0);
    for (const { severity, span } of diagnostics) {
      assert.equal(severity, 'error');
      assert.deepEqual([span?.file, span?.line], ['edge-contracts.yaml', line]);
    }
  });
}

const KINDS: readonly EffectKind[] = [
  {
    kind: 'message.*',
    description: 'x',
    details: { properties: { to: { type: 'string' } } },
    reversible: null,
  },
  {
    kind: 'message.email',
    description: 'x',
    details: { type: 'object', required: ['to'] },
    reversible: null,
  },
  { kind: 'account.delete', description: 'x', details: null, reversible: null },
];

test('every kind that an effect falls under has its say about its details', () => {
  const check = detailsCheck(KINDS);
  const faults = (kind: string, details?: Record<string, unknown>): string[] =>
    check({ kind, target: 'x', ...(details === undefined ? {} : { details: details as never }) }).map(
      ({ at, keyword }) => `${at} ${keyword}`,
    );
  assert.deepEqual(faults('message.email', { to: 'x' }), []);
  assert.deepEqual(faults('message.email', { to: 7 }), ['/effect/details/to type']);
  assert.deepEqual(faults('message.email'), ['/effect/details required']);
  assert.deepEqual(faults('message.app'), []);
  assert.deepEqual(faults('account.delete', { any: 'thing' }), []);
  assert.deepEqual(detailsCheck(null)({ kind: 'message.email', target: 'x' }), []);
});

// What an agent may do, on the edges that hand to it and on those that it hands on over.

const EDGE = (from: string, to: string, effects: string): string => `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: ${from}--${to}, owner: us }
edge: { from: ${from}, to: ${to} }
${effects === '' ? '' : `declared_side_effects:${effects}`}
`;
const SENDER = '\n  - { by: sender, kind: payment.refund, target: customer }';
const RECEIVER = '\n  - { by: receiver, kind: payment.*, target: "*" }';
const OTHER = '\n  - { by: receiver, kind: message.email, target: customer }';

const HANDED: readonly (readonly [
  what: string,
  coming: string,
  going: string,
  warnings: readonly string[],
])[] = [
  ['the same on both sides', RECEIVER, SENDER, []],
  ['wider than its task', ' []', SENDER, ['contracts/b--c.yaml:6 contracts/a--b.yaml:5']],
  ['never handed on', OTHER, ' []', ['contracts/a--b.yaml:6 contracts/b--c.yaml:5']],
  [
    'both',
    OTHER,
    SENDER,
    ['contracts/b--c.yaml:6 contracts/a--b.yaml:5', 'contracts/a--b.yaml:6 contracts/b--c.yaml:5'],
  ],
  ['one side says nothing', '', SENDER, []],
  ['the other side says nothing', RECEIVER, '', []],
];

for (const [what, coming, going, warnings] of HANDED) {
  test(`what an agent may do on either side of it: ${what}`, () => {
    const files = new Map([
      ['contracts/a--b.yaml', EDGE('a', 'b', coming)],
      ['contracts/b--c.yaml', EDGE('b', 'c', going)],
    ]);
    const { diagnostics } = readProject(files);
    const told = diagnostics.map(({ code, severity, span, help = '' }) => {
      assert.deepEqual([code, severity], ['contract.wider_effects', 'warning']);
      return `${span?.file}:${span?.line} ${/in (\S+);/.exec(help)?.[1]}`;
    });
    assert.deepEqual(told.sort(), [...warnings].sort());
  });
}

test('the first agent of a run is handed nothing, and the last one hands nothing on', () => {
  const files = new Map([['contracts/a--b.yaml', EDGE('a', 'b', `${SENDER}${OTHER}`)]]);
  assert.deepEqual(readProject(files).diagnostics, []);
});
