import { canonicalJson } from '../../canonical/canonical-json.js';
import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue } from '../../canonical/json-value.js';
import { type JsonPointer, pointer, pointerSegments } from '../../canonical/pointer.js';
import { KEYWORDS } from '../../contract/json-schema-words.js';

/** A schema within one of the two that are compared. */
export interface SchemaNode {
  readonly schema: JsonSchema;
  readonly side: Side;
  readonly at: JsonPointer;
  /** Equal keys: the same values are valid under both, whatever they refer to. */
  readonly key: string;
}

export type Side = 'base' | 'head';

/** Nothing can be said about a schema in which this is. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
  readonly at: JsonPointer;

  constructor(at: JsonPointer, reason: string) {
    super(reason);
    this.at = at;
  }
}

interface Building {
  readonly schema: JsonSchema;
  readonly side: Side;
  readonly at: JsonPointer;
  key: string;
  /** Keywords that matter, each with its data and the schemas in it. */
  parts: readonly Part[];
}

interface Part {
  readonly keyword: string;
  readonly data: string;
  readonly inner: readonly Building[];
}

const NOTES: ReadonlySet<string> = new Set(
  (
    '$schema $id $comment $defs title description default deprecated readOnly writeOnly examples ' +
    'contentEncoding contentMediaType contentSchema'
  ).split(' '),
);
/** Keywords whose schemas are asked of the same value. */
const IN_PLACE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
const SETS: ReadonlySet<string> = new Set(['required', 'type', 'enum', 'allOf', 'anyOf']);
const MOST_NODES = 20_000;

/**
 * Every schema that two schemas are made of. Which of them are the same is found by splitting: all are held to be the
 * same until they differ in themselves or in what they refer to. So a reference equals what it refers to, and circles
 * are no trouble.
 */
export class Universe {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly #roots: Readonly<Record<Side, JsonSchema>>;
  readonly #nodes: Map<string, Building> = new Map();

  /** @throws Unsupported */
  constructor(base: JsonSchema, head: JsonSchema) {
    this.#roots = { base, head };
    const roots = [this.#add('base', ''), this.#add('head', '')] as const;
    this.#refuseLoops();
    [this.base, this.head] = [origin(roots[0]), origin(roots[1])];
    this.#name();
  }

  /** The schema at a place below another, or what a reference leads to. */
  inner(node: SchemaNode, ...segments: readonly (string | number)[]): SchemaNode {
    return this.#at(node.side, node.at + pointer(...segments));
  }

  target(node: SchemaNode, ref: string): SchemaNode {
    return this.#at(node.side, targetOf(node, ref));
  }

  #at(side: Side, at: JsonPointer): SchemaNode {
    const node = this.#nodes.get(`${side} ${at}`);
    if (node === undefined) throw new Unsupported(at, 'no schema is there');
    // What only refers has the key of what it refers to, and must not be taken apart into itself.
    return origin(node);
  }

