import type { Constraint, EffectPattern, KnownConstraint } from '../src/model/constraint.js';
import type { Discharge, Payload } from '../src/model/payload.js';
import { RECORD_SCHEMA, type RunRecord, type SenderState, type TransferRecord } from '../src/model/record.js';
import type { RunTerms } from '../src/model/transfer-context.js';
import { foldRun } from '../src/run/fold-record.js';
import type { RunState } from '../src/run/run-state.js';

/** How many constraints are held; every row is measured with each. */
export const SIZES = [1, 10, 100] as const;
export type Size = (typeof SIZES)[number];

/** One handoff attempt to decide: `allow` carries everything, `block` has lost one constraint. */
export interface Attempt {
  readonly expected: 'allow' | 'block';
  readonly record: TransferRecord;
  /** The record's line in a run's file: what `ours-json`, `floor` and `python` read. */
  readonly bytes: Uint8Array;
}

/** A run up to the handoff, and the two attempts at it. */
export interface Workload {
  readonly size: Size;
  readonly earlier: readonly RunRecord[];
  /** The same, folded. */
  readonly run: RunState;
  /** What the sender holds, as rivals get it: the whole set, computed for them. */
  readonly held: readonly KnownConstraint[];
  /** Stop conditions of the run at this point. */
  readonly stopConditions: readonly string[];
  /** Ids of the records that evidence may name. */
  readonly evidence: readonly string[];
  /** Effects of the sender that were observed. */
  readonly observed: readonly EffectPattern[];
  readonly attempts: readonly [Attempt, Attempt];
}

const RUN = 'refund-41182';
const SETTLED = "the customer's refund is settled and shown in the app";
const RULES: readonly string[] = [
  'do not email the customer about this',
  'do not phone the customer before 9:00',
  'keep the order number out of every subject line',
  'do not offer store credit instead of the refund',
  'tell the customer in the app when it is done',
  'do not open a second case for this order',
  'do not share the address with the courier',
  'refund to the card that was charged, not to another one',
  'ask before anything is charged again',
  'do not close the conversation before the refund is settled',
];

/** The incident's second hop, with this many constraints of the customer's. */
export function workload(size: Size, terms: RunTerms): Workload {
  const constraints = Array.from({ length: size }, (_, index) => constraintAt(index));
  const earlier = earlierRecords(constraints);
  const run = foldRun(earlier, terms);
  const carried = transfer(constraints, constraints);
  const lost = transfer(
    constraints,
    constraints.filter((_, index) => index !== Math.floor(size / 2)),
  );
  return {
    size,
    earlier,
    run,
    held: constraints,
    stopConditions: [SETTLED],
    evidence: ['m1', 't1', 't2', 't3', 'e1'],
    observed: [{ kind: 'payment.refund', target: 'customer' }],
    attempts: [attempt('allow', carried), attempt('block', lost)],
  };
}

function attempt(expected: Attempt['expected'], record: TransferRecord): Attempt {
  return { expected, record, bytes: new TextEncoder().encode(JSON.stringify(record)) };
}

/** Five out of ten are prohibitions with what they forbid; texts differ, and so do lengths. */
function constraintAt(index: number): KnownConstraint {
  const number = String(index + 1).padStart(4, '0');
  const text = `${RULES[index % RULES.length]}${index < RULES.length ? '' : ` (rule ${number})`}`;
  const base = {
    id: `c-7f3a91${number}`,
    text,
    scope: 'run' as const,
    stated_by: 'customer' as const,
    stated_in: 'm1',
  };
  if (index % 2 === 0) return { ...base, modality: 'prohibition', forbids: [forbidden(index)] };
  return { ...base, modality: index % 4 === 1 ? 'requirement' : 'preference' };
}

function forbidden(index: number): EffectPattern {
  return index === 0
    ? { kind: 'message.email', target: 'customer' }
    : { kind: `message.channel-${index}`, target: 'customer' };
}

