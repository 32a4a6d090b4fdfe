import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRun } from '../../src/run/fold-record.js';
import { contextAfter, hop, message, rule, standing, statement } from './build.js';
import { NAMED_EDGES } from './examples.js';

const c1 = rule('c1');
const told = message('a', [c1]);
const withdrawal = message('a', [], { id: 'm2', withdraws: ['c1'] });
const again = message('a', [c1], { id: 'm3' });
const discharged = [{ constraint: 'c1', how: 'withdrawn', evidence: 'm2' }] as const;

test('a second path does not launder what an agent received on the first', () => {
  const records = [
    told,
    hop(1, 'a>b', [c1], { after: [] }),
    hop(2, 'b>a', [c1], { after: [1] }),
    hop(3, 's>b', [], { after: [] }),
    hop(4, 'b>n', [], { after: [3], sender: { constraints: [] } }),
  ];
  assert.equal(standing(contextAfter(records)), 'held c1 received');
});

test('an `after` that leaves out the hop that told it does not launder', () => {
  const records = [told, hop(1, 'a>b', [c1], { after: [] }), hop(2, 'b>n', [], { after: [] })];
  assert.equal(standing(contextAfter(records)), 'held c1 received');
});

test('what an agent was told it holds on every path, also after it has handed it on', () => {
  const start = [told, hop(1, 'a>b', [c1], { after: [] }), hop(2, 's>a', [], { after: [] })];
  assert.equal(standing(contextAfter([...start, hop(3, 'a>c', [], { after: [2] })])), 'held c1 stated');
});

test('a path that had lost it before it came to an agent that holds it: that agent drops it', () => {
  const records = [
    told,
    hop(1, 'a>b', [c1], { after: [] }),
    hop(2, 'a>s', [], { after: [] }),
    hop(3, 's>b', [], { after: [2] }),
    hop(4, 'b>n', [], { after: [3] }),
  ];
  assert.equal(standing(contextAfter(records)), 'held c1 received');
  const next = hop(5, 'n>x', [], { after: [4] });
  assert.equal(standing(contextAfter([...records, next])), 'upstream c1 lost at 2');
});

test('what an agent has met the discharge of it no longer owes', () => {
  const records = [
    told,
    hop(1, 'a>b', [c1], { after: [] }),
    withdrawal,
    hop(2, 'b>a', [], { after: [1], discharged }),
    hop(3, 's>b', [], { after: [] }),
    hop(4, 'b>n', [], { after: [3] }),
  ];
  assert.equal(standing(contextAfter(records)), 'not reached c1');
});

test('a withdrawal older than the last statement closes nothing', () => {
  const give = hop(1, 'a>b', [], { after: [], discharged });
  const next = hop(2, 'b>c', []);
  assert.equal(standing(contextAfter([told, withdrawal, give, next])), 'closed c1 at 1');
  assert.equal(standing(contextAfter([told, withdrawal, again, give, next])), 'upstream c1 lost at 1');
  assert.equal(standing(contextAfter([told, again, withdrawal, give, next])), 'closed c1 at 1');
});

test('a message that states what it takes back does not take it back', () => {
  const both = message('a', [c1], { id: 'm2', withdraws: ['c1'] });
  const give = hop(1, 'a>b', [], { after: [], discharged });
  assert.equal(standing(contextAfter([told, both, give, hop(2, 'b>c', [])])), 'upstream c1 lost at 1');
});

test('an id that an agent used first does not swallow what the customer states under it', () => {
  const soft = rule('c1', { modality: 'preference', stated_by: 'agent', stated_in: 's1', text: 'perhaps' });
  for (const claimed of [soft, { ...soft, stated_by: 'customer' as const }]) {
    const records = [statement('b', 'a', claimed), told, hop(1, 'a>b', [])];
    const { faults } = foldRun(records.slice(0, 2), NAMED_EDGES);
    assert.deepEqual(
      faults.map(({ code }) => code),
      ['run.constraint_changed'],
    );
    const [held, ...others] = contextAfter(records).held;
    assert.deepEqual(held?.constraint, c1);
    assert.equal(held?.record, 'm1');
    assert.equal(others.length, 0);
  }
});

test('no later statement makes a preference of what was binding, nor replaces who is trusted as much', () => {
  const policy = rule('c1', { stated_by: 'policy', stated_in: 'p', text: 'never' });
  const wish = rule('c1', { modality: 'preference' });
  const held = (records: Parameters<typeof contextAfter>[0]) =>
    contextAfter([...records, hop(1, 'a>b', [])]).held.map(({ constraint }) => constraint);
  assert.deepEqual(held([statement('policy', 'a', policy), message('a', [wish])]), [policy]);
  assert.deepEqual(held([told, statement('policy', 'a', policy)]), [c1]);
  assert.deepEqual(held([told, message('a', [rule('c1', { text: 'other' })], { id: 'm3' })]), [c1]);
});
