import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectEffectFacts } from '../../src/adapters/collect-facts.js';
import type { ClaimedEffect, Discharge } from '../../src/model/payload.js';
import { constraint, edgeOf, effect, factsOf, held, message, type Parts, stated } from './context-builder.js';

const REFUND: ClaimedEffect = { kind: 'payment.refund', target: 'customer', evidence: 't1' };
const EMAIL: ClaimedEffect = { kind: 'message.email', target: 'customer', evidence: 't4' };
const refund = effect('e1');

/** Observed: id and was it claimed. Claimed: was it observed, and what it matches. */
function told(parts: Parts): unknown {
  const { observed, claimed } = factsOf(parts).side_effects;
  return {
    observed: observed.map(({ id, claimed }) => [id, claimed]),
    claimed: claimed.map(({ index, observed, matches }) => [
      index,
      observed,
      matches.map((match) => match.constraint),
    ]),
  };
}

const TABLE: readonly (readonly [string, Parts, unknown])[] = [
  ['none', {}, { observed: [], claimed: [] }],
  [
    'observed and claimed by the tool call',
    { context: { senderEffects: [refund], effects: [refund] }, payload: { side_effects: [REFUND] } },
    { observed: [['e1', true]], claimed: [[0, true, []]] },
  ],
  [
    'observed and claimed by the effect’s own id',
    {
      context: { senderEffects: [refund], effects: [refund] },
      payload: { side_effects: [{ ...REFUND, evidence: 'e1' }] },
    },
    { observed: [['e1', true]], claimed: [[0, true, []]] },
  ],
  [
    'observed and not claimed',
    { context: { senderEffects: [refund], effects: [refund] } },
    { observed: [['e1', false]], claimed: [] },
  ],
  [
    'claimed and not observed',
    { payload: { side_effects: [REFUND] } },
    { observed: [], claimed: [[0, false, []]] },
  ],
  [
    'claimed with other evidence',
    {
      context: { senderEffects: [refund], effects: [refund] },
      payload: { side_effects: [{ ...REFUND, evidence: 't9' }] },
    },
    { observed: [['e1', false]], claimed: [[0, false, []]] },
  ],
  [
    'claimed with another target',
    {
      context: { senderEffects: [refund], effects: [refund] },
      payload: { side_effects: [{ ...REFUND, target: 'courier' }] },
    },
    { observed: [['e1', false]], claimed: [[0, false, []]] },
  ],
  [
    'an older effect of another agent, claimed again: observed, and not the sender’s to answer for',
    { context: { effects: [refund] }, payload: { side_effects: [REFUND] } },
    { observed: [], claimed: [[0, true, []]] },
  ],
  [
    'claimed, and a held constraint forbids it',
    {
      context: {
        held: [held(constraint('a')), held(constraint('b', { forbids: [{ kind: 'x', target: '*' }] }))],
      },
      payload: { side_effects: [REFUND, EMAIL] },
    },
    {
      observed: [],
      claimed: [
        [0, false, []],
        [1, false, ['a']],
      ],
    },
  ],
  [
    'claimed, and a constraint that never reached the sender forbids it, by a pattern',
    {
      context: { notReached: [stated(constraint('n', { forbids: [{ kind: 'message.*', target: '*' }] }))] },
      payload: { side_effects: [EMAIL] },
    },
    { observed: [], claimed: [[0, false, ['n']]] },
  ],
  [
    'claimed, and one that was closed before forbade it',
    {
      context: { closed: [{ ...stated(constraint('k')), closedAt: { hop: 1, agent: 'triage' } }] },
      payload: { side_effects: [EMAIL] },
    },
    { observed: [], claimed: [[0, false, []]] },
  ],
];

for (const [name, parts, expected] of TABLE) {
  test(`side effects: ${name}`, () => {
    assert.deepEqual(told(parts), expected);
  });
}

test('side effects: what this very transfer closes rightfully forbids no more; without evidence it does', () => {
  const discharge: Discharge = {
    constraint: 'a',
    how: 'withdrawn',
    evidence: 'm2',
    reason: 'asked for it',
    by: { agent: 'refunds', hop: 2 },
  };
  const parts = (records: Parts['context']): Parts => ({
    context: { held: [held(constraint('a'))], ...records },
    payload: { side_effects: [EMAIL], discharged: [discharge] },
  });
  const withEvidence = { records: [message('m1'), message('m2', { withdraws: ['a'] })] };
  assert.deepEqual(told(parts(withEvidence)), { observed: [], claimed: [[0, false, []]] });
  assert.deepEqual(told(parts({})), { observed: [], claimed: [[0, false, ['a']]] });
});

test('an effect’s facts: what it falls under, what is unbound, and nothing of a payload', () => {
  const facts = collectEffectFacts({
    binding: [
      stated(constraint('a')),
      stated(constraint('p', { modality: 'preference' })),
      stated(constraint('u', { forbids: [] })),
      stated(constraint('x', { forbids: [{ kind: 'payment.*', target: '*' }] })),
    ],
    effect: { by: 'notifications', kind: 'message.email', target: 'customer' },
    observed: false,
    run: 'r1',
    edge: edgeOf(),
    now: new Date('2026-11-30T10:00:00.000Z'),
    last: { hop: 2, attempt: 1, from: 'refunds', to: 'notifications' },
    history: 'partial',
  });
  assert.equal(facts.subject, 'effect');
  assert.deepEqual(facts.effects, [
    {
      by: 'notifications',
      kind: 'message.email',
      target: 'customer',
      observed: false,
      matches: [
        { constraint: 'a', modality: 'prohibition' },
        { constraint: 'p', modality: 'preference' },
      ],
      faults: [],
    },
  ]);
  assert.deepEqual(facts.constraints, {
    held: 0,
    carried: 0,
    intact: 0,
    unresolved: 0,
    pairs: [],
    unbound: [{ constraint: 'u' }],
  });
  assert.deepEqual(facts.transfer, {
    run: 'r1',
    hop: 2,
    attempt: 1,
    from: 'refunds',
    to: 'notifications',
    edge: null,
    history: 'partial',
    order: [],
  });
  assert.ok(Object.values(facts.present).every((there) => !there));
  assert.equal(facts.complete, true);
});
