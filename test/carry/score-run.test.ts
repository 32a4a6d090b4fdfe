import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canBeSaved, conservationOf, isLost, isViolated } from '../../src/carry/conservation.js';
import { scoreRun } from '../../src/carry/score-run.js';
import type { RunScore, TransferScore } from '../../src/model/carry.js';
import type { RunRecord } from '../../src/model/record.js';
import { CLOSED, duty, email, hop, message, rule, statement, toolCall } from '../run/build.js';
import { exampleRun, NAMED_EDGES } from '../run/examples.js';

const c1 = rule('c1');
const c2 = rule('c2');
const score = (...records: RunRecord[]): RunScore => scoreRun({ run: 'r1', records });

/** `hop/attempt carried/held+unresolved; code …`, one for each attempt. */
function told({ transfers }: RunScore, prefix = 'constraint.'): string[] {
  return transfers.map(({ hop: at, attempt, scores, faults, history }: TransferScore) => {
    const [carried, held, unresolved] = scores.constraints;
    const codes = faults
      .filter(({ code }) => code.startsWith(prefix))
      .map(({ code }) => code.replace(prefix, ''));
    const rest = `${unresolved > 0 ? ` +${unresolved}` : ''}${history === 'complete' ? '' : ` ${history}`}`;
    return `${at}/${attempt} ${carried}/${held}${rest}${codes.map((code) => ` ${code}`).join('')}`;
  });
}

const SCENES: readonly (readonly [
  what: string,
  records: readonly RunRecord[],
  expected: readonly string[],
])[] = [
  [
    'a loss is charged to the edge where it happened, and is upstream for all that follow',
    [message('a', [c1]), hop(1, 'a>b', [c1]), hop(2, 'b>c', []), hop(3, 'c>d', [])],
    ['1/1 1/1', '2/1 0/1 dropped', '3/1 0/0 lost_upstream'],
  ],
  [
    'what is reworded is neither carried nor dropped',
    [message('a', [c1]), hop(1, 'a>b', [{ ...c1, text: 'no electronic letters' }])],
    ['1/1 0/1 +1 unresolved'],
  ],
  [
    'what is weakened is carried, and not intact',
    [message('a', [c1]), hop(1, 'a>b', [{ ...c1, modality: 'preference' }])],
    ['1/1 1/1 weakened'],
  ],
  [
    'a rightful discharge leaves what is held; carried on, it is stale',
    [
      message('a', [c1]),
      message('a', [], { id: 'm2', withdraws: ['c1'] }),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'c1', how: 'withdrawn', evidence: 'm2' }] }),
      hop(2, 'b>c', [c1]),
    ],
    ['1/1 0/0', '2/1 0/0 stale'],
  ],
  [
    'a refused discharge counts as held, and is not told as dropped too',
    [
      message('a', [c1]),
      hop(1, 'a>b', [], { discharged: [{ constraint: 'c1', how: 'satisfied', evidence: 'm1' }] }),
    ],
    ['1/1 0/1 discharge_refused'],
  ],
  [
    'a blocked attempt is charged, and makes nothing live: the next one is charged with the same',
    [
      message('a', [c1]),
      hop(1, 'a>b', [], { delivered: false }),
      hop(1, 'a>b', [c1], { attempt: 2 }),
      hop(2, 'b>c', [c1]),
    ],
    ['1/1 0/1 dropped', '1/2 1/1', '2/1 1/1'],
  ],
  [
    'task scope is in no count, and its loss is still a fault',
    [message('a', [c1, rule('c3', { scope: 'task' })]), hop(1, 'a>b', [c1])],
    ['1/1 1/1 dropped'],
  ],
  [
    'nobody looked at the message: what was held is not known',
    [message('a', undefined), hop(1, 'a>b', [])],
    ['1/1 0/0 partial'],
  ],
  ['a run that begins in the middle', [hop(2, 'b>c', [])], ['2/1 0/0 none']],
  [
    'an ancestor is missing',
    [message('a', [c1]), hop(1, 'a>b', [c1]), hop(3, 'c>d', [c1], { after: [2] })],
    ['1/1 1/1', '3/1 0/0 partial'],
  ],
  [
    'the same hop twice is counted once',
    [message('a', [c1]), hop(1, 'a>b', [c1]), hop(1, 'a>b', [c1])],
    ['1/1 1/1', '1/1 1/1 partial'],
  ],
  [
    'a record with the id of another: from there on nothing is sure',
    [message('a', [c1]), hop(1, 'a>b', [c1]), toolCall('m1'), hop(2, 'b>c', [])],
    ['1/1 1/1', '2/1 0/1 partial dropped'],
  ],
  [
    'after the end nothing counts',
    [message('a', [c1]), CLOSED, hop(1, 'a>b', [])],
    ['1/1 0/1 partial dropped'],
  ],
  [
    'the clock goes backwards: the order of the file counts',
    [
      { ...message('a', [c1]), at: '2026-11-30T10:00:00.000Z' },
      { ...hop(1, 'a>b', [c1]), at: '2026-11-30T09:00:00.000Z' },
      { ...hop(2, 'b>c', []), at: '2026-11-30T08:00:00.000Z' },
    ],
    ['1/1 1/1', '2/1 0/1 dropped'],
  ],
  [
    'two branches meet: the union is held, whole where one of them carried it',
    [
      message('a', [c1, c2]),
      hop(1, 'a>b', [c1]),
      hop(2, 'a>c', [c2], { after: [] }),
      hop(3, 'b>d', [c1], { after: [1] }),
      hop(4, 'c>d', [c2], { after: [2] }),
      hop(5, 'd>e', [c1, c2], { after: [3, 4] }),
    ],
    ['1/1 1/2 dropped', '2/1 1/2 dropped', '3/1 1/1 lost_upstream', '4/1 1/1 lost_upstream', '5/1 2/2'],
  ],
];

