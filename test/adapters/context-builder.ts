import { collectTransferFacts, type TransferInput } from '../../src/adapters/collect-facts.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { EdgeManifest } from '../../src/model/bundle.js';
import type { KnownConstraint } from '../../src/model/constraint.js';
import type { Facts, Origin } from '../../src/model/facts.js';
import type { Payload } from '../../src/model/payload.js';
import {
  type EffectRecord,
  type MessageRecord,
  RECORD_SCHEMA,
  type SenderState,
  type StatementRecord,
  type ToolCallRecord,
  type TransferRecord,
} from '../../src/model/record.js';
import type {
  Evidence,
  HeldConstraint,
  StatedConstraint,
  TransferContext,
} from '../../src/model/transfer-context.js';

/** The moment of every transfer here; `ago` is counted from it. */
export const AT = '2026-11-30T10:00:00.000Z';

/** RFC 3339, so many seconds before the transfer. */
export function ago(seconds: number): string {
  return new Date(Date.parse(AT) - seconds * 1000).toISOString();
}

/** A prohibition of the customer, unless told otherwise. */
export function constraint(id: string, more: Partial<KnownConstraint> = {}): KnownConstraint {
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

export function stated(of: KnownConstraint, more: Partial<StatedConstraint> = {}): StatedConstraint {
  return { constraint: of, statedTo: 'triage', at: ago(60), record: 'm1', ...more };
}

export function held(of: KnownConstraint, ...origins: Origin[]): HeldConstraint {
  return { ...stated(of), origins: origins.length === 0 ? ['received', 'sender'] : origins };
}

type Found = MessageRecord | StatementRecord | ToolCallRecord | EffectRecord;

export function message(id: string, more: Partial<MessageRecord> = {}): MessageRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'message',
    run: 'r1',
    id,
    at: ago(60),
    to: 'triage',
    text: 'hello',
    ...more,
  };
}

export function toolCall(id: string, more: Partial<ToolCallRecord> = {}): ToolCallRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'tool_call',
    run: 'r1',
    id,
    at: ago(10),
    by: 'refunds',
    tool: 'refunds.issue',
    succeeded: true,
    ...more,
  };
}

export function effect(id: string, more: Partial<EffectRecord> = {}): EffectRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'effect',
    run: 'r1',
    id,
    at: ago(10),
    by: 'refunds',
    effect: { kind: 'payment.refund', target: 'customer' },
    evidence: 't1',
    ...more,
  };
}

/** Lists of a context, and the records that its `evidence` looks in: their order is that of the file. */
export type ContextParts = Partial<Omit<TransferContext, 'evidence' | 'known' | 'receivedFacts'>> & {
  readonly records?: readonly Found[];
};

export function contextOf(parts: ContextParts = {}): TransferContext {
  const { records = [], ...lists } = parts;
  const context = {
    history: 'complete' as const,
    order: [],
    held: [],
    upstream: [],
    notReached: [],
    closed: [],
    lapsed: [],
    received: [],
    senderEffects: [],
    effects: [],
    deliveries: [],
    config: () => ({ previous: null, since: -1, sent: null, baseline: null }),
    binding: [...(parts.held ?? []), ...(parts.upstream ?? []), ...(parts.notReached ?? [])],
    ...lists,
  };
  const { upstream, notReached, closed, lapsed } = context;
  const all: readonly StatedConstraint[] = [
    ...context.held,
    ...upstream,
    ...notReached,
    ...closed,
    ...lapsed,
  ];
  return {
    ...context,
    known: new Map(all.map((one) => [one.constraint.id, one])),
    evidence: (id) => {
      const order = records.findIndex((record) => record.id === id);
      const record = records[order];
      return record === undefined ? null : evidenceOf(record, order);
    },
    receivedFacts: (key) =>
      context.received
        .flatMap(({ hop, payload }) => (payload.established ?? []).map((fact) => ({ hop, fact })))
        .filter(({ fact }) => fact.key === key)
        .reverse(),
  };
}

function evidenceOf(record: Found, order: number): Evidence {
  return {
    id: record.id,
    kind: record.kind,
    at: record.at,
    succeeded: record.kind !== 'tool_call' || record.succeeded,
    order,
    withdraws: record.kind === 'message' ? (record.withdraws ?? []) : [],
    effect: record.kind === 'effect' ? { by: record.by, ...record.effect } : null,
    agent: record.kind === 'message' || record.kind === 'statement' ? record.to : record.by,
    ...(record.kind === 'tool_call' && record.result !== undefined ? { result: record.result } : {}),
    ...(record.kind === 'message' ? { text: record.text } : {}),
  };
}

export const EMPTY_PAYLOAD: Payload = {
  objective: 'Confirm the refund.',
  remaining: [],
  constraints: [],
  discharged: [],
  established: [],
  confidence: 0.9,
  stop_conditions: [],
  side_effects: [],
};

export const EMPTY_SENDER: SenderState = {
  facts: [],
  tool_calls: [],
  constraints: [],
  confidence: 0.9,
  stop_conditions: [],
};

export function transferOf(
  payload: Partial<Payload> | JsonValue = {},
  sender: SenderState = EMPTY_SENDER,
  more: Partial<TransferRecord> = {},
): TransferRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'transfer',
    run: 'r1',
    hop: 2,
    attempt: 1,
    after: [1],
    from: 'refunds',
    to: 'notifications',
    at: AT,
    sender,
    payload: { ...EMPTY_PAYLOAD, ...(payload as object) } as unknown as JsonValue,
    delivered: true,
    ...more,
  };
}

export function edgeOf(more: Partial<EdgeManifest> = {}): EdgeManifest {
  return {
    name: 'refunds--notifications',
    owner: 'payments-platform',
    runbook: null,
    from: 'refunds',
    to: 'notifications',
    default: false,
    digest: 'sha256:0',
    mode: 'enforce',
    checks: {},
    entrypoint: 'edges/refunds__notifications/verdict',
    file: 'contracts/refunds--notifications.yaml',
    line: 1,
    payload_schema: true,
    established: [],
    properties: [],
    standing: [],
    stated_by: null,
    sources: null,
    max_age_seconds: null,
    policies: [],
    discharge: { satisfied: [], withdrawn: [], superseded: [] },
    side_effects: null,
    config: [],
    exceptions: [],
    monitor: null,
    rules: [],
    ...more,
  };
}

/** One transfer's parts, each with nothing in it unless given. */
export interface Parts {
  readonly context?: ContextParts;
  readonly payload?: Partial<Payload>;
  readonly sender?: SenderState;
  readonly edge?: Partial<EdgeManifest>;
  readonly transfer?: Partial<TransferRecord>;
  readonly input?: Partial<TransferInput>;
}

export function inputOf(parts: Parts): TransferInput {
  return {
    context: contextOf(parts.context),
    transfer: transferOf(parts.payload, { ...EMPTY_SENDER, ...parts.sender }, parts.transfer),
    edge: edgeOf(parts.edge),
    now: new Date('2026-11-30T10:00:01.500Z'),
    payloadErrors: [],
    ...parts.input,
  };
}

export function factsOf(parts: Parts): Facts {
  return collectTransferFacts(inputOf(parts));
}
