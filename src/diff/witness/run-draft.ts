import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import type { ConfigRecord, RunRecord, SenderState, TransferRecord } from '../../model/record.js';
import { RECORD_SCHEMA } from '../../model/record.js';
import type { ClaimedEffect, Payload } from '../../model/payload.js';

/** What a scene still writes on. */
export type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : JsonValue extends Value
    ? Value
    : Value extends object
      ? { -readonly [Key in keyof Value]: Draft<Value[Key]> }
      : Value;

export const RUN = 'witness';

/** A run as it is thought of, before its records are written: its last handoff is the one that is asked about. */
export interface RunDraft {
  /** Of the handoff, in milliseconds. */
  at: number;
  /** What was there before it, in order. */
  readonly earlier: RunRecord[];
  /** The handoff, without its payload. */
  readonly transfer: Draft<Omit<TransferRecord, 'payload' | 'sender' | 'at'>>;
  readonly sender: Draft<SenderState>;
  readonly payload: Draft<Payload>;
  /** Further fields of the payload, and fields that are no part of `handoff/v1` as they should be. */
  readonly fields: Record<string, JsonValue>;
  /** What each source of live config held before and after the sender acted. */
  readonly documents: Map<string, ConfigDraft>;
  /** What came after the handoff. */
  readonly later: RunRecord[];
}

/** One source of live config. */
export interface ConfigDraft {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** How both readings are named, and whether a baseline is beside the last. */
  readonly records: (draft: RunDraft) => readonly [ConfigRecord, ConfigRecord];
}

/** The time of a record, so many seconds before the handoff (or after it, below nought). */
export function timeOf({ at }: Pick<RunDraft, 'at'>, secondsBefore: number): string {
  return new Date(at - secondsBefore * 1000).toISOString();
}

/** What every record has. */
export function recordBase(
  draft: Pick<RunDraft, 'at'>,
  secondsBefore: number,
): { readonly schema: typeof RECORD_SCHEMA; readonly run: string; readonly at: string } {
  return { schema: RECORD_SCHEMA, run: RUN, at: timeOf(draft, secondsBefore) };
}

/** The records, written in the order in which a recorder writes them. */
export function recordsOf(draft: RunDraft): readonly RunRecord[] {
  const config = [...draft.documents.values()].map((source) => source.records(draft));
  const relays = draft.earlier.findLastIndex(({ kind }) => kind === 'transfer') + 1;
  return [
    ...draft.earlier.slice(0, relays),
    ...config.map(([received]) => received),
    ...draft.earlier.slice(relays),
    ...config.map(([, sent]) => sent),
    handoffOf(draft),
    ...draft.later,
  ];
}

function handoffOf(draft: RunDraft): TransferRecord {
  const { transfer, sender, payload, fields } = draft;
  const whole = { ...payload, ...fields } as unknown as JsonObject;
  return { ...transfer, ...recordBase(draft, 0), sender, payload: whole };
}

/** A claim of an effect; `t1` need not be there, since evidence of claims is not looked up. */
export function claimOf(kind: string, target: string, details?: JsonObject): Draft<ClaimedEffect> {
  const claim: ClaimedEffect = {
    kind,
    target,
    evidence: 't1',
    ...(details === undefined ? {} : { details }),
  };
  return claim as Draft<ClaimedEffect>;
}
