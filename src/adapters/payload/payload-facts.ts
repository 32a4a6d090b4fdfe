import { isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { PayloadFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';

/** What the edge's schema says of the payload, and for custom rules the values that the schema names. */
export function payloadFacts(scene: TransferScene): PayloadFacts {
  return {
    errors: scene.payloadErrors,
    established: namedFacts(scene),
    fields: namedFields(scene),
  };
}

const NONE: Readonly<Record<string, JsonValue>> = Object.freeze({});

/** The first entry of each key: a second one with another value is a fault of its own. */
function namedFacts({ edge, payload }: TransferScene): Readonly<Record<string, JsonValue>> {
  if (edge.established.length === 0 || payload.established === undefined) return NONE;
  const values: [string, JsonValue][] = [];
  for (const key of edge.established) {
    const entry = payload.established.find((fact) => fact.key === key);
    if (entry !== undefined) values.push([key, entry.value]);
  }
  // Not by assignment: a key may be called `__proto__`.
  return Object.fromEntries(values);
}

function namedFields({ edge, transfer }: TransferScene): Readonly<Record<string, JsonValue>> {
  if (edge.properties.length === 0 || !isJsonObject(transfer.payload)) return NONE;
  const values: [string, JsonValue][] = [];
  for (const name of edge.properties) {
    const value = Object.hasOwn(transfer.payload, name) ? transfer.payload[name] : undefined;
    if (value !== undefined) values.push([name, value]);
  }
  return Object.fromEntries(values);
}
