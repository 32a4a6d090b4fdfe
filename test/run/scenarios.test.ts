import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/model/record.js';
import type { RunTerms } from '../../src/model/transfer-context.js';
import {
  contextAfter,
  duty,
  email,
  hop,
  message,
  refund,
  rule,
  standing,
  statement,
  toolCall,
} from './build.js';
import { NAMED_EDGES } from './examples.js';

const [c1, c2] = [rule('c1'), rule('c2')];
const { id: _, ...nameless } = c1;
const task = rule('k1', { scope: 'task' });
const policy = rule('p1', { stated_by: 'policy', stated_in: 'policy-1', text: 'no email ever' });
const told = message('a', [c1]);
const takesBack = message('b', [], { id: 'm2', withdraws: ['c1'] });
const withdrawn = { constraint: 'c1', how: 'withdrawn', evidence: 'm2' } as const;

const STANDING: RunTerms = {
  edgeOf: ({ from, to }) => ({
    name: `${from}--${to}`,
    standing: from === 'a' && to === 'b' ? [policy] : [],
    policies: ['policy-2'],
  }),
};

interface Scenario {
  readonly what: string;
  /** The last one is the transfer that is asked about. */
  readonly records: readonly RunRecord[];
  readonly terms?: RunTerms;
  readonly expect: string;
}