  #add(side: Side, at: JsonPointer): Building {
    const id = `${side} ${at}`;
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    if (this.#nodes.size >= MOST_NODES) throw new Unsupported(at, 'the schemas are too large to compare');
    const node: Building = { schema: schemaAt(this.#roots[side], at), side, at, key: '', parts: [] };
    this.#nodes.set(id, node);
    if (isJsonObject(node.schema)) node.parts = this.#partsOf(node, Object.entries(node.schema));
    return node;
  }

  #partsOf(node: Building, entries: readonly [string, JsonValue | undefined][]): readonly Part[] {
    return entries
      .flatMap(([keyword, value]) => (value === undefined ? [] : [this.#part(node, keyword, value)]))
      .filter((part) => part !== null)
      .sort((a, b) => (a.keyword < b.keyword ? -1 : 1));
  }

  #part(node: Building, keyword: string, value: JsonValue): Part | null {
    refuseUnknown(node, keyword, value);
    if (NOTES.has(keyword)) return null;
    if (keyword === '$ref') {
      return { keyword, data: '', inner: [this.#add(node.side, targetOf(node, String(value)))] };
    }
    const places = innerPlaces(keyword, value);
    if (places === null) return plainPart(keyword, value);
    const inner = places.map((segments) => this.#add(node.side, node.at + pointer(keyword, ...segments)));
    return { keyword, data: canonicalJson(places as JsonValue), inner };
  }

  /** A schema that asks itself of the same value has no meaning, and no validator comes back from it. */
  #refuseLoops(): void {
    const done = new Set<Building>();
    const onWay = new Set<Building>();
    const visit = (node: Building): void => {
      if (onWay.has(node)) throw new Unsupported(node.at, 'the schema refers to itself without end');
      if (done.has(node)) return;
      onWay.add(node);
      for (const { keyword, inner } of node.parts) if (IN_PLACE.includes(keyword)) inner.forEach(visit);
      onWay.delete(node);
      done.add(node);
    };
    for (const node of this.#nodes.values()) visit(node);
  }

  #name(): void {
    const nodes = [...this.#nodes.values()];
    let count = 0;
    for (let kinds = 1; kinds > count; ) {
      count = kinds;
      const names = new Map<string, string>();
      const keys = nodes.map((node) => {
        const print = printOf(origin(node));
        const name = names.get(print) ?? `s${names.size}`;
        names.set(print, name);
        return name;
      });
      for (const [index, node] of nodes.entries()) node.key = keys[index] ?? '';
      kinds = names.size;
    }
  }
}

/** What a schema stands for that only refers, or only wraps one schema. */
function origin(node: Building): Building {
  const [only, ...more] = node.parts;
  if (only === undefined || more.length > 0) return node;
  const [inner, ...others] = only.inner;
  if (inner === undefined || others.length > 0) return node;
  return ['$ref', 'allOf', 'anyOf', 'oneOf'].includes(only.keyword) ? origin(inner) : node;
}

function printOf({ schema, parts }: Building): string {
  if (typeof schema === 'boolean') return schema ? '' : 'false';
  return parts.map(partPrint).join(' ');
}

function partPrint({ keyword, data, inner }: Part): string {
  const keys = inner.map((one) => origin(one).key);
  return `${keyword}:${data}(${(SETS.has(keyword) ? [...new Set(keys)].sort() : keys).join(',')})`;
}

function plainPart(keyword: string, value: JsonValue): Part {
  if (keyword === 'const') return { keyword: 'enum', data: canonicalJson([canonicalJson(value)]), inner: [] };
  if (!SETS.has(keyword)) return { keyword, data: canonicalJson(value), inner: [] };
  const members = (isJsonArray(value) ? value : [value]).map((member) => canonicalJson(member));
  return { keyword, data: canonicalJson([...new Set(members)].sort()), inner: [] };
}

/** Where further schemas lie in a keyword's value; null: it has none. Members by name, so that their order is nothing. */
function innerPlaces(keyword: string, value: JsonValue): readonly (readonly (string | number)[])[] | null {
  const shape = KEYWORDS.get(keyword);
  if (shape === 'schema') return [[]];
  if (shape === 'list' && isJsonArray(value)) return value.map((_, index) => [index]);
  if (shape === 'map' && isJsonObject(value)) {
    return Object.keys(value)
      .sort()
      .map((name) => [name]);
  }
  return null;
}

function refuseUnknown(node: Building, keyword: string, value: JsonValue): void {
  const isRootId = keyword === '$id' && node.at === '';
  if (!KEYWORDS.has(keyword) && !isRootId) {
    throw new Unsupported(node.at + pointer(keyword), 'the keyword is not one that contracts may use');
  }
  const names = isJsonObject(value) ? Object.keys(value) : isJsonArray(value) ? value : [];
  // The validator passes over members of this name.
  if (keyword !== 'enum' && names.includes('__proto__')) {
    throw new Unsupported(node.at + pointer(keyword), 'the validator does not look at a field `__proto__`');
  }
}

function targetOf(node: { readonly at: JsonPointer }, ref: string): JsonPointer {
  try {
    if (ref.startsWith('#')) return decodeURIComponent(ref.slice(1));
  } catch {
    // not a percent-encoding: it leads nowhere
  }
  throw new Unsupported(node.at + pointer('$ref'), 'the reference leads out of the schema');
}

function schemaAt(root: JsonSchema, at: JsonPointer): JsonSchema {
  let found: JsonValue | undefined = root;
  for (const segment of pointerSegments(at)) found = member(found, segment);
  if (typeof found === 'boolean' || isJsonObject(found)) return found;
  throw new Unsupported(at, 'no schema is there');
}

function member(value: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (isJsonArray(value)) return value[Number(segment)];
  return isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}
