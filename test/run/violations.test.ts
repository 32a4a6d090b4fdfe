import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/model/record.js';
import { agentState } from '../../src/run/agent-state.js';
import { foldRun } from '../../src/run/fold-record.js';
import { livesOf } from '../../src/run/lives-of.js';
import { violations } from '../../src/run/violations.js';
import { CLOSED, duty, email, hop, message, refund, rule, toolCall } from './build.js';
import { NAMED_EDGES } from './examples.js';

const c1 = rule('c1');
const weak = { ...c1, modality: 'preference' as const };
const task = rule('k1', { scope: 'task' });
const told = message('a', [c1]);
const takesBack = message('a', [], { id: 'm2', withdraws: ['c1'] });
const withdrawn = { discharged: [{ constraint: 'c1', how: 'withdrawn', evidence: 'm2' }] } as const;
const paid = duty('d1', { requires: [{ kind: 'payment.*', target: 'customer' }] });

/** Every violation in a line, and the life of the first constraint. */
const CASES: readonly (readonly [
  what: string,
  records: readonly RunRecord[],
  found: string,
  life: string,
])[] = [
  [
    'carried, and claimed to be discharged',
    [told, hop(1, 'a>b', [c1], withdrawn), email('b')],
    'c1 by b: transmission, broken at 1',
    'stated live weakened violated',
  ],
  [
    'a requirement of a task that lapsed',
    [
      message('a', [duty('d1', { scope: 'task' })]),
      hop(1, 'a>b', [duty('d1', { scope: 'task' })]),
      hop(2, 'b>c', []),
      CLOSED,
    ],
    '',
    'stated live lapsed',
  ],
  ['told, and done all the same', [told, email('a')], 'c1 by a: reasoning', 'stated violated'],
  ['arrived whole', [told, hop(1, 'a>b', [c1]), email('b')], 'c1 by b: reasoning', 'stated live violated'],
  [
    'dropped on the way',
    [told, hop(1, 'a>b', []), email('b')],
    'c1 by b: transmission, broken at 1',
    'stated dropped violated',
  ],
  [
    'weakened on the way',
    [told, hop(1, 'a>b', [weak]), email('b')],
    'c1 by b: transmission, broken at 1',
    'stated live weakened violated',
  ],
  [
    'weakened long before',
    [told, hop(1, 'a>b', [c1]), hop(2, 'b>c', [weak]), hop(3, 'c>d', [weak]), email('d')],
    'c1 by d: transmission, broken at 2',
    'stated live weakened violated',
  ],
  [
    'weakened and put right',
    [told, hop(1, 'a>b', [weak]), hop(2, 'b>c', [c1]), email('c')],
    'c1 by c: reasoning',
    'stated live weakened restored violated',
  ],
  [
    'dropped and restored',
    [told, hop(1, 'a>b', []), hop(2, 'b>c', [c1]), email('c')],
    'c1 by c: reasoning',
    'stated dropped restored violated',
  ],
  [
    'carried twice',
    [told, hop(1, 'a>b', [c1, c1]), email('b')],
    'c1 by b: transmission, broken at 1',
    'stated live weakened violated',
  ],
  ['never reached the actor', [told, email('z')], 'c1 by z: transmission', 'stated violated'],
  ['before it was stated', [message('a', []), email('a'), message('a', [c1], { id: 'm2' })], '', 'stated'],
  ['another effect', [told, refund('a')], '', 'stated'],
  [
    'a preference forbids nothing',
    [message('a', [rule('c1', { modality: 'preference' })]), email('a')],
    '',
    'stated',
  ],
  ['taken back, not yet discharged', [told, takesBack, email('a')], 'c1 by a: reasoning', 'stated violated'],
  [
    'taken back and discharged',
    [told, takesBack, hop(1, 'a>b', [], withdrawn), email('b'), email('a', 'e2')],
    '',
    'stated discharged',
  ],
  [
    'discharged on another branch',
    [
      told,
      hop(1, 'a>b', [c1]),
      takesBack,
      hop(2, 'a>c', [], { after: [], ...withdrawn }),
      email('c'),
      email('b', 'e2'),
    ],
    'c1 by b: reasoning',
    'stated live discharged violated',
  ],
  [
    'the return lost it',
    [told, hop(1, 'a>b', [c1]), hop(2, 'b>a', []), email('a')],
    'c1 by a: transmission, broken at 2',
    'stated live dropped violated',
  ],
  [
    'a blocked attempt arrives nowhere',
    [told, hop(1, 'a>b', [c1], { delivered: false }), email('b')],
    'c1 by b: transmission',
    'stated violated',
  ],
  [
    'a task binds the receiver of its hop',
    [message('a', [task]), hop(1, 'a>b', [task]), email('b')],
    'k1 by b: reasoning',
    'stated live violated',
  ],
  [
    'a task that was dropped binds all the same',
    [message('a', [task]), hop(1, 'a>b', []), email('b')],
    'k1 by b: transmission, broken at 1',
    'stated dropped violated',
  ],
  [
    'a task binds nobody else',
    [message('a', [task]), hop(1, 'a>b', [task]), email('a'), email('c', 'e2')],
    '',
    'stated live',
  ],
  [
    'a task lapses',
    [message('a', [task]), hop(1, 'a>b', [task]), hop(2, 'b>c', []), email('b'), email('c', 'e2')],
    '',
    'stated live lapsed',
  ],
  ['the end lapses what is live', [told, hop(1, 'a>b', [c1]), CLOSED], '', 'stated live lapsed'],
  ['… and leaves what was dropped', [told, hop(1, 'a>b', []), CLOSED], '', 'stated dropped'],
  [
    'a requirement at the end',
    [message('a', [duty('d1')]), hop(1, 'a>b', [duty('d1')]), CLOSED],
    'd1 by b: reasoning',
    'stated live violated',
  ],
  [
    '… that was lost',
    [message('a', [duty('d1')]), hop(1, 'a>b', []), CLOSED],
    'd1 by b: transmission, broken at 1',
    'stated dropped violated',
  ],
  ['… before the end', [message('a', [duty('d1')]), hop(1, 'a>b', [duty('d1')])], '', 'stated live'],
  [
    '… met by a discharge',
    [
      message('a', [duty('d1')]),
      toolCall('t1'),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'd1', how: 'satisfied', evidence: 't1' }] }),
      CLOSED,
    ],
    '',
    'stated discharged',
  ],
  [
    '… met by the effect that it names, and nobody said so',
    [message('a', [paid]), hop(1, 'a>b', [paid]), refund('b'), CLOSED],
    '',
    'stated live lapsed',
  ],
  [
    '… not met by another effect',
    [message('a', [paid]), hop(1, 'a>b', [paid]), email('b'), CLOSED],
    'd1 by b: reasoning',
    'stated live violated',
  ],
  [
    'two emails',
    [told, email('a'), email('a', 'e2')],
    'c1 by a: reasoning; c1 by a: reasoning',
    'stated violated violated',
  ],
];

