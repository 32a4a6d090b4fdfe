import type { JsonObject, JsonSchema } from '../canonical/json-value.js';
import { pointer } from '../canonical/pointer.js';
import { acceptsNothing } from '../contract/check-json-schema.js';
import type { Contract } from '../contract/contract.js';
import type { EffectKind } from '../model/effect-kind.js';
import { quoteForRegex } from '../model/quote-for-regex.js';
import { branch, embedded, embeddedAll, objectAt } from './schema-parts.js';

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
      ...embeddedAll(schema.properties, (name) => pointer('properties', name)),
      constraints: acceptSpeakers(branch(base, 'properties', 'constraints'), provenance.statedBy),
      established: requireFacts(branch(base, 'properties', 'established'), schema.established),
      side_effects: detailEffects(branch(base, 'properties', 'side_effects'), contract.effectKinds ?? []),
    },
  };
}

/** An edge may accept constraints from some speakers only. */
function acceptSpeakers(constraints: JsonObject, accepted: readonly string[] | null): JsonObject {
  if (accepted === null) return constraints;
  // An `enum` of nothing is no schema: ajv refuses to compile it.
  const speakers = accepted.length === 0 ? false : { enum: [...accepted].sort() };
  const speaker = { type: 'object', properties: { stated_by: speakers } };
  return { ...constraints, items: { allOf: [objectAt(constraints, 'items'), speaker] } };
}

/** What the vocabulary says of the details of claimed effects; every kind that an effect falls under has its say. */
function detailEffects(effects: JsonObject, kinds: readonly EffectKind[]): JsonObject {
  const detailed = kinds.filter(({ details }) => details !== null);
  if (detailed.length === 0) return effects;
  const ofKinds = detailed.map((kind, index) => detailsOfKind(kind, index + 1));
  return { ...effects, items: { allOf: [objectAt(effects, 'items'), ...ofKinds] } };
}

/** @param index Its place in `allOf`. */
function detailsOfKind({ kind, details }: EffectKind, index: number): JsonObject {
  const place = pointer(
    'properties',
    'side_effects',
    'items',
    'allOf',
    index,
    'then',
    'properties',
    'details',
  );
  const schema = details ?? true;
  // Details that are not there have nothing of what a schema asks for.
  const required = acceptsNothing(schema) ? {} : { required: ['details'] };
  const pattern = `^${kind.split('*').map(quoteForRegex).join('[^.]*')}$`;
  const named = { type: 'object', properties: { kind: { type: 'string', pattern } }, required: ['kind'] };
  return Object.fromEntries([
    ['if', named],
    ['then', { type: 'object', properties: { details: embedded(schema, place) }, ...required }],
  ]);
}

/** Facts that this edge must carry: an entry for each key, and every entry of that key with such a value. */
function requireFacts(established: JsonObject, facts: Readonly<Record<string, JsonSchema>>): JsonObject {
  const keys = Object.keys(facts).sort();
  if (keys.length === 0) return established;
  return {
    ...established,
    allOf: keys.map((key) => ({ contains: { ...named(key), required: ['key'] } })),
    items: {
      allOf: [
        objectAt(established, 'items'),
        ...keys.map((key, index) => schemaOfFact(key, facts[key] ?? true, index + 1)),
      ],
    },
  };
}

function named(key: string): JsonObject {
  return { type: 'object', properties: { key: { const: key } } };
}

/** @param index Its place in `allOf`. */
function schemaOfFact(key: string, schema: JsonSchema, index: number): JsonObject {
  const place = pointer('properties', 'established', 'items', 'allOf', index, 'then', 'properties', 'value');
  const then = { type: 'object', properties: { value: embedded(schema, place) } };
  return Object.fromEntries([
    ['if', named(key)],
    ['then', then],
  ]);
}
