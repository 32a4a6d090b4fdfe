import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../canonical/json-value.js';
import type { JsonPointer } from '../canonical/pointer.js';
import { InternalError } from '../diagnostics/failures.js';

/** A member of one of our own schemas that is known to be an object. */
export function objectAt(schema: JsonObject, member: string): JsonObject {
  const found = schema[member];
  if (!isJsonObject(found)) throw new InternalError(`a published schema has no object at ${member}`);
  return found;
}

/** The same, further down. */
export function branch(schema: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce(objectAt, schema);
}

/** Keywords whose value is data, and those whose value holds schemas by name. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/**
 * A contract's own schema, to stand at a place in a bigger one: its references, which are to its own root, are made to
 * be to that place.
 *
 * @param at The place's JSON Pointer in the bigger schema.
 */
export function embedded(schema: JsonSchema, at: JsonPointer): JsonSchema {
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    embeddedMember(keyword, value, at),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

function embeddedMember(
  keyword: string,
  value: JsonValue | undefined,
  at: JsonPointer,
): JsonValue | undefined {
  if (keyword === '$ref' && typeof value === 'string') return `#${encodeURI(at)}${value.slice(1)}`;
  if (DATA.has(keyword)) return value;
  if (isJsonArray(value)) return value.map((item) => (isJsonObject(item) ? embedded(item, at) : item));
  if (!isJsonObject(value)) return value;
  return NAMED.has(keyword) ? embeddedAll(value, () => at) : embedded(value, at);
}

/** The same for schemas by name, each at a place of its own. */
export function embeddedAll(schemas: JsonObject, at: (name: string) => JsonPointer): JsonObject {
  const members = Object.entries(schemas).map(([name, value]) => [
    name,
    embedded(value as JsonSchema, at(name)),
  ]);
  return Object.fromEntries(members) as JsonObject;
}
