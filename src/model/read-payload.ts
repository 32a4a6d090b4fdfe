import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import type { PayloadView } from './transfer-context.js';

/** Stand-in until the record reader is merged: takes an object's fields as they are. */
export function readPayload(value: JsonValue): PayloadView {
  return isJsonObject(value) ? (value as PayloadView) : {};
}