describe('scoreRun', () => {
  for (const [what, records, expected] of SCENES)
    it(what, () => assert.deepEqual(told(score(...records)), expected));

  it('scores the example: two of three handoffs hold the prohibition, one carries it', () => {
    const run = scoreRun({ run: 'refund-41182', records: exampleRun('run') });
    assert.deepEqual(told(run), ['1/1 1/1', '2/1 0/1 dropped', '3/1 0/0 lost_upstream']);
    assert.deepEqual(
      run.transfers.map(({ edge }) => edge),
      ['triage--refunds', 'refunds--notifications', 'notifications--triage'],
    );
    assert.deepEqual([isLost(run), isViolated(run), canBeSaved(run), run.closed], [true, true, false, true]);
    const [line] = conservationOf(run);
    assert.deepEqual(
      [line?.lost?.hop, line?.violated?.by, line?.violated?.cause],
      [2, 'notifications', 'transmission'],
    );
    assert.deepEqual(line?.missing_at, [{ hop: 3, edge: 'notifications--triage' }]);
  });

  it('does not count a run of which records are missing, refused, erased or pruned as whole', () => {
    const records = [message('a', [c1]), hop(1, 'a>b', [c1])];
    const whole = { missing: [], late: 2, refused: 0, erased: 0, pruned: 0 };
    assert.equal(scoreRun({ run: 'r1', records, health: whole }).history, 'complete');
    for (const hurt of [{ missing: [3] }, { refused: 1 }, { erased: 1 }, { pruned: 1 }]) {
      const run = scoreRun({ run: 'r1', records, health: { ...whole, ...hurt } });
      assert.deepEqual([run.history, ...run.transfers.map(({ history }) => history)], ['partial', 'partial']);
    }
  });

  it('charges an edge with its standing constraints, and not with what it does not carry', () => {
    const standing = rule('p1', { stated_by: 'policy', stated_in: 'policy-1' });
    const agents = rule('c9', { stated_by: 'agent' });
    const terms = {
      edgeOf: () => ({
        name: 'e',
        standing: [standing],
        policies: [],
        accepts: ['customer', 'policy'] as const,
      }),
    };
    const records = [message('a', [c1]), statement('x', 'a', agents), hop(1, 'a>b', [c1])];
    const run = scoreRun({ run: 'r1', records }, { terms });
    assert.deepEqual(told(run), ['1/1 1/2 dropped']);
    assert.equal(run.transfers[0]?.edge, 'e');
    assert.deepEqual(told(scoreRun({ run: 'r1', records }, { terms: NAMED_EDGES })), ['1/1 1/2 dropped']);
  });

  it('goes by the name of the record where two edges join the same agents', () => {
    const records = [
      message('a', [c1]),
      hop(1, 'a>b', [c1], { edge: 'fast' }),
      hop(2, 'a>b', [c1], { after: [] }),
    ];
    assert.deepEqual(
      score(...records).transfers.map(({ edge }) => edge),
      ['fast', 'a--b'],
    );
  });

  it('counts the hops since a constraint was stated along the path', () => {
    const late = rule('c3', { stated_in: 'm2' });
    const run = score(
      message('a', [c1]),
      hop(1, 'a>b', [c1]),
      message('b', [late], { id: 'm2' }),
      hop(2, 'b>a', [c1, late]),
      hop(3, 'a>b', [c1, late]),
      hop(4, 'a>c', [c1], { after: [] }),
    );
    const hops = run.transfers.map(({ constraints }) =>
      constraints.map((one) => `${one.id} ${one.hops_since_stated}`),
    );
    assert.deepEqual(hops, [['c1 1'], ['c1 2', 'c3 1'], ['c1 3', 'c3 2'], ['c1 1', 'c3 3']]);
  });

  it('says what was decided, and of which revision the sender was', () => {
    const block = {
      decision: 'block',
      action: 'allow',
      mode: 'observe',
      contract: null,
      blocking: [],
    } as const;
    const records = [hop(1, 'a>b', [], { sender: { revision: 'a@1' } })];
    const run = scoreRun({ run: 'r1', records, decided: new Map([['1/1', block]]) });
    assert.deepEqual([run.transfers[0]?.decided, run.transfers[0]?.revision], [block, 'a@1']);
  });

  it('lists no more than 100 faults of one transfer, and counts the others', () => {
    const many = Array.from({ length: 150 }, (_, index) => rule(`c${index}`));
    const [transfer] = score(message('a', many), hop(1, 'a>b', [])).transfers;
    assert.deepEqual(
      [transfer?.faults.length, transfer?.omitted_faults, transfer?.constraints.length],
      [100, 50, 150],
    );
  });

  it('tells a class of which nothing was reported as 0 of 0', () => {
    const [transfer] = score(hop(1, 'a>b', [])).transfers;
    assert.deepEqual(transfer?.scores.confidence, [0, 0, 0]);
    assert.deepEqual(transfer?.scores.constraints, [0, 0, 0]);
  });
});

