import type { JsonObject, JsonSchema } from '../canonical/json-value.js';
import type { Contract } from '../contract/contract.js';
import { branch, objectAt } from './schema-parts.js';

/**
 * The payload that an edge asks for: `handoff/v1` and what the edge adds to it, in one self-contained schema.
 * An edge adds, it never removes.
 *
 * @param base The published schema of `handoff/v1`.
 */
export function emitPayloadSchema(contract: Contract, base: JsonObject): JsonObject {
  const { metadata, schema, provenance } = contract;
  const required = [...(base['required'] as readonly string[]), ...Object.keys(schema.properties)];
  return {
    ...base,
    $id: `https://edge-contracts.dev/edges/${metadata.name}/payload.schema.json`,
    title: `Payload of ${metadata.name}`,
    required,
    properties: {
      ...objectAt(base, 'properties'),
      ...schema.properties,
      constraints: acceptSpeakers(branch(base, 'properties', 'constraints'), provenance.statedBy),
      established: requireFacts(branch(base, 'properties', 'established'), schema.established),
    },
  };
}

/** An edge may accept constraints from some speakers only. */
function acceptSpeakers(constraints: JsonObject, accepted: readonly string[] | null): JsonObject {
  if (accepted === null) return constraints;
  const speaker = { properties: { stated_by: { enum: [...accepted].sort() } } };
  return { ...constraints, items: { allOf: [objectAt(constraints, 'items'), speaker] } };
}

/** Facts that this edge must carry: an entry for each key, and every entry of that key with such a value. */
function requireFacts(established: JsonObject, facts: Readonly<Record<string, JsonSchema>>): JsonObject {
  const keys = Object.keys(facts).sort();
  if (keys.length === 0) return established;
  return {
    ...established,
    allOf: keys.map((key) => ({ contains: { properties: { key: { const: key } }, required: ['key'] } })),
    items: {
      allOf: [objectAt(established, 'items'), ...keys.map((key) => valueOfFact(key, facts[key] ?? true))],
    },
  };
}

function valueOfFact(key: string, schema: JsonSchema): JsonObject {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { properties: { key: { const: key } } }, then: { properties: { value: schema } } };
}
