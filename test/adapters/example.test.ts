import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoresOf } from '../../src/adapters/scores.js';
import type { Payload } from '../../src/model/payload.js';
import type { SenderState } from '../../src/model/record.js';
import {
  constraint,
  effect,
  factsOf,
  held,
  message,
  type Parts,
  stated,
  toolCall,
} from './context-builder.js';

// The incident that the product begins with: hop 2 of the worked example, refunds to notifications.
const SETTLED = "the customer's refund is settled and shown in the app";
const c1 = constraint('c1', { text: 'do not email the customer about this' });

const sender: SenderState = {
  facts: [
    { key: 'order_id', value: '41182', source: 'tool_result', evidence: 't1' },
    { key: 'eligible', value: true, source: 'tool_result', evidence: 't2' },
    { key: 'refund_id', value: 'RF-90412', source: 'tool_result', evidence: 't3' },
    { key: 'amount', value: 'GBP 68.40', source: 'tool_result', evidence: 't3' },
  ],
  tool_calls: [
    { id: 't2', tool: 'refunds.check', succeeded: true },
    { id: 't3', tool: 'refunds.issue', succeeded: true },
  ],
  constraints: [c1],
  confidence: 0.99,
  stop_conditions: [SETTLED],
};

const payload: Partial<Payload> = {
  constraints: [],
  established: (sender.facts ?? []).filter((fact) => fact.key !== 'eligible'),
  confidence: 0.99,
  stop_conditions: [SETTLED],
  side_effects: [{ kind: 'payment.refund', target: 'customer', evidence: 't3' }],
};

const refund = effect('e1', { evidence: 't3' });
const incident: Parts = {
  context: {
    held: [held(c1)],
    received: [
      {
        hop: 1,
        from: 'triage',
        payload: {
          constraints: [c1],
          stop_conditions: [SETTLED],
          established: sender.facts?.slice(0, 1) ?? [],
        },
      },
    ],
    senderEffects: [refund],
    effects: [refund],
    records: [message('m1'), toolCall('t1'), toolCall('t2'), toolCall('t3'), refund],
  },
  sender,
  payload,
};

test('the incident: the prohibition is held and not sent, and that is all there is to say of constraints', () => {
  const facts = factsOf(incident);
  assert.deepEqual(facts.constraints, {
    held: 1,
    carried: 0,
    intact: 0,
    unresolved: 0,
    pairs: [
      {
        constraint: 'c1',
        standing: 'held',
        origins: ['received', 'sender'],
        in_sender: true,
        modality: 'prohibition',
        stated_by: 'customer',
        lost_at: null,
        sent: [],
        discharged: [],
        differs: {},
      },
    ],
    unbound: [],
  });
  assert.deepEqual(scoresOf(facts), {
    established: [3, 4, 0],
    tool_results: [1, 2, 0],
    constraints: [0, 1, 0],
    confidence: [1, 1, 0],
    stop_conditions: [1, 1, 0],
  });
  assert.deepEqual(facts.side_effects, {
    observed: [{ id: 'e1', kind: 'payment.refund', target: 'customer', claimed: true, faults: [] }],
    claimed: [{ index: 0, kind: 'payment.refund', target: 'customer', observed: true, matches: [] }],
  });
  assert.deepEqual(facts.now, { date: '2026-11-30', seconds: 1_796_032_801 });
});

test('the incident, discharged by the customer’s later message: nothing is held any more', () => {
  const facts = factsOf({
    ...incident,
    context: {
      ...incident.context,
      records: [...(incident.context?.records ?? []), message('m2', { to: 'refunds', withdraws: ['c1'] })],
    },
    payload: {
      ...payload,
      discharged: [
        {
          constraint: 'c1',
          how: 'withdrawn',
          evidence: 'm2',
          reason: 'the customer asked for the email after all',
          by: { agent: 'refunds', hop: 2 },
        },
      ],
    },
  });
  assert.equal(facts.constraints.held, 0);
  assert.deepEqual(
    facts.constraints.pairs.map(({ constraint, sent, discharged }) => ({ constraint, sent, discharged })),
    [{ constraint: 'c1', sent: [], discharged: [0] }],
  );
  assert.deepEqual(facts.discharges, [
    {
      index: 0,
      constraint: 'c1',
      how: 'withdrawn',
      agent: 'refunds',
      by_sender: true,
      known: true,
      modality: 'prohibition',
      stated_by: 'customer',
      evidence: {
        id: 'm2',
        kind: 'message',
        succeeded: false,
        later: true,
        withdraws: true,
        meets_requires: true,
      },
    },
  ]);
});

test('the hop after: lost upstream, still missing, and not this edge’s', () => {
  const facts = factsOf({
    context: { upstream: [{ ...stated(c1), lostAt: { hop: 2, edge: 'refunds--notifications' } }] },
  });
  assert.equal(facts.constraints.held, 0);
  assert.deepEqual(
    facts.constraints.pairs.map(({ standing, lost_at, sent }) => ({ standing, lost_at, sent })),
    [{ standing: 'upstream', lost_at: 2, sent: [] }],
  );
});
