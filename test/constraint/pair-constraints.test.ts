import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Pairing, pairConstraints, pairKnown } from '../../src/constraint/pair-constraints.js';
import type { Constraint, KnownConstraint } from '../../src/model/constraint.js';

function known(id: string, text: string = `rule ${id}`, more: Partial<Constraint> = {}): KnownConstraint {
  return { id, text, modality: 'prohibition', scope: 'run', stated_by: 'customer', stated_in: 'm1', ...more };
}

function nameless(constraint: Constraint): Constraint {
  const { id: _, ...rest } = constraint;
  return rest;
}

function shown({ pairs, unknown }: Pairing): unknown {
  return { pairs: Object.fromEntries(pairs), unknown };
}

const A = known('a');
const B = known('b');

const TABLE: readonly {
  readonly name: string;
  readonly stated: readonly KnownConstraint[];
  readonly sent: readonly Constraint[];
  readonly pairs: Record<string, number[]>;
  readonly unknown?: number[];
}[] = [
  { name: 'nothing', stated: [], sent: [], pairs: {} },
  { name: 'by id, in any order', stated: [A, B], sent: [B, A], pairs: { a: [1], b: [0] } },
  { name: 'by id, whatever the text', stated: [A], sent: [known('a', 'other words')], pairs: { a: [0] } },
  { name: 'not sent', stated: [A, B], sent: [B], pairs: { b: [0] } },
  { name: 'twice', stated: [A], sent: [A, A], pairs: { a: [0, 1] } },
  {
    name: 'an id that the run does not know, though the text matches',
    stated: [A],
    sent: [known('x', A.text)],
    pairs: {},
    unknown: [0],
  },
  { name: 'an empty id is an id', stated: [A], sent: [known('', A.text)], pairs: {}, unknown: [0] },
  { name: 'by text without an id', stated: [A], sent: [nameless(known('', 'Rule  a.'))], pairs: { a: [0] } },
  { name: 'other text without an id', stated: [A], sent: [nameless(B)], pairs: {}, unknown: [0] },
  { name: 'by id and again by text', stated: [A], sent: [nameless(A), A], pairs: { a: [0, 1] } },
  {
    name: 'one text stated twice: each entry has its own',
    stated: [A, known('a2', A.text)],
    sent: [nameless(A), nameless(A)],
    pairs: { a: [0], a2: [1] },
  },
  {
    name: 'one text stated twice: the one with the same scope first',
    stated: [A, known('a2', A.text, { scope: 'task' })],
    sent: [nameless(known('', A.text, { scope: 'task' })), nameless(A)],
    pairs: { a: [1], a2: [0] },
  },
  {
    name: 'what pairs exactly is not taken by what comes before it',
    stated: [A, known('a2', A.text, { scope: 'task' })],
    sent: [nameless(known('', A.text, { modality: 'preference' })), nameless(A)],
    pairs: { a: [1], a2: [0] },
  },
];

for (const { name, stated, sent, pairs, unknown = [] } of TABLE) {
  test(`pairs: ${name}`, () => {
    assert.deepEqual(shown(pairConstraints(stated, sent)), { pairs, unknown });
  });
}

test('an entry without an id goes to what is live before what has ended, even where that is taken', () => {
  const closed = known('old', A.text);
  const pairing = pairKnown(new Set(['a', 'old']), [[A], [closed]], [A, nameless(A)]);
  assert.deepEqual(shown(pairing), { pairs: { a: [0, 1] }, unknown: [] });
});

test('the order of what is sent changes nothing but the indexes', () => {
  const stated = Array.from({ length: 6 }, (_, index) => known(`c${index}`));
  const entry = fc
    .tuple(fc.nat(8), fc.boolean())
    .map(([index, named]) => (named ? known(`c${index}`) : nameless(known(`c${index}`))));
  const sent = fc.array(entry, { maxLength: 12 });
  const both = sent.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(both, ([list, shuffled]) => {
      const counts = (pairing: Pairing): unknown => ({
        pairs: [...pairing.pairs].map(([id, at]) => [id, at.length]).sort(),
        unknown: pairing.unknown.length,
      });
      assert.deepEqual(counts(pairConstraints(stated, shuffled)), counts(pairConstraints(stated, list)));
    }),
  );
});

test('every entry is in exactly one place, indexes rising', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(A, B, nameless(A), nameless(B), known('x'), nameless(known('y')))),
      (sent) => {
        const { pairs, unknown } = pairConstraints([A, B], sent);
        const all = [...[...pairs.values()].flat(), ...unknown].sort((a, b) => a - b);
        assert.deepEqual(all, [...sent.keys()]);
        assert.deepEqual(
          unknown,
          [...unknown].sort((a, b) => a - b),
        );
        for (const indexes of pairs.values())
          assert.deepEqual(
            indexes,
            [...indexes].sort((a, b) => a - b),
          );
      },
    ),
  );
});
