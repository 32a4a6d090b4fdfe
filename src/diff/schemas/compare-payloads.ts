import { canonicalJson } from '../../canonical/canonical-json.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../canonical/json-value.js';
import { type JsonPointer, pointer } from '../../canonical/pointer.js';
import type { SchemaComparison } from '../../model/policy-diff.js';
import { compareSchemas } from './compare-schemas.js';

/** A contract's own schema within a compiled payload schema. */
interface Part {
  readonly at: JsonPointer;
  readonly schema: JsonSchema;
}

/**
 * Two versions of an edge's compiled payload schema: as a whole, and each field and fact of the contract's own that is
 * in both and differs. Nothing where only the edge's name is another.
 */
export function comparePayloads(
  edge: string,
  base: JsonObject,
  head: JsonObject,
): readonly SchemaComparison[] {
  if (canonicalJson(unnamed(base)) === canonicalJson(unnamed(head))) return [];
  const [before, after] = [partsOf(base), partsOf(head)];
  const parts = [...after].flatMap(([name, is]) => {
    const was = before.get(name);
    if (was === undefined || canonicalJson(was.schema) === canonicalJson(is.schema)) return [];
    return [{ edge, what: is.at, ...compareSchemas(was.schema, is.schema) }];
  });
  return [{ edge, what: 'payload', ...compareSchemas(base, head) }, ...parts];
}

function unnamed(schema: JsonObject): JsonObject {
  const { $id: _id, title: _title, ...rest } = schema;
  return rest;
}

/** By what they are called in the contract. */
function partsOf(payload: JsonObject): ReadonlyMap<string, Part> {
  return new Map([...fields(payload), ...facts(payload)]);
}

function* fields(payload: JsonObject): Generator<[string, Part]> {
  const properties = payload['properties'];
  for (const name of isJsonObject(properties) ? Object.keys(properties) : []) {
    const part = partAt(payload, ['properties', name]);
    if (part !== null) yield [`property ${name}`, part];
  }
}

function* facts(payload: JsonObject): Generator<[string, Part]> {
  const items = ['properties', 'established', 'items', 'allOf'];
  const all = valueAt(payload, items);
  for (const index of isJsonArray(all) ? all.keys() : []) {
    const key = valueAt(payload, [...items, index, 'if', 'properties', 'key', 'const']);
    const part = partAt(payload, [...items, index, 'then', 'properties', 'value']);
    if (typeof key === 'string' && part !== null) yield [`fact ${key}`, part];
  }
}

/** The schema there as it is by itself; null where it refers to something outside. */
function partAt(payload: JsonObject, segments: readonly (string | number)[]): Part | null {
  const found = valueAt(payload, segments);
  if (typeof found !== 'boolean' && !isJsonObject(found)) return null;
  const at = pointer(...segments);
  const schema = byItself(found, `#${encodeURI(at)}`);
  return schema === undefined ? null : { at, schema: schema as JsonSchema };
}

/** Undefined: a reference leads elsewhere. */
function byItself(value: JsonValue, place: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    const items = value.map((item) => byItself(item, place));
    return items.some((item) => item === undefined) ? undefined : (items as JsonValue[]);
  }
  if (!isJsonObject(value)) return value;
  const members: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    const made = name === '$ref' ? ownRef(member, place) : byItself(member ?? null, place);
    if (made === undefined) return undefined;
    members.push([name, made]);
  }
  return Object.fromEntries(members);
}

function ownRef(ref: JsonValue | undefined, place: string): JsonValue | undefined {
  // A member of some data that is called `$ref`.
  if (typeof ref !== 'string') return ref ?? null;
  const isOwn = ref === place || ref.startsWith(`${place}/`);
  return isOwn ? `#${ref.slice(place.length)}` : undefined;
}

function valueAt(payload: JsonObject, segments: readonly (string | number)[]): JsonValue | undefined {
  return segments.reduce<JsonValue | undefined>((value, segment) => {
    if (isJsonArray(value)) return value[Number(segment)];
    return isJsonObject(value) && Object.hasOwn(value, segment) ? value[String(segment)] : undefined;
  }, payload);
}
