import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Constraint } from '../../src/model/constraint.js';
import type { ConstraintFacts, ConstraintPair } from '../../src/model/facts.js';
import type { Discharge } from '../../src/model/payload.js';
import {
  type ContextParts,
  constraint,
  factsOf,
  held,
  message,
  type Parts,
  stated,
} from './context-builder.js';

const A = constraint('a');
const B = constraint('b', { modality: 'requirement', forbids: [] });
const BOTH: ContextParts = { held: [held(A), held(B)] };

function nameless({ id: _, ...rest }: Constraint): Constraint {
  return rest;
}

function pairsOf(parts: Parts): readonly ConstraintPair[] {
  return factsOf(parts).constraints.pairs;
}

function countsOf({ held, carried, intact, unresolved }: ConstraintFacts): readonly number[] {
  return [held, carried, intact, unresolved];
}

function withdrawal(id: string, more: Partial<Discharge> = {}): Discharge {
  const by = { agent: 'refunds', hop: 2 };
  return { constraint: id, how: 'withdrawn', evidence: 'm2', reason: 'asked for it', by, ...more };
}

interface Row {
  readonly name: string;
  readonly parts: Parts;
  /** held, carried, intact, unresolved. */
  readonly counts: readonly number[];
  /** Only what a row is about; every pair there is has a row here. */
  readonly pairs: readonly Partial<ConstraintPair>[];
}

const sender = { constraints: [A, B] };
const withdrawn = { ...BOTH, records: [message('m1'), message('m2', { withdraws: ['a'] })] };

