import type { EffectRecord, MessageRecord, StatementRecord, ToolCallRecord } from '../model/record.js';
import type { Evidence } from '../model/transfer-context.js';
import { withFault } from './run-fault.js';
import type { RunState } from './run-state.js';

type NamedRecord = MessageRecord | StatementRecord | ToolCallRecord | EffectRecord;

/**
 * The state in which the record's id names it. The first record with an id keeps it: a later one cannot turn
 * what failed into what succeeded.
 */
export function withEvidence(state: RunState, record: NamedRecord): RunState {
  const key = state.names.records.of(record.id);
  const first = state.evidence.get(key);
  if (first !== undefined) {
    const message = `the id \`${record.id}\` of this ${record.kind} is that of the ${first.kind} at record ${first.order}`;
    return withFault(state, 'run.duplicate_id', message, { pointer: '/id' });
  }
  return { ...state, evidence: state.evidence.set(key, evidenceIn(record, state.length)) };
}

function evidenceIn(record: NamedRecord, order: number): Evidence {
  const { id, kind, at } = record;
  return {
    id,
    kind,
    at,
    order,
    succeeded: record.kind === 'tool_call' ? record.succeeded : true,
    withdraws: record.kind === 'message' ? (record.withdraws ?? []) : [],
    effect: record.kind === 'effect' ? { by: record.by, ...record.effect } : null,
    agent: record.kind === 'message' || record.kind === 'statement' ? record.to : record.by,
    ...(record.kind === 'tool_call' && record.result !== undefined ? { result: record.result } : {}),
    ...(record.kind === 'message' ? { text: record.text } : {}),
  };
}
