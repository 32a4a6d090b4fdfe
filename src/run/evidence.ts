import type { EffectRecord, MessageRecord, StatementRecord, ToolCallRecord } from '../model/record.js';
import type { Evidence } from '../model/transfer-context.js';
import { withFault } from './run-fault.js';
import { changedState, type RunState } from './run-state.js';

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
  return changedState(state, { evidence: state.evidence.set(key, evidenceIn(record, state.length)) });
}

/** Member by member: a run is mostly calls and effects, and spreading their members took longer than folding them. */
function evidenceIn(record: NamedRecord, order: number): Evidence {
  const { id, kind, at } = record;
  switch (record.kind) {
    case 'message': {
      const { to: agent, text, withdraws = NONE } = record;
      return { id, kind, at, order, succeeded: true, withdraws, effect: null, agent, text };
    }
    case 'statement':
      return { id, kind, at, order, succeeded: true, withdraws: NONE, effect: null, agent: record.to };
    case 'effect': {
      const { by: agent, effect: had } = record;
      const effect = { by: agent, kind: had.kind, target: had.target };
      return { id, kind, at, order, succeeded: true, withdraws: NONE, effect, agent };
    }
    case 'tool_call': {
      const { succeeded, by: agent, result } = record;
      if (result === undefined)
        return { id, kind, at, order, succeeded, withdraws: NONE, effect: null, agent };
      return { id, kind, at, order, succeeded, withdraws: NONE, effect: null, agent, result };
    }
  }
}

const NONE: readonly string[] = Object.freeze([]);
