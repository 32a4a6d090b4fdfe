/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A member may be `undefined` in memory; it is then absent in the text. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray`, for a type whose arrays are read-only. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A schema of JSON Schema, draft 2020-12. */
export type JsonSchema = boolean | JsonObject;
