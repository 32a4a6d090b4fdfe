import type { JsonObject } from '../canonical/json-value.js';
import { pointer } from '../canonical/pointer.js';
import type { Contract } from '../contract/contract.js';
import { DISCHARGE_KINDS } from '../model/payload.js';
import { branch, embeddedAll, objectAt } from './schema-parts.js';

/**
 * What a model fills in for this edge: what to do, what remains, which facts go along, what it discharges, how sure
 * it is. Never constraints: those are carried by `compose`, from the run.
 *
 * @param base The published schema of a draft.
 */
export function emitDraftSchema(contract: Contract, base: JsonObject): JsonObject {
  const { metadata, schema } = contract;
  const properties = objectAt(base, 'properties');
  return {
    ...base,
    $id: `https://edge-contracts.dev/edges/${metadata.name}/draft.schema.json`,
    title: `Draft of a handoff on ${metadata.name}`,
    required: [...(base['required'] as readonly string[]), ...Object.keys(schema.properties)],
    properties: {
      ...properties,
      ...embeddedAll(schema.properties, (name) => pointer('properties', name)),
      established: requireKeys(objectAt(properties, 'established'), Object.keys(schema.established).sort()),
      discharged: allowWays(branch(properties, 'discharged'), contract),
    },
  };
}

function requireKeys(established: JsonObject, keys: readonly string[]): JsonObject {
  if (keys.length === 0) return established;
  return { ...established, allOf: keys.map((key) => ({ contains: { const: key } })) };
}

/** Only the ways that the sender of this edge has; none: the list stays empty. */
function allowWays(discharged: JsonObject, { edge, edgeCheck }: Contract): JsonObject {
  const ways = DISCHARGE_KINDS.filter((how) => edgeCheck.discharge[how].includes(edge.from));
  if (ways.length === 0) return { ...discharged, maxItems: 0 };
  return {
    ...discharged,
    items: {
      allOf: [objectAt(discharged, 'items'), { type: 'object', properties: { how: { enum: ways } } }],
    },
  };
}