const TABLE: readonly Row[] = [
  { name: 'nothing held, nothing sent', parts: {}, counts: [0, 0, 0, 0], pairs: [] },
  {
    name: 'everything as it was stated',
    parts: { context: BOTH, sender, payload: { constraints: [A, B] } },
    counts: [2, 2, 2, 0],
    pairs: [],
  },
  {
    name: 'in another order',
    parts: { context: BOTH, sender, payload: { constraints: [B, A] } },
    counts: [2, 2, 2, 0],
    pairs: [],
  },
  {
    name: 'without ids',
    parts: { context: BOTH, sender, payload: { constraints: [nameless(B), nameless(A)] } },
    counts: [2, 2, 2, 0],
    pairs: [],
  },
  {
    name: 'a sender that reports no list of its own',
    parts: {
      context: BOTH,
      payload: { constraints: [A] },
      transfer: { sender: {} },
    },
    counts: [2, 1, 1, 0],
    pairs: [{ constraint: 'b', standing: 'held', sent: [], in_sender: null }],
  },
  {
    name: 'one not sent',
    parts: { context: BOTH, sender, payload: { constraints: [B] } },
    counts: [2, 1, 1, 0],
    pairs: [{ constraint: 'a', standing: 'held', sent: [], discharged: [], in_sender: true, differs: {} }],
  },
  {
    name: 'no list sent at all',
    parts: { context: BOTH, sender, transfer: { payload: {} } },
    counts: [2, 0, 0, 0],
    pairs: [
      { constraint: 'a', sent: [] },
      { constraint: 'b', sent: [] },
    ],
  },
  {
    name: 'one weakened',
    parts: { context: BOTH, sender, payload: { constraints: [{ ...A, modality: 'preference' }, B] } },
    counts: [2, 2, 1, 0],
    pairs: [
      { constraint: 'a', sent: [0], differs: { modality: { held: 'prohibition', sent: 'preference' } } },
    ],
  },
  {
    name: 'one reworded: neither carried nor not',
    parts: { context: BOTH, sender, payload: { constraints: [A, { ...B, text: 'other words' }] } },
    counts: [2, 1, 1, 1],
    pairs: [{ constraint: 'b', sent: [1], differs: { text: 'unresolved' } }],
  },
  {
    name: 'one twice, and what is told is of the first',
    parts: { context: BOTH, sender, payload: { constraints: [A, B, { ...A, scope: 'task' }] } },
    counts: [2, 2, 1, 0],
    pairs: [{ constraint: 'a', sent: [0, 2], differs: {} }],
  },
  {
    name: 'received, and absent from the sender’s own list: carried and intact all the same',
    parts: { context: BOTH, sender: { constraints: [B] }, payload: { constraints: [A, B] } },
    counts: [2, 2, 2, 0],
    pairs: [{ constraint: 'a', sent: [0], in_sender: false, origins: ['received', 'sender'], differs: {} }],
  },
  {
    name: 'the sender’s own list gives it without an id',
    parts: { context: BOTH, sender: { constraints: [nameless(A), B] }, payload: { constraints: [A, B] } },
    counts: [2, 2, 2, 0],
    pairs: [],
  },
  {
    name: 'the sender’s own list gives it under an id of its own: that is another one',
    parts: {
      context: BOTH,
      sender: { constraints: [{ ...A, id: 'z' }, B] },
      payload: { constraints: [A, B] },
    },
    counts: [2, 2, 2, 0],
    pairs: [{ constraint: 'a', in_sender: false }],
  },
  {
    name: 'stated or standing, and not in the sender’s own list: nothing to say',
    parts: {
      context: { held: [held(A, 'stated'), held(B, 'standing')] },
      sender: { constraints: [] },
      payload: { constraints: [A, B] },
    },
    counts: [2, 2, 2, 0],
    pairs: [],
  },
  {
    name: 'a standing one not sent',
    parts: { context: { held: [held(A, 'standing')] }, payload: { constraints: [] } },
    counts: [1, 0, 0, 0],
    pairs: [{ constraint: 'a', origins: ['standing'], in_sender: false, sent: [] }],
  },
  {
    name: 'discharged rightfully: not held any more',
    parts: { context: withdrawn, sender, payload: { constraints: [B], discharged: [withdrawal('a')] } },
    counts: [1, 1, 1, 0],
    pairs: [{ constraint: 'a', standing: 'held', sent: [], discharged: [0] }],
  },
  {
    name: 'discharged without evidence: held and not carried',
    parts: { context: BOTH, sender, payload: { constraints: [B], discharged: [withdrawal('a')] } },
    counts: [2, 1, 1, 0],
    pairs: [{ constraint: 'a', sent: [], discharged: [0] }],
  },
  {
    name: 'discharged and carried at once: held, carried, not intact',
    parts: { context: withdrawn, sender, payload: { constraints: [A, B], discharged: [withdrawal('a')] } },
    counts: [2, 2, 1, 0],
    pairs: [{ constraint: 'a', sent: [0], discharged: [0] }],
  },
  {
    name: 'discharged twice, once with evidence',
    parts: {
      context: withdrawn,
      sender,
      payload: { constraints: [B], discharged: [withdrawal('a', { evidence: 'm9' }), withdrawal('a')] },
    },
    counts: [1, 1, 1, 0],
    pairs: [{ constraint: 'a', sent: [], discharged: [0, 1] }],
  },
  {
    name: 'lost by an ancestor, still missing',
    parts: { context: { upstream: [{ ...stated(A), lostAt: { hop: 1, edge: null } }] } },
    counts: [0, 0, 0, 0],
    pairs: [{ constraint: 'a', standing: 'upstream', lost_at: 1, sent: [], origins: [], in_sender: false }],
  },
  {
    name: 'lost by an ancestor, sent again as it was stated',
    parts: {
      context: { upstream: [{ ...stated(A), lostAt: { hop: 1, edge: null } }] },
      payload: { constraints: [A] },
    },
    counts: [0, 0, 0, 0],
    pairs: [],
  },
  {
    name: 'lost by an ancestor, sent again narrowed',
    parts: {
      context: { upstream: [{ ...stated(A), lostAt: { hop: 1, edge: null } }] },
      payload: { constraints: [{ ...A, scope: 'task' }] },
    },
    counts: [0, 0, 0, 0],
    pairs: [
      { constraint: 'a', standing: 'upstream', sent: [0], differs: { scope: { held: 'run', sent: 'task' } } },
    ],
  },
  {
    name: 'stated to another branch, not here',
    parts: { context: { notReached: [stated(A)] } },
    counts: [0, 0, 0, 0],
    pairs: [],
  },
  {
    name: 'stated to another branch, and here as it was stated: known',
    parts: { context: { notReached: [stated(A)] }, payload: { constraints: [A] } },
    counts: [0, 0, 0, 0],
    pairs: [],
  },
  {
    name: 'stated to another branch, and here otherwise',
    parts: {
      context: { notReached: [stated(A)] },
      payload: { constraints: [{ ...A, modality: 'preference' }] },
    },
    counts: [0, 0, 0, 0],
    pairs: [{ constraint: 'a', standing: 'upstream', lost_at: null, sent: [0] }],
  },
  {
    name: 'closed before, not here',
    parts: { context: { closed: [{ ...stated(A), closedAt: { hop: 1, agent: 'triage' } }] } },
    counts: [0, 0, 0, 0],
    pairs: [],
  },
  {
    name: 'closed before and carried',
    parts: {
      context: { closed: [{ ...stated(A), closedAt: { hop: 1, agent: 'triage' } }] },
      payload: { constraints: [A] },
    },
    counts: [0, 0, 0, 0],
    pairs: [{ constraint: 'a', standing: 'closed', sent: [0], differs: {} }],
  },
  {
    name: 'one not sent, others stated elsewhere, closed or lapsed before: only the first is told',
    parts: {
      context: {
        held: [held(A)],
        notReached: [stated(constraint('n'))],
        closed: [{ ...stated(constraint('k')), closedAt: { hop: 1, agent: 'triage' } }],
        lapsed: [stated(constraint('l', { scope: 'task' }))],
      },
      sender: { constraints: [A] },
    },
    counts: [1, 0, 0, 0],
    pairs: [{ constraint: 'a', sent: [] }],
  },
  {
    name: 'a task’s, lapsed: carried, carried otherwise or not, nothing to say',
    parts: {
      context: { lapsed: [stated({ ...A, scope: 'task' }), stated({ ...B, scope: 'task' })] },
      payload: { constraints: [{ ...A, scope: 'run' }] },
    },
    counts: [0, 0, 0, 0],
    pairs: [],
  },
  {
    name: 'one that the run does not know',
    parts: { context: BOTH, sender, payload: { constraints: [A, B, constraint('z')] } },
    counts: [2, 2, 2, 0],
    pairs: [{ constraint: 'z', standing: 'unknown', sent: [2], in_sender: false, origins: [], differs: {} }],
  },
  {
    name: 'one that the run does not know, with the text of one that is held',
    parts: { context: BOTH, sender, payload: { constraints: [{ ...A, id: 'z' }, B] } },
    counts: [2, 1, 1, 0],
    pairs: [
      { constraint: 'a', standing: 'held', sent: [] },
      { constraint: 'z', standing: 'unknown', sent: [0] },
    ],
  },
  {
    name: 'one that only the sender knows, twice',
    parts: {
      context: {},
      sender: { constraints: [constraint('z')] },
      payload: { constraints: [constraint('z'), constraint('z')] },
    },
    counts: [0, 0, 0, 0],
    pairs: [{ constraint: 'z', standing: 'unknown', sent: [0, 1], in_sender: true }],
  },
  {
    name: 'two that the run does not know, without ids',
    parts: {
      context: {},
      sender: { constraints: [nameless(constraint('y'))] },
      payload: { constraints: [nameless(constraint('y')), nameless(constraint('z'))] },
    },
    counts: [0, 0, 0, 0],
    pairs: [
      { constraint: null, standing: 'unknown', sent: [0], in_sender: true },
      { constraint: null, standing: 'unknown', sent: [1], in_sender: false },
    ],
  },
];

