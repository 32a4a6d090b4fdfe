import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, NO_DIFFERENCE } from '../../src/constraint/compare-constraint.js';
import { normalisedMatcher } from '../../src/constraint/matcher.js';
import { isHedged, readsWeaker } from '../../src/constraint/reads-weaker.js';
import type { Constraint, EffectPattern, KnownConstraint } from '../../src/model/constraint.js';
import type { PairDifference } from '../../src/model/facts.js';
import { PAIRS } from './pairs-data.js';

const EMAIL: EffectPattern = { kind: 'message.email', target: 'customer' };
const SMS: EffectPattern = { kind: 'message.sms', target: 'customer' };
const HELD: KnownConstraint = {
  id: 'c1',
  text: 'do not email the customer about this',
  modality: 'prohibition',
  scope: 'run',
  stated_by: 'customer',
  stated_in: 'm1',
  forbids: [EMAIL, SMS],
};

const TABLE: readonly (readonly [string, Partial<Constraint>, PairDifference])[] = [
  ['nothing', {}, {}],
  ['typing', { text: 'Do not e-mail the customer about this.' }, {}],
  ['order of patterns', { forbids: [SMS, EMAIL] }, {}],
  ['a pattern twice', { forbids: [EMAIL, SMS, EMAIL] }, {}],
  ['no patterns and an empty list', { requires: [] }, {}],
  ['modality', { modality: 'preference' }, { modality: { held: 'prohibition', sent: 'preference' } }],
  ['scope', { scope: 'task' }, { scope: { held: 'run', sent: 'task' } }],
  ['who stated it', { stated_by: 'agent' }, { stated_by: { held: 'customer', sent: 'agent' } }],
  ['where it was stated', { stated_in: 'm9' }, { stated_in: { held: 'm1', sent: 'm9' } }],
  ['wording', { text: 'the customer must not be emailed about this' }, { text: 'unresolved' }],
  [
    'weaker wording',
    { text: 'try not to email the customer about this' },
    { text: 'unresolved', hedged: true },
  ],
  [
    'weaker wording that says so itself',
    { text: 'try not to email the customer about this', modality: 'preference' },
    { text: 'unresolved', modality: { held: 'prohibition', sent: 'preference' } },
  ],
  ['a pattern lost', { forbids: [EMAIL] }, { forbids: { lost: [SMS], added: [] } }],
  ['a pattern added', { requires: [SMS] }, { requires: { lost: [], added: [SMS] } }],
  [
    'a pattern changed',
    { forbids: [{ kind: 'message.email', target: 'courier' }, SMS] },
    { forbids: { lost: [EMAIL], added: [{ kind: 'message.email', target: 'courier' }] } },
  ],
];

for (const [name, change, differs] of TABLE) {
  test(`differs: ${name}`, () => {
    assert.deepEqual(differenceOf(HELD, { ...HELD, ...change }, normalisedMatcher), differs);
  });
}

test('all patterns left out are all lost', () => {
  const { forbids: _, ...sent } = HELD;
  assert.deepEqual(differenceOf(HELD, sent, normalisedMatcher), {
    forbids: { lost: [EMAIL, SMS], added: [] },
  });
});

test('no difference is told without a new object', () => {
  assert.equal(differenceOf(HELD, structuredClone(HELD), normalisedMatcher), NO_DIFFERENCE);
  assert.equal(differenceOf(HELD, { ...HELD, forbids: [SMS, EMAIL] }, normalisedMatcher), NO_DIFFERENCE);
});

test('a matcher decides what is reworded, and is not asked about what is equal', () => {
  let asked = 0;
  const compare = (): 'same' => {
    asked += 1;
    return 'same';
  };
  const yes = { compare };
  assert.equal(differenceOf(HELD, HELD, yes), NO_DIFFERENCE);
  differenceOf(HELD, { ...HELD, scope: 'task' }, yes);
  assert.equal(asked, 0);
  assert.equal(differenceOf(HELD, { ...HELD, text: 'reworded' }, yes), NO_DIFFERENCE);
  assert.equal(asked, 1);
});

test('patterns are compared as pairs, not as one text', () => {
  const held = { ...HELD, forbids: [{ kind: 'a', target: 'b.c' }] };
  const sent = { ...HELD, forbids: [{ kind: 'a.b', target: 'c' }] };
  assert.notEqual(differenceOf(held, sent, normalisedMatcher), NO_DIFFERENCE);
});

test('of the labelled pairs, all weakened ones read weaker and none of those that say the same', () => {
  const read = (label: string): string[] =>
    PAIRS.filter(
      (pair) => pair.label === label && readsWeaker({ ...HELD, text: pair.a }, { ...HELD, text: pair.b }),
    ).map(({ id }) => id);
  assert.deepEqual(read('same'), []);
  assert.deepEqual(
    read('weakened'),
    PAIRS.filter(({ label }) => label === 'weakened').map(({ id }) => id),
  );
});

test('of the labelled pairs, no held prohibition or requirement of a pair that says the same reads weaker backwards', () => {
  const wrong = PAIRS.filter(
    ({ label, a, b }) => label === 'same' && readsWeaker({ ...HELD, text: b }, { ...HELD, text: a }),
  );
  assert.deepEqual(wrong, []);
});

const NOT_HEDGED: readonly string[] = [
  'do not try to refund twice',
  'never attempt to call before 09:00',
  'refunds may only be issued after approval',
  'the photo may not be used',
  'do not open it, as it may contain glass',
  'must be shipped by the preferred courier',
  'ship to the preferred address',
  'the customer may never be charged twice',
  'I like trains',
];

for (const text of NOT_HEDGED) {
  test(`leaves no choice: ${text}`, () => {
    assert.equal(isHedged(text), false);
  });
}

test('what was hedged when it was stated does not become weaker by being so', () => {
  const held = { ...HELD, text: 'try not to email me' };
  assert.equal(readsWeaker(held, { ...HELD, text: 'if possible, no email' }), false);
});

test('a hedge in capitals, or with something invisible in it, is a hedge', () => {
  for (const text of [
    'TRY NOT to email',
    'IDEALLY no email',
    'try\u00ad not to email',
    'p\u{e0061}refer no email',
  ]) {
    assert.equal(isHedged(text), true, text);
  }
});

test('100 kB of hedges cannot hang it', () => {
  const started = performance.now();
  for (const words of [
    'try not to ',
    'as far as ',
    'unless it is ',
    'may may ',
    "the x's ",
    'consider not ing',
  ]) {
    isHedged(words.repeat(Math.ceil(100_000 / words.length)));
    isHedged(`at the ${'w'.repeat(100_000)}`);
    isHedged(`consider ${'i'.repeat(100_000)}`);
  }
  assert.ok(performance.now() - started < 5000);
});
