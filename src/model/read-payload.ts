import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import {
  payload_confidence,
  payload_constraints,
  payload_discharged,
  payload_established,
  payload_objective,
  payload_remaining,
  payload_side_effects,
  payload_stop_conditions,
} from './generated/validators.generated.js';
import { PAYLOAD_FIELDS, type PayloadField } from './payload.js';
import type { PayloadView } from './transfer-context.js';

const FIELDS: Readonly<Record<PayloadField, (value: unknown) => boolean>> = {
  objective: payload_objective,
  remaining: payload_remaining,
  constraints: payload_constraints,
  discharged: payload_discharged,
  established: payload_established,
  confidence: payload_confidence,
  stop_conditions: payload_stop_conditions,
  side_effects: payload_side_effects,
};

const EMPTY: PayloadView = Object.freeze({});

/**
 * Views by payload, since a run asks for the same one at several hops. A view holds only parts of its payload, and
 * both go together once nobody else has the payload. One whose fields were replaced since is read anew.
 */
const views = new WeakMap<object, Seen>();

interface Seen {
  readonly view: PayloadView;
  /** The fields' values as they were read, in the order of `PAYLOAD_FIELDS`. */
  readonly parts: readonly (JsonValue | undefined)[];
}

function isUnchanged(value: JsonObject, { parts }: Seen): boolean {
  return PAYLOAD_FIELDS.every((field, index) => value[field] === parts[index]);
}

/**
 * A payload as far as it can be read, each field of handoff/v1 on its own: of the right shape it is there, else
 * it is absent (which is not empty). Fields that handoff/v1 does not know are not in the view.
 */
export function readPayload(value: JsonValue): PayloadView {
  if (!isJsonObject(value)) return EMPTY;
  const seen = views.get(value);
  if (seen !== undefined && isUnchanged(value, seen)) return seen.view;
  const view: Partial<Record<PayloadField, JsonValue>> = {};
  for (const field of PAYLOAD_FIELDS) {
    const part = Object.hasOwn(value, field) ? value[field] : undefined;
    if (part !== undefined && FIELDS[field](part)) view[field] = part;
  }
  // The validators have shown each part to be of the field's type.
  const read = Object.freeze(view) as unknown as PayloadView;
  views.set(value, { view: read, parts: PAYLOAD_FIELDS.map((field) => value[field]) });
  return read;
}
