import { isJsonObject, type JsonObject } from '../canonical/json-value.js';
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
