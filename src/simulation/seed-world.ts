import type { ConstraintTemplate, SimulatedAgent, SimulationProfile } from './profile.js';
import { SIMULATION_PROFILE_SCHEMA } from './profile.js';

const AGENTS: Readonly<Record<string, SimulatedAgent>> = {
  triage: {
    revision: 'triage@2026-10-18',
    done_when: 'the conversation is with a specialist',
    objective: 'Answer the customer, and close the conversation.',
    remaining: [],
    actions: [[{ tool: 'orders.last', result: { order_id: ['#####'] } }]],
  },
  orders: {
    revision: 'orders@2026-09-30',
    done_when: 'the order was looked up',
    objective: 'Look up the order.',
    remaining: ['Find the order.', 'Hand on to whoever settles it.'],
    actions: [
      [
        {
          tool: 'orders.get',
          result: {
            item: ['kettle', 'desk lamp', 'running shoes', 'phone case'],
            price: ['GBP ##.##', 'GBP 1##.##'],
          },
        },
      ],
    ],
  },
  risk: {
    revision: 'risk@2026-10-05',
    done_when: 'the risk is scored',
    objective: 'Score the risk of this refund.',
    remaining: ['Score the risk.'],
    actions: [[{ tool: 'risk.score', result: { risk: ['low', 'low', 'low', 'medium'] } }]],
  },
  refunds: {
    revision: 'refunds@2026-10-24',
    done_when: 'the refund is issued',
    objective: 'Refund the order as requested.',
    remaining: ['Check eligibility.', 'Issue the refund.', 'Confirm the outcome.'],
    actions: [
      [{ tool: 'refunds.check', result: { eligible: [true] } }],
      [
        {
          tool: 'refunds.issue',
          result: { refund_id: ['RF-#####'], amount: ['GBP ##.##', 'GBP 1##.##'] },
          effect: { kind: 'payment.refund', target: 'customer' },
        },
        {
          tool: 'refunds.issue_to_card',
          result: { refund_id: ['RF-#####'], amount: ['GBP ##.##', 'GBP 1##.##'] },
          effect: { kind: 'payment.refund', target: 'original_card' },
        },
      ],
    ],
  },
  delivery: {
    revision: 'delivery@2026-10-11',
    done_when: 'the delivery is booked',
    objective: 'Book the delivery.',
    remaining: ['Find a slot.', 'Book it.'],
    actions: [
      [
        {
          tool: 'delivery.book_neighbour',
          result: { slot: ['Monday morning', 'Tuesday evening', 'Friday noon'] },
          effect: { kind: 'delivery.booking', target: 'neighbour' },
        },
        {
          tool: 'delivery.book',
          result: { slot: ['Monday morning', 'Tuesday evening', 'Friday noon'] },
          effect: { kind: 'delivery.booking', target: 'customer' },
        },
      ],
    ],
  },
  notifications: {
    revision: 'notifications@2026-10-02',
    done_when: 'the customer was told',
    objective: 'Confirm the outcome to the customer.',
    remaining: ['Send the customer a confirmation.'],
    actions: [
      [
        {
          tool: 'email.send',
          result: { confirmation_sent: [true] },
          effect: { kind: 'message.email', target: 'customer' },
        },
        {
          tool: 'app.notify',
          result: { confirmation_sent: [true] },
          effect: { kind: 'message.app', target: 'customer' },
        },
      ],
    ],
  },
};

const CONSTRAINTS: Readonly<Record<string, ConstraintTemplate>> = {
  no_email: {
    text: 'do not email the customer about this',
    modality: 'prohibition',
    stated_by: 'customer',
    forbids: [{ kind: 'message.email', target: 'customer' }],
    said: 'Do not email me about it, I will check the app.',
  },
  no_email_work: {
    text: 'never write to the customer by email',
    modality: 'prohibition',
    stated_by: 'customer',
    forbids: [{ kind: 'message.email', target: '*' }],
    said: 'Never write to me by email, others read it.',
  },
  tell_in_app: {
    text: 'confirm to the customer in the app',
    modality: 'requirement',
    stated_by: 'customer',
    requires: [{ kind: 'message.app', target: 'customer' }],
    said: 'I need the confirmation in the app.',
  },
  original_card: {
    text: 'refund to the card that was charged',
    modality: 'requirement',
    stated_by: 'customer',
    requires: [{ kind: 'payment.refund', target: 'original_card' }],
    said: 'It has to go back to the card I paid with.',
  },
  no_neighbour: {
    text: 'do not leave it with a neighbour',
    modality: 'prohibition',
    stated_by: 'customer',
    forbids: [{ kind: 'delivery.booking', target: 'neighbour' }],
    said: 'Do not leave it with a neighbour.',
  },
  prefers_evening: {
    text: 'the customer prefers an evening slot',
    modality: 'preference',
    stated_by: 'customer',
    said: 'An evening would suit me best.',
  },
};

const ROUTES: Readonly<Record<string, readonly string[]>> = {
  refund: ['triage', 'refunds', 'notifications', 'triage'],
  refund_checked: ['triage', 'orders', 'refunds', 'notifications', 'triage'],
  refund_risk: ['triage', 'orders', 'risk', 'refunds', 'notifications', 'triage'],
  delivery: ['triage', 'orders', 'delivery', 'notifications', 'triage'],
  exchange: ['triage', 'orders', 'refunds', 'delivery', 'notifications', 'triage'],
  exchange_risk: ['triage', 'orders', 'risk', 'refunds', 'delivery', 'notifications', 'triage'],
  by_triage: ['triage', 'refunds', 'triage', 'delivery', 'triage', 'notifications', 'triage'],
  long: ['triage', 'orders', 'risk', 'refunds', 'triage', 'delivery', 'orders', 'notifications', 'triage'],
};

/** What the article's run sets have in common; which constraints are lost where is each profile's own. */
export const SEED_WORLD: Omit<SimulationProfile, 'name' | 'notes' | 'start' | 'runs' | 'stop_conditions'> = {
  schema: SIMULATION_PROFILE_SCHEMA,
  every_s: 360,
  agents: AGENTS,
  constraints: CONSTRAINTS,
  customer: {
    opens: ['Please refund my order.', 'My order is not what I wanted.', 'I need help with my order.'],
    returns: ['How long will it take?', 'Thank you.', 'Is that all?'],
    returns_share: 0.4,
    withdraws: ['Never mind what I said, do it as it suits you.'],
  },
  routes: ROUTES,
  open_runs: 9,
  facts: { own: 0.86, received: 0.93 },
  confidence: { reported: 1, sent: 0 },
  failed_calls: 0.02,
  honoured: { whole: 1, faulty: 0.75, lost: 0.65 },
  transcript_tokens: [6400, 9700, 13_200, 17_000, 21_000],
};

export const STOPS_OF_RUN: readonly string[] = [
  "the customer's request is settled and shown in the app",
  'the customer says that it is settled',
];
