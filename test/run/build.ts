import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Constraint, KnownConstraint } from '../../src/model/constraint.js';
import type { Discharge } from '../../src/model/payload.js';
import {
  type EffectRecord,
  type MessageRecord,
  RECORD_SCHEMA,
  type RunRecord,
  type SenderState,
  type StatementRecord,
  type ToolCallRecord,
  type TransferRecord,
} from '../../src/model/record.js';
import type { RunTerms, StatedConstraint, TransferContext } from '../../src/model/transfer-context.js';
import { contextOf } from '../../src/run/context-of.js';
import { foldRun } from '../../src/run/fold-record.js';
import { NAMED_EDGES } from './examples.js';

const BASE = { schema: RECORD_SCHEMA, run: 'r1', at: '2026-11-30T09:00:00.000Z' } as const;

/** A prohibition of the customer, stated in m1, of scope run. */
export function rule(id: string, more: Partial<KnownConstraint> = {}): KnownConstraint {
  return {
    id,
    text: `do not email the customer about ${id}`,
    modality: 'prohibition',
    scope: 'run',
    stated_by: 'customer',
    stated_in: 'm1',
    forbids: [{ kind: 'message.email', target: 'customer' }],
    ...more,
  };
}

export function duty(id: string, more: Partial<KnownConstraint> = {}): KnownConstraint {
  const { forbids: _, ...rest } = rule(id, { modality: 'requirement', text: `refund ${id}` });
  return { ...rest, ...more };
}

export function message(
  to: string,
  constraints: readonly KnownConstraint[] | undefined,
  more: Partial<MessageRecord> = {},
): MessageRecord {
  const stated = constraints === undefined ? {} : { constraints };
  return { ...BASE, kind: 'message', id: 'm1', to, text: 'hello', ...stated, ...more };
}

export function statement(by: string, to: string, constraint: KnownConstraint, id = 's1'): StatementRecord {
  return { ...BASE, kind: 'statement', id, by, to, constraint };
}

export function toolCall(id: string, succeeded = true): ToolCallRecord {
  return { ...BASE, kind: 'tool_call', id, by: 'a', tool: 'x', succeeded };
}

export function email(by: string, id = 'e1'): EffectRecord {
  const effect = { kind: 'message.email', target: 'customer' };
  return { ...BASE, kind: 'effect', id, by, effect, evidence: 't1' };
}

export function refund(by: string, id = 'e1'): EffectRecord {
  return { ...email(by, id), effect: { kind: 'payment.refund', target: 'customer' } };
}

export const CLOSED: RunRecord = { ...BASE, kind: 'closed' };

interface Handoff {
  readonly after?: readonly number[];
  readonly attempt?: number;
  readonly delivered?: boolean;
  readonly edge?: string;
  readonly sender?: SenderState;
  readonly discharged?: readonly Omit<Discharge, 'by' | 'reason'>[];
  readonly payload?: JsonValue;
}

/** `a>b` at a hop, carrying these constraints. */
export function hop(
  number: number,
  agents: string,
  constraints: readonly Constraint[],
  {
    after = number === 1 ? [] : [number - 1],
    attempt = 1,
    delivered = true,
    sender = {},
    discharged = [],
    ...more
  }: Handoff = {},
): TransferRecord {
  const [from = '', to = ''] = agents.split('>');
  const by = { agent: from, hop: number };
  const payload = {
    objective: 'go on',
    remaining: [],
    constraints,
    discharged: discharged.map((each) => ({ ...each, reason: 'so', by })),
    established: [],
    confidence: null,
    stop_conditions: [],
    side_effects: [],
  } as unknown as JsonValue;
  const place = { hop: number, attempt, after, from, to };
  return { ...BASE, kind: 'transfer', ...place, sender, payload, delivered, ...more };
}

/** The context of the last record, a transfer, after the others. */
export function contextAfter(records: readonly RunRecord[], terms: RunTerms = NAMED_EDGES): TransferContext {
  const last = records[records.length - 1];
  if (last?.kind !== 'transfer') throw new TypeError('the last record must be a transfer');
  return contextOf(foldRun(records.slice(0, -1), terms), last);
}

export const idsOf = (list: readonly StatedConstraint[]): string[] =>
  list.map(({ constraint }) => constraint.id);

/** Where each constraint stands, in one line: `held c1 received+sender; upstream c2 lost at 1; …`. */
export function standing(context: TransferContext): string {
  const parts = [
    ...context.held.map(({ constraint, origins }) => `held ${constraint.id} ${origins.join('+')}`),
    ...context.upstream.map(({ constraint, lostAt }) => `upstream ${constraint.id} lost at ${lostAt.hop}`),
    ...idsOf(context.notReached).map((id) => `not reached ${id}`),
    ...context.closed.map(({ constraint, closedAt }) => `closed ${constraint.id} at ${closedAt.hop}`),
    ...idsOf(context.lapsed).map((id) => `lapsed ${id}`),
  ];
  return parts.join('; ');
}