describe('conservationOf', () => {
  const lost = [message('a', [c1, duty('c4')]), hop(1, 'a>b', [c1])];
  const stateOf = (...records: RunRecord[]): string[] =>
    conservationOf(score(...records)).map(({ constraint, state, lost: at, restored, can_be_saved }) =>
      [constraint.id, state, at?.hop, restored?.hop, can_be_saved].join(' '),
    );

  it('is open and can be saved, until it closes', () => {
    assert.deepEqual(stateOf(...lost), ['c1 live   false', 'c4 dropped 1  true']);
    assert.deepEqual(stateOf(...lost, CLOSED), ['c1 lapsed   false', 'c4 violated 1  false']);
    assert.ok(canBeSaved(score(...lost)) && !canBeSaved(score(...lost, CLOSED)));
  });

  it('tells what was restored, and keeps the hop of first loss', () => {
    assert.deepEqual(stateOf(...lost, hop(2, 'b>c', [c1, duty('c4')])), [
      'c1 live   false',
      'c4 live 1 2 false',
    ]);
  });

  it('leaves task scope out', () => {
    assert.deepEqual(stateOf(message('a', [rule('c5', { scope: 'task' })]), hop(1, 'a>b', [])), []);
    const run = score(message('a', [rule('c5', { scope: 'task' })]), hop(1, 'a>b', []));
    assert.ok(!isLost(run) && !canBeSaved(run));
  });

  it('is violated, whatever comes later', () => {
    const run = score(message('a', [c1]), hop(1, 'a>b', []), email('b'), hop(2, 'b>c', [c1]));
    assert.ok(isViolated(run) && isLost(run) && !canBeSaved(run));
    assert.equal(conservationOf(run)[0]?.violated?.effect, 'e1');
  });
});
