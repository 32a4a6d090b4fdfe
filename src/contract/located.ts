import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import type { Span } from '../diagnostics/diagnostic.js';

/** A value of a contract's text with its place. Free of the YAML library, so that merged files can be one tree. */
export type Located = LocatedScalar | LocatedList | LocatedMap;

export interface LocatedScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** As written, without quotes. */
  readonly source: string;
  /** Not quoted and not a block: it could have been a number or a boolean. */
  readonly plain: boolean;
  readonly span: Span;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly items: readonly Located[];
  readonly span: Span;
}

export interface LocatedMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, LocatedEntry>;
  /** Keys whose value was refused: an error is reported, so that they do not count as missing as well. */
  readonly refused?: ReadonlySet<string>;
  readonly span: Span;
}

export interface LocatedEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Located;
}

/** The value without places. `__proto__` never gets here: the reader refuses it. */
export function toJson(node: Located): JsonValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toJson);
  return toJsonObject(node);
}

/** `toJson` of a map. */
export function toJsonObject(node: LocatedMap): JsonObject {
  return Object.fromEntries([...node.entries.values()].map((entry) => [entry.key, toJson(entry.value)]));
}

/** The entry's place: from its key to the end of its value. */
export function entrySpan({ keySpan, value }: LocatedEntry): Span {
  const { endLine = value.span.line, endColumn } = value.span;
  return endColumn === undefined ? keySpan : { ...keySpan, endLine, endColumn };
}

/** The place of every value, by pointer: an entry's from its key, an item's from the item itself. */
export function collectSpans(
  node: Located,
  at: JsonPointer = '',
  spans: Map<JsonPointer, Span> = new Map([[at, node.span]]),
): Map<JsonPointer, Span> {
  for (const [segment, span, value] of children(node)) {
    const below = at + pointer(segment);
    spans.set(below, span);
    collectSpans(value, below, spans);
  }
  return spans;
}

function children(node: Located): [string | number, Span, Located][] {
  if (node.kind === 'list') return node.items.map((item, i) => [i, item.span, item]);
  if (node.kind === 'map') return [...node.entries.values()].map((e) => [e.key, entrySpan(e), e.value]);
  return [];
}

/** What lies at a pointer, or null. */
export function locate(
  node: Located | undefined,
  ...segments: readonly (string | number)[]
): Located | undefined {
  const [first, ...rest] = segments;
  if (first === undefined || node === undefined) return node;
  if (node.kind === 'map') return locate(node.entries.get(String(first))?.value, ...rest);
  if (node.kind === 'list') return locate(node.items[Number(first)], ...rest);
  return undefined;
}