const SCENARIOS: readonly Scenario[] = [
  { what: 'nothing stated, nothing held', records: [message('a', []), hop(1, 'a>b', [])], expect: '' },
  { what: 'stated to the sender', records: [told, hop(1, 'a>b', [])], expect: 'held c1 stated' },
  {
    what: 'the sender claims an empty list: held all the same',
    records: [told, hop(1, 'a>b', [c1]), hop(2, 'b>c', [], { sender: { constraints: [] } })],
    expect: 'held c1 received',
  },
  {
    what: 'dropped: the next edge is not charged, and the hop of loss is named',
    records: [told, hop(1, 'a>b', []), hop(2, 'b>c', []), hop(3, 'c>d', [])],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'lost, and still in the list of the sender, which can only add',
    records: [told, hop(1, 'a>b', []), hop(2, 'b>c', [], { sender: { constraints: [c1] } })],
    expect: 'held c1 sender',
  },
  {
    what: 'a constraint known from the list of a sender alone is not one of the run',
    records: [message('a', []), hop(1, 'a>b', [c1], { sender: { constraints: [c1] } }), hop(2, 'b>c', [])],
    expect: '',
  },
  {
    what: 'lost at 1, restored at 2, lost again at 3: the later loss counts',
    records: [told, hop(1, 'a>b', []), hop(2, 'b>c', [c1]), hop(3, 'c>d', []), hop(4, 'd>e', [])],
    expect: 'upstream c1 lost at 3',
  },
  {
    what: 'lost at 1, dropped again at 2 by a sender that still had it: first loss is 1',
    records: [
      told,
      hop(1, 'a>b', []),
      hop(2, 'b>c', [], { sender: { constraints: [c1] } }),
      hop(3, 'c>d', []),
    ],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'weakened at 2 and let through: held at 3',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      hop(2, 'b>c', [{ ...c1, modality: 'preference', text: 'try not to email' }]),
      hop(3, 'c>d', []),
    ],
    expect: 'held c1 received',
  },
  {
    what: 'carried without an id, by its text',
    records: [told, hop(1, 'a>b', [nameless]), hop(2, 'b>c', [])],
    expect: 'held c1 received',
  },
  {
    what: 'an id that the run does not know pairs with nothing, whatever its text',
    records: [told, hop(1, 'a>b', [{ ...c1, id: 'c9' }]), hop(2, 'b>c', [])],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'an unreadable list of constraints carries nothing',
    records: [told, hop(1, 'a>b', [], { payload: { constraints: 'none' } }), hop(2, 'b>c', [])],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'fan-out at the start: each branch is owed what its sender was told',
    records: [told, hop(1, 'a>b', [c1]), hop(2, 'a>c', [c1], { after: [] })],
    expect: 'held c1 stated',
  },
  {
    what: 'fan-out in the middle',
    records: [told, hop(1, 'a>b', [c1]), hop(2, 'b>c', [c1]), hop(3, 'b>d', [c1], { after: [1] })],
    expect: 'held c1 received',
  },
  {
    what: 'fan-in: one branch lost it, the other has it',
    records: [
      told,
      hop(1, 'a>b', []),
      hop(2, 'a>c', [c1], { after: [] }),
      hop(3, 'b>d', [], { after: [1] }),
      hop(4, 'c>d', [c1], { after: [2] }),
      hop(5, 'd>e', [], { after: [3, 4] }),
    ],
    expect: 'held c1 received',
  },
  {
    what: 'stated to another branch and not yet here',
    records: [message('a', []), message('b', [c1], { id: 'm2' }), hop(1, 'a>c', [])],
    expect: 'not reached c1',
  },
  {
    what: 'sent by a sender that it never reached: received from then on',
    records: [message('a', []), message('b', [c1], { id: 'm2' }), hop(1, 'a>c', [c1]), hop(2, 'c>d', [])],
    expect: 'held c1 received',
  },
  {
    what: 'a return does not repeat what the sender was told before it sent',
    records: [told, hop(1, 'a>b', [c1]), hop(2, 'b>a', []), hop(3, 'a>c', [])],
    expect: 'upstream c1 lost at 2',
  },
  {
    what: 'what is stated between a handoff and the return is held at the next',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      message('a', [c2], { id: 'm2' }),
      hop(2, 'b>a', [c1]),
      hop(3, 'a>c', []),
    ],
    expect: 'held c1 received; held c2 stated',
  },
  {
    what: 'a cycle a > b > a > b',
    records: [told, hop(1, 'a>b', [c1]), hop(2, 'b>a', [c1]), hop(3, 'a>b', [c1]), hop(4, 'b>c', [])],
    expect: 'held c1 received',
  },
  {
    what: 'a blocked attempt makes nothing live, lost or closed',
    records: [
      told,
      takesBack,
      hop(1, 'a>b', [], { delivered: false, discharged: [withdrawn] }),
      hop(1, 'a>b', [], { attempt: 2 }),
    ],
    expect: 'held c1 stated',
  },
  {
    what: 'withdrawn by a later message: closed',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      takesBack,
      hop(2, 'b>c', [], { discharged: [withdrawn] }),
      hop(3, 'c>d', []),
    ],
    expect: 'closed c1 at 2',
  },
  {
    what: 'a message that takes back closes nothing by itself',
    records: [told, hop(1, 'a>b', [c1]), takesBack, hop(2, 'b>c', [])],
    expect: 'held c1 received',
  },
  {
    what: 'withdrawn with a message that comes only afterwards: refused, and lost',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      hop(2, 'b>c', [], { discharged: [withdrawn] }),
      takesBack,
      hop(3, 'c>d', []),
    ],
    expect: 'upstream c1 lost at 2',
  },
  {
    what: 'a prohibition is never satisfied',
    records: [
      told,
      toolCall('t1'),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'c1', how: 'satisfied', evidence: 't1' }] }),
      hop(2, 'b>c', []),
    ],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'by someone else: refused',
    records: [
      told,
      takesBack,
      hop(1, 'a>b', [], {
        payload: {
          constraints: [],
          discharged: [{ ...withdrawn, reason: '', by: { agent: 'z', hop: 1 } }],
        },
      }),
      hop(2, 'b>c', []),
    ],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'a requirement, by a tool call that failed: refused',
    records: [
      message('a', [duty('d1')]),
      toolCall('t1', false),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'd1', how: 'satisfied', evidence: 't1' }] }),
      hop(2, 'b>c', []),
    ],
    expect: 'upstream d1 lost at 1',
  },
  {
    what: 'a requirement that says which effect, by another effect: refused',
    records: [
      message('a', [duty('d1', { requires: [{ kind: 'payment.*', target: 'customer' }] })]),
      email('a'),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'd1', how: 'satisfied', evidence: 'e1' }] }),
      hop(2, 'b>c', []),
    ],
    expect: 'upstream d1 lost at 1',
  },
  {
    what: 'a requirement that says which effect, by that effect',
    records: [
      message('a', [duty('d1', { requires: [{ kind: 'payment.*', target: 'customer' }] })]),
      refund('a'),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'd1', how: 'satisfied', evidence: 'e1' }] }),
      hop(2, 'b>c', []),
    ],
    expect: 'closed d1 at 1',
  },
  {
    what: 'what a policy states is superseded by a policy that the edge lists',
    records: [
      statement('policy', 'a', rule('s', { stated_by: 'policy', stated_in: 's1' })),
      hop(1, 'a>b', [], { discharged: [{ constraint: 's', how: 'superseded', evidence: 'policy-2' }] }),
      hop(2, 'b>c', []),
    ],
    terms: { edgeOf: (t) => ({ ...(STANDING.edgeOf(t) ?? { name: '', policies: [] }), standing: [] }) },
    expect: 'closed s at 1',
  },
  {
    what: 'what a customer states is not',
    records: [
      told,
      hop(1, 'a>b', [], { discharged: [{ constraint: 'c1', how: 'superseded', evidence: 'policy-2' }] }),
      hop(2, 'b>c', []),
    ],
    terms: { edgeOf: (t) => ({ ...(STANDING.edgeOf(t) ?? { name: '', policies: [] }), standing: [] }) },
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'a discharge on one branch holds on the other once they have met',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      hop(2, 'a>c', [c1], { after: [] }),
      takesBack,
      hop(3, 'b>d', [], { after: [1], discharged: [withdrawn] }),
      hop(4, 'c>d', [c1], { after: [2] }),
      hop(5, 'd>e', [c1], { after: [3, 4] }),
    ],
    expect: 'closed c1 at 3',
  },
  {
    what: '… in whatever order they are named',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      hop(2, 'a>c', [c1], { after: [] }),
      takesBack,
      hop(3, 'b>d', [], { after: [1], discharged: [withdrawn] }),
      hop(4, 'c>d', [c1], { after: [2] }),
      hop(5, 'd>e', [c1], { after: [4, 3] }),
    ],
    expect: 'closed c1 at 3',
  },
  {
    what: 'lost on both branches: the hop of first loss is the earlier one',
    records: [
      told,
      hop(1, 'a>b', []),
      hop(2, 'a>c', [c1], { after: [] }),
      hop(3, 'b>d', [], { after: [1] }),
      hop(4, 'c>d', [], { after: [2] }),
      hop(5, 'd>e', [], { after: [4, 3] }),
    ],
    expect: 'upstream c1 lost at 1',
  },
  {
    what: 'told anew to a sender that it had lapsed for: held again',
    records: [
      message('a', [task]),
      hop(1, 'a>b', [task]),
      hop(2, 'b>c', []),
      message('c', [task], { id: 'm2' }),
      hop(3, 'c>d', [], { sender: { constraints: [task] } }),
    ],
    expect: 'held k1 stated+sender',
  },
  {
    what: 'lapsed, and still in the list of the sender: it stays lapsed',
    records: [
      message('a', [task]),
      hop(1, 'a>b', [task]),
      hop(2, 'b>c', [], { sender: { constraints: [task] } }),
    ],
    expect: 'lapsed k1',
  },
  {
    what: '… and not before',
    records: [
      told,
      hop(1, 'a>b', [c1]),
      hop(2, 'a>c', [c1], { after: [] }),
      takesBack,
      hop(3, 'b>d', [], { after: [1], discharged: [withdrawn] }),
      hop(4, 'c>d', [c1], { after: [2] }),
    ],
    expect: 'held c1 received',
  },
  {
    what: 'carried again after its discharge: it stays closed',
    records: [
      told,
      takesBack,
      hop(1, 'a>b', [], { discharged: [withdrawn] }),
      hop(2, 'b>c', [c1]),
      hop(3, 'c>d', []),
    ],
    expect: 'closed c1 at 1',
  },
  {
    what: 'task scope is held at the hop that it goes with',
    records: [message('a', [task]), hop(1, 'a>b', [task])],
    expect: 'held k1 stated',
  },
  {
    what: 'task scope lapses when its receiver hands on',
    records: [message('a', [task]), hop(1, 'a>b', [task]), hop(2, 'b>c', [])],
    expect: 'lapsed k1',
  },
  {
    what: 'task scope that was dropped lapses too, and is not lost upstream',
    records: [message('a', [task]), hop(1, 'a>b', []), hop(2, 'b>c', [])],
    expect: 'lapsed k1',
  },
  {
    what: 'a blocked attempt lapses nothing',
    records: [
      message('a', [task]),
      hop(1, 'a>b', [task], { delivered: false }),
      hop(1, 'a>b', [task], { attempt: 2 }),
    ],
    expect: 'held k1 stated',
  },
  {
    what: 'standing constraints are held on every transfer of their edge, also the first',
    records: [message('a', []), hop(1, 'a>b', [])],
    terms: STANDING,
    expect: 'held p1 standing',
  },
  {
    what: 'once carried, a standing constraint is received by the next',
    records: [message('a', []), hop(1, 'a>b', [policy]), hop(2, 'b>c', [])],
    terms: STANDING,
    expect: 'held p1 received',
  },
  {
    what: 'a standing constraint that was dropped is lost for those after',
    records: [message('a', []), hop(1, 'a>b', []), hop(2, 'b>c', [])],
    terms: STANDING,
    expect: 'upstream p1 lost at 1',
  },
  {
    what: 'the first statement stands: a restatement only tells it again',
    records: [
      told,
      hop(1, 'a>b', []),
      message('b', [{ ...c1, modality: 'preference' }], { id: 'm2' }),
      hop(2, 'b>c', []),
    ],
    expect: 'held c1 stated',
  },
];

for (const { what, records, terms, expect } of SCENARIOS) {
  test(what, () => {
    assert.equal(standing(contextAfter(records, terms ?? NAMED_EDGES)), expect);
  });
}

test('a weakening that was let through is measured against the first statement at every hop after', () => {
  const weak = { ...c1, modality: 'preference' as const, text: 'try not to email' };
  const records = [told, hop(1, 'a>b', [c1]), hop(2, 'b>c', [weak]), hop(3, 'c>d', [weak])];
  assert.deepEqual(contextAfter(records).held[0]?.constraint, c1);
});
