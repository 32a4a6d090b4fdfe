import type { RecordKind } from '../../model/record.js';

/**
 * Where texts and free values stand in a record. `kept`: what a run is made of, never changed. `name`: the same, where it
 * is a scalar: in a payload anything may stand there. A text has at most `max` characters; a `rule` is compared as it
 * reads, not as it is typed. `free`: any JSON.
 */
export type RecordShape =
  | 'kept'
  | 'name'
  | 'free'
  | { readonly max: number; readonly rule: boolean }
  | { readonly each: RecordShape }
  | { readonly members: Readonly<Record<string, RecordShape>> };

const text = (max: number): RecordShape => ({ max, rule: false });
const rule = (max: number): RecordShape => ({ max, rule: true });
const each = (shape: RecordShape): RecordShape => ({ each: shape });
const members = (shapes: Readonly<Record<string, RecordShape>>): RecordShape => ({ members: shapes });

const PATTERNS = each(members({ kind: 'name', target: text(1000) }));
const CONSTRAINT = members({
  id: 'name',
  text: rule(10_000),
  modality: 'name',
  scope: 'name',
  stated_by: 'name',
  stated_in: 'name',
  forbids: PATTERNS,
  requires: PATTERNS,
});
const FACT = members({ key: 'name', value: 'free', source: 'name', evidence: 'name' });
const STOP_CONDITIONS = each(rule(10_000));

const PAYLOAD = members({
  objective: text(100_000),
  remaining: each(text(10_000)),
  constraints: each(CONSTRAINT),
  discharged: each(
    members({
      constraint: 'name',
      how: 'name',
      evidence: 'name',
      reason: text(10_000),
      by: members({ agent: 'name', hop: 'name' }),
    }),
  ),
  established: each(FACT),
  confidence: 'name',
  stop_conditions: STOP_CONDITIONS,
  side_effects: each(members({ kind: 'name', target: text(1000), evidence: 'name', details: 'free' })),
});

const READING = members({
  adapter: 'kept',
  location: 'kept',
  at: 'kept',
  ref: 'kept',
  etag: 'kept',
  digest: 'kept',
  secrets_key: 'kept',
  document: 'free',
  error: 'kept',
});

const RECORD = {
  schema: 'kept',
  kind: 'kept',
  run: 'kept',
  at: 'kept',
  seq: 'kept',
  simulated: 'kept',
} as const;

/** By kind. What a payload has beside these members is free: whether it is one, the edge judges and not the record. */
export const RECORD_SHAPES: Readonly<Record<RecordKind, RecordShape>> = {
  message: members({
    ...RECORD,
    id: 'kept',
    to: 'kept',
    text: text(1_000_000),
    constraints: each(CONSTRAINT),
    withdraws: 'kept',
  }),
  statement: members({ ...RECORD, id: 'kept', by: 'kept', to: 'kept', constraint: CONSTRAINT }),
  tool_call: members({
    ...RECORD,
    id: 'kept',
    by: 'kept',
    tool: 'kept',
    succeeded: 'kept',
    result: 'free',
  }),
  effect: members({
    ...RECORD,
    id: 'kept',
    by: 'kept',
    effect: members({ kind: 'kept', target: text(1000), details: 'free' }),
    evidence: 'kept',
  }),
  config: members({
    ...RECORD,
    source: 'kept',
    hop: 'kept',
    attempt: 'kept',
    moment: 'kept',
    reading: READING,
    baseline: READING,
  }),
  transfer: members({
    ...RECORD,
    hop: 'kept',
    attempt: 'kept',
    after: 'kept',
    from: 'kept',
    to: 'kept',
    edge: 'kept',
    sender: members({
      revision: 'kept',
      facts: each(FACT),
      tool_calls: 'kept',
      constraints: each(CONSTRAINT),
      confidence: 'kept',
      stop_conditions: STOP_CONDITIONS,
    }),
    payload: PAYLOAD,
    delivered: 'kept',
  }),
  closed: members({ ...RECORD }),
};