for (const { name, parts, counts, pairs } of TABLE) {
  test(`constraints: ${name}`, () => {
    const facts = factsOf(parts).constraints;
    assert.deepEqual(countsOf(facts), counts);
    const told = facts.pairs.map((pair, index) => {
      const asked = new Set(Object.keys(pairs[index] ?? {}));
      return Object.fromEntries(Object.entries(pair).filter(([member]) => asked.has(member)));
    });
    assert.deepEqual(told, pairs);
  });
}

test('a whole pair, member by member', () => {
  const [pair] = pairsOf({ context: BOTH, sender, payload: { constraints: [B] } });
  assert.deepEqual(pair, {
    constraint: 'a',
    standing: 'held',
    origins: ['received', 'sender'],
    in_sender: true,
    modality: 'prohibition',
    stated_by: 'customer',
    lost_at: null,
    sent: [],
    discharged: [],
    differs: {},
  });
});

test('unbound: live prohibitions that name nothing they forbid, also those that never reached the sender', () => {
  const bare = constraint('a', { forbids: [] });
  const { forbids: _, ...without } = constraint('w');
  const facts = factsOf({
    context: {
      held: [held(bare), held(A), held(constraint('p', { modality: 'preference', forbids: [] }))],
      notReached: [stated(without)],
    },
  });
  assert.deepEqual(facts.constraints.unbound, [{ constraint: 'a' }, { constraint: 'w' }]);
});