for (const [what, records, found, life] of CASES) {
  test(`violated: ${what}`, () => {
    const state = foldRun(records, NAMED_EDGES);
    const lines = violations(state).map(({ constraint, agent, cause, brokenAt }) => {
      const broken = brokenAt === null ? '' : `, broken at ${brokenAt}`;
      return `${constraint.constraint.id} by ${agent}: ${cause}${broken}`;
    });
    assert.equal(lines.join('; '), found);
    const [first] = livesOf(state);
    assert.equal(first?.transitions.map(({ to }) => to).join(' '), life);
    assert.equal(first?.cause ?? null, violations(state)[0]?.cause ?? null);
  });
}

test('the hops at which a lost constraint was still missing are told, the blocked ones not', () => {
  const records = [
    told,
    hop(1, 'a>b', []),
    hop(2, 'b>c', [], { delivered: false }),
    hop(2, 'b>c', [], { attempt: 2 }),
    hop(3, 'c>d', [c1]),
    hop(4, 'd>e', []),
    hop(5, 'e>f', [], { sender: { constraints: [c1] } }),
  ];
  const [life] = livesOf(foldRun(records, NAMED_EDGES));
  assert.deepEqual(life?.lost_upstream_at, [{ hop: 2, edge: 'b--c' }]);
  assert.equal(life?.state, 'dropped');
});

test('where a branch that has it whole meets one that has it weakened, it can be weakened anew', () => {
  const records = [
    told,
    hop(1, 'a>b', [c1]),
    hop(2, 'a>c', [weak], { after: [] }),
    hop(3, 'b>d', [c1], { after: [1] }),
    hop(4, 'c>d', [weak], { after: [2] }),
    hop(5, 'd>e', [weak], { after: [3, 4] }),
  ];
  const [life] = livesOf(foldRun(records, NAMED_EDGES));
  assert.deepEqual(
    life?.transitions.map(({ to, hop: at }) => `${to} ${at ?? ''}`),
    ['stated ', 'live 1', 'weakened 2', 'weakened 5'],
  );
});

test('a refused discharge is the reason of the loss', () => {
  const records = [told, hop(1, 'a>b', [], withdrawn)];
  const [life] = livesOf(foldRun(records, NAMED_EDGES));
  assert.equal(life?.transitions[1]?.why, 'constraint.discharge_refused');
  assert.equal(life?.discharged_by, null);
});

test('what binds an agent, and how it arrived', () => {
  const records = [
    message('a', [c1, rule('c2'), rule('c3')]),
    hop(1, 'a>b', [c1, { ...rule('c2'), scope: 'task' }]),
    message('z', [rule('c4')], { id: 'm2' }),
  ];
  const state = foldRun(records, NAMED_EDGES);
  const { binding, lastReceived, lastEdge } = agentState(state, 'b');
  assert.deepEqual(
    binding.map(({ constraint, arrived, whole, brokenAt }) => [constraint.id, arrived, whole, brokenAt]),
    [
      ['c1', 'whole', true, null],
      ['c2', 'weakened', false, 1],
      ['c3', 'lost', false, 1],
      ['c4', 'not_reached', false, null],
    ],
  );
  assert.equal(lastReceived?.hop, 1);
  assert.equal(lastEdge, 'a--b');
  assert.equal(agentState(state, 'nobody').binding.length, 4);
  assert.equal(agentState(state, 'nobody').lastReceived, null);
});
