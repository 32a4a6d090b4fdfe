import { isJsonObject, type JsonObject } from '../canonical/json-value.js';
import type { SchemaFault } from './facts.js';
import {
  closedRecord,
  configRecord,
  effectRecord,
  messageRecord,
  RECORD_SCHEMA_TEXT,
  statementRecord,
  toolCallRecord,
  transferRecord,
} from './generated/validators.generated.js';
import { notJson } from './not-json.js';
import type { RecordKind, RunRecord } from './record.js';
import { schemaFaults } from './schema-faults.js';

const VALIDATORS: Readonly<Record<RecordKind, (value: unknown) => boolean>> = {
  message: messageRecord,
  statement: statementRecord,
  tool_call: toolCallRecord,
  effect: effectRecord,
  config: configRecord,
  transfer: transferRecord,
  closed: closedRecord,
};

/** A record that may be used, or what is wrong with it (at least one fault, at most 50). */
export type RecordValidation = { readonly record: RunRecord } | { readonly faults: readonly SchemaFault[] };

/**
 * Is this value a record of a run. For a value of any origin: that its free parts (`payload`, `result`) hold
 * nothing but JSON is checked as well, so that a cycle, a NaN or a function is refused here and not met later.
 */
export function validateRecord(value: unknown): RecordValidation {
  const strange = notJson(value);
  return strange === undefined ? validateParsedRecord(value) : { faults: [strange] };
}

/** `validateRecord` for a value that comes from JSON text, and so holds nothing else. */
export function validateParsedRecord(value: unknown): RecordValidation {
  if (isRecord(value)) return { record: value };
  return { faults: schemaFaults(recordSchema(), value) };
}

function isRecord(value: unknown): value is RunRecord {
  if (!isJsonObject(value)) return false;
  const kind = value['kind'];
  return typeof kind === 'string' && isKind(kind) && VALIDATORS[kind](value);
}

function isKind(word: string): word is RecordKind {
  return Object.hasOwn(VALIDATORS, word);
}

let parsed: JsonObject | undefined;

/** Parsed at the first fault only: a gate that meets none does not pay for it. */
function recordSchema(): JsonObject {
  parsed ??= JSON.parse(RECORD_SCHEMA_TEXT) as JsonObject;
  return parsed;
}