test('unbound: a held one that the run does not list as binding is there once, and one that closes here is not', () => {
  const bare = constraint('a', { forbids: [] });
  const of = (parts: Parts): unknown => factsOf(parts).constraints.unbound;
  assert.deepEqual(of({ context: { held: [held(bare, 'standing')], binding: [] } }), [{ constraint: 'a' }]);
  const closing: Parts = {
    context: { held: [held(bare)], records: [message('m1'), message('m2', { withdraws: ['a'] })] },
    payload: { discharged: [withdrawal('a')] },
  };
  assert.deepEqual(of(closing), []);
});

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
const SENT = NUMBERS.map((number) => constraint(`c${number}`));

/** What is told, without the indexes. */
function withoutIndexes(facts: ConstraintFacts): unknown {
  const pairs = facts.pairs.map(({ sent, discharged, ...rest }) => ({
    ...rest,
    sent: sent.length,
    discharged: discharged.length,
  }));
  return { ...facts, pairs: pairs.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

test('the order of the payload, and of the sender’s list, changes nothing but indexes', () => {
  const lists = fc.subarray(SENT).chain((list) =>
    fc.record({
      list: fc.constant(list),
      shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
      own: fc.shuffledSubarray(SENT),
      withIds: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(lists, ({ list, shuffled, own, withIds }) => {
      const context = { held: SENT.slice(0, 6).map((one) => held(one)) };
      const facts = (constraints: readonly Constraint[], mine: readonly Constraint[]): unknown =>
        withoutIndexes(
          factsOf({
            context,
            sender: { constraints: mine },
            payload: { constraints: withIds ? constraints : constraints.map(nameless) },
          }).constraints,
        );
      assert.deepEqual(facts(shuffled, own), facts(list, [...own].reverse()));
    }),
  );
});

test('whatever is lost is listed, and nothing else', () => {
  fc.assert(
    fc.property(fc.subarray(SENT), (carried) => {
      const facts = factsOf({
        context: { held: SENT.map((one) => held(one)) },
        sender: { constraints: SENT },
        payload: { constraints: structuredClone(carried) },
      }).constraints;
      assert.deepEqual(countsOf(facts), [SENT.length, carried.length, carried.length, 0]);
      assert.deepEqual(
        facts.pairs.map(({ constraint }) => constraint),
        SENT.filter((one) => !carried.includes(one)).map(({ id }) => id),
      );
    }),
  );
});

test('what is told does not grow with what is carried', () => {
  const length = (count: number): number => {
    const many = Array.from({ length: count }, (_, index) => constraint(`c${index}`));
    const context = { held: many.map((one) => held(one)) };
    const facts = factsOf({
      context,
      sender: { constraints: many },
      payload: { constraints: many.slice(1) },
    });
    return facts.constraints.pairs.length;
  };
  assert.equal(length(2), length(2000));
});