function earlierRecords(constraints: readonly KnownConstraint[]): RunRecord[] {
  const fact = { key: 'order_id', value: '41182', source: 'tool_result', evidence: 't1' };
  const [firstCall] = toolCalls();
  return [
    {
      ...base('message', '00'),
      ...{ id: 'm1', to: 'triage', text: 'refund my order, and do not email me about it', constraints },
    },
    { ...base('tool_call', '02'), id: 't1', by: 'triage', tool: 'orders.last', succeeded: true },
    {
      ...base('transfer', '03'),
      ...{ hop: 1, attempt: 1, after: [], from: 'triage', to: 'refunds', delivered: true },
      sender: {
        ...{ facts: [fact], constraints, confidence: 0.98, stop_conditions: [SETTLED] },
        tool_calls: firstCall === undefined ? [] : [firstCall],
      },
      payload: asJson(
        payload({ constraints, established: [fact], side_effects: [], confidence: 0.98, discharged: [] }),
      ),
    },
    { ...base('tool_call', '06'), id: 't2', by: 'refunds', tool: 'refunds.check', succeeded: true },
    { ...base('tool_call', '09'), id: 't3', by: 'refunds', tool: 'refunds.issue', succeeded: true },
    {
      ...base('effect', '09'),
      ...{ id: 'e1', by: 'refunds', evidence: 't3', effect: { kind: 'payment.refund', target: 'customer' } },
    },
  ];
}

function transfer(held: readonly Constraint[], sent: readonly Constraint[]): TransferRecord {
  const facts = [
    { key: 'order_id', value: '41182', source: 'tool_result', evidence: 't1' },
    { key: 'eligible', value: true, source: 'tool_result', evidence: 't2' },
    { key: 'refund_id', value: 'RF-90412', source: 'tool_result', evidence: 't3' },
    { key: 'amount', value: 'GBP 68.40', source: 'tool_result', evidence: 't3' },
  ];
  const sender: SenderState = {
    revision: 'refunds@2026-11-24',
    ...{ facts, tool_calls: toolCalls().slice(1), constraints: held, confidence: 0.99 },
    stop_conditions: [SETTLED],
  };
  return {
    ...base('transfer', '11'),
    ...{ hop: 2, attempt: 1, after: [1], from: 'refunds', to: 'notifications', delivered: true, sender },
    payload: asJson(
      payload({
        ...{ constraints: sent, established: facts, confidence: 0.99, discharged: [] },
        side_effects: [{ kind: 'payment.refund', target: 'customer', evidence: 't3' }],
      }),
    ),
  };
}

type Varying = Pick<Payload, 'constraints' | 'established' | 'side_effects' | 'confidence'> & {
  readonly discharged: readonly Discharge[];
};

function payload(varying: Varying): Payload {
  const { constraints, discharged, established, confidence, side_effects } = varying;
  return {
    objective: 'Confirm refund RF-90412 (£68.40, order 41182) to the customer.',
    remaining: ['Send the customer confirmation of the refund.'],
    ...{ constraints, discharged, established, confidence },
    stop_conditions: [SETTLED],
    side_effects,
  };
}

function toolCalls(): NonNullable<SenderState['tool_calls']>[number][] {
  return [
    { id: 't1', tool: 'orders.last', succeeded: true, at: at('02') },
    { id: 't2', tool: 'refunds.check', succeeded: true, at: at('06') },
    { id: 't3', tool: 'refunds.issue', succeeded: true, at: at('09') },
  ];
}

function base<K extends RunRecord['kind']>(
  kind: K,
  second: string,
): { schema: typeof RECORD_SCHEMA; kind: K; run: string; at: string } {
  return { schema: RECORD_SCHEMA, kind, run: RUN, at: at(second) };
}

function at(second: string): string {
  return `2026-11-30T09:14:${second}.000Z`;
}

/** As a recorder would have read it: no object is shared with the held set, so that nothing is equal by identity. */
function asJson(value: Payload): TransferRecord['payload'] {
  return JSON.parse(JSON.stringify(value)) as TransferRecord['payload'];
}
