import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { isJsonObject } from '../../src/canonical/json-value.js';

/**
 * A type as a set of lines, one for each thing that can be said of a value of it: `.hop number`, `.edge?` (may be
 * absent), `.edge null`, `.kind = transfer`, `.payload any`, `.checks.*` (a map), `.after[]` (a list). The same
 * set is made of a JSON Schema, at run time: so type and schema can be held to each other.
 */
export type Marks<T, Path extends string = ''> = [JsonValue] extends [T]
  ? `${Path} any`
  : MarksOfPart<T, Path>;

type MarksOfPart<T, Path extends string> = T extends null
  ? `${Path} null`
  : T extends boolean
    ? `${Path} ${T}`
    : T extends number
      ? `${Path} number`
      : T extends string
        ? MarksOfText<T, Path>
        : T extends readonly (infer Item)[]
          ? Marks<Item, `${Path}[]`>
          : string extends keyof T
            ? Marks<T[keyof T], `${Path}.*`>
            : MarksOfObject<T, Path>;

/** `string`, and texts of a pattern such as `sha256:${string}`, are index signatures; a single word is not. */
type MarksOfText<T extends string, Path extends string> =
  Record<never, never> extends Record<T, true> ? `${Path} text` : `${Path} = ${T}`;

type MarksOfObject<T, Path extends string> = {
  [K in keyof T & string]-?:
    | (Record<never, never> extends Pick<T, K> ? `${Path}.${K}?` : never)
    | Marks<Exclude<T[K], undefined>, `${Path}.${K}`>;
}[keyof T & string];

/** Exactly the lines of a type: the compiler refuses one too few and one too many. */
export type MarkSet<T extends string> = { readonly [Mark in T]: true };

/** The lines of a schema. */
export function marksOfSchema(root: JsonObject, schema: JsonValue | undefined, path = ''): Set<string> {
  const marks = new Set<string>();
  collect(root, schema, path, marks);
  return marks;
}

function collect(root: JsonObject, schema: JsonValue | undefined, path: string, marks: Set<string>): void {
  if (!isJsonObject(schema)) throw new TypeError(`no schema at ${path}`);
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const defs = root['$defs'] as JsonObject;
    collect(root, defs[ref.replace('#/$defs/', '')], path, marks);
    return;
  }
  const alternatives = schema['anyOf'] as readonly JsonValue[] | undefined;
  if (alternatives !== undefined) {
    for (const alternative of alternatives) collect(root, alternative, path, marks);
    return;
  }
  const words = 'const' in schema ? [schema['const']] : (schema['enum'] as readonly JsonValue[] | undefined);
  if (words !== undefined) {
    for (const word of words) marks.add(typeof word === 'string' ? `${path} = ${word}` : `${path} ${word}`);
    return;
  }
  const types = [schema['type']].flat();
  for (const type of types) {
    if (type === undefined) marks.add(`${path} any`);
    else if (type === 'boolean') marks.add(`${path} true`).add(`${path} false`);
    else if (type === 'integer') marks.add(`${path} number`);
    else if (type === 'string') marks.add(`${path} text`);
    else if (type === 'array') collectItems(root, schema, path, marks);
    else if (type === 'object') collectMembers(root, schema, path, marks);
    else marks.add(`${path} ${type}`);
  }
}

function collectItems(root: JsonObject, schema: JsonObject, path: string, marks: Set<string>): void {
  const prefix = schema['prefixItems'] as readonly JsonValue[] | undefined;
  for (const item of prefix ?? [schema['items']]) collect(root, item, `${path}[]`, marks);
}

function collectMembers(root: JsonObject, schema: JsonObject, path: string, marks: Set<string>): void {
  const further = schema['additionalProperties'] ?? true;
  if (further !== false) {
    collect(root, further === true ? {} : further, `${path}.*`, marks);
    return;
  }
  const required = schema['required'] as readonly string[];
  for (const [name, member] of Object.entries(schema['properties'] as JsonObject)) {
    if (!required.includes(name)) marks.add(`${path}.${name}?`);
    collect(root, member, `${path}.${name}`, marks);
  }
}
