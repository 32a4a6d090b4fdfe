import { digestValue } from '../../canonical/digest.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { setMember } from '../../config/own-members.js';
import { matchedHere, type PatternState, patternTree, stepInto } from '../../config/path-pattern.js';
import { normaliseText } from '../../constraint/normalise-text.js';
import type { RunRecord } from '../../model/record.js';
import { RECORD_SHAPES, type RecordShape } from './record-shapes.js';
import type { Count, Redaction } from './redactor.js';

/** How a pattern replaces: what it names as one, or each scalar that it matches. */
type Manner = 'whole' | 'each';
type Fields = PatternState<Manner>;

/** Replaces what a record holds of `fields`, and of texts in whatever is no name. */
export function recordRedactor(how: Redaction): (record: RunRecord, count: Count) => RunRecord {
  const trees = new Map(
    Object.entries(how.fields).map(([kind, patterns]) => [kind, patternTree(patterns.map(withManner))]),
  );
  return (record, count) => {
    const walk = new RecordWalk(how, count);
    const value = record as unknown as JsonValue;
    const shown = walk.value(value, RECORD_SHAPES[record.kind], trees.get(record.kind) ?? null);
    const redacted = shown as unknown as RunRecord;
    return redacted.kind === 'config' && redacted !== record ? withNewDigests(redacted) : redacted;
  };
}

function withManner(pattern: string): readonly [string, Manner] {
  return [pattern, pattern.endsWith('/**') ? 'each' : 'whole'];
}

/** The digest of a reading is that of its document, and is compared with those of other readings, redacted likewise. */
function withNewDigests(record: RunRecord & { readonly kind: 'config' }): RunRecord {
  const reading = withNewDigest(record.reading);
  return record.baseline === undefined
    ? { ...record, reading }
    : { ...record, reading, baseline: withNewDigest(record.baseline) };
}

function withNewDigest<R extends object>(reading: R): R {
  const document = 'document' in reading ? (reading.document as JsonValue | undefined) : undefined;
  return document === undefined ? reading : { ...reading, digest: digestValue(document) };
}

/** One record. A part in which nothing is replaced stays the very same. */
class RecordWalk {
  readonly #how: Redaction;
  readonly #count: Count;

  constructor(how: Redaction, count: Count) {
    this.#how = how;
    this.#count = count;
  }

  value(value: JsonValue, shape: RecordShape, fields: Fields): JsonValue {
    if (shape === 'kept') return value;
    if (shape === 'name') return typeof value === 'object' ? this.#free(value, fields) : value;
    if (shape === 'free') return this.#free(value, fields);
    if ('max' in shape) return this.#text(value, shape, fields);
    if ('each' in shape) {
      if (!isJsonArray(value)) return this.#free(value, fields);
      return mapItems(value, (item, index) => this.value(item, shape.each, into(fields, String(index))));
    }
    return isJsonObject(value) ? this.#members(value, shape.members, fields) : this.#free(value, fields);
  }

  #members(object: JsonObject, shapes: Readonly<Record<string, RecordShape>>, fields: Fields): JsonValue {
    return mapMembers(object, (key, member) =>
      Object.hasOwn(shapes, key)
        ? [key, this.value(member, shapes[key] as RecordShape, into(fields, key))]
        : [this.#part(key), this.#free(member, into(fields, key))],
    );
  }

  /** Two texts that differ only in how they are typed are one rule, and have one token. */
  #text(value: JsonValue, { max, rule }: { max: number; rule: boolean }, fields: Fields): JsonValue {
    if (typeof value !== 'string') return this.#free(value, fields);
    if (rule && this.#how.stays(value)) return value;
    const compared = rule ? normaliseText(value) : value;
    if (matchedHere(fields).length > 0) return this.#field(compared);
    const shown = this.#part(value);
    // A token can be longer than what it stands for.
    return shown.length > max && shown !== value ? this.#field(compared) : shown;
  }

  #free(value: JsonValue, fields: Fields): JsonValue {
    const matched = matchedHere(fields);
    if (matched.includes('whole')) return this.#field(value);
    if (isJsonArray(value))
      return mapItems(value, (item, index) => this.#free(item, into(fields, String(index))));
    if (isJsonObject(value))
      return mapMembers(value, (key, member) => [this.#part(key), this.#free(member, into(fields, key))]);
    if (matched.length > 0) return this.#field(value);
    if (typeof value === 'string') return this.#part(value);
    return typeof value === 'number' ? this.#number(value) : value;
  }

  #field(value: JsonValue): string {
    this.#count.field();
    return this.#how.tokens.field(value);
  }

  #part(text: string): string {
    return this.#how.redactText(text, this.#count.text);
  }

  /** A card's number may be written without quotes. */
  #number(value: number): JsonValue {
    if (!Number.isSafeInteger(value) || value < 1_000_000) return value;
    const text = String(value);
    const shown = this.#part(text);
    return shown === text ? value : shown;
  }
}

function into(fields: Fields, segment: string): Fields {
  return fields === null ? null : stepInto(fields, segment);
}

function mapItems(
  items: readonly JsonValue[],
  shown: (item: JsonValue, index: number) => JsonValue,
): JsonValue {
  let changed = false;
  const all = items.map((item, index) => {
    const one = shown(item, index);
    changed ||= one !== item;
    return one;
  });
  return changed ? all : items;
}

function mapMembers(
  object: JsonObject,
  shown: (key: string, member: JsonValue) => readonly [string, JsonValue],
): JsonValue {
  let changed = false;
  const all: Record<string, JsonValue> = {};
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (member === undefined) continue;
    const [name, one] = shown(key, member);
    changed ||= name !== key || one !== member;
    setMember(all, free(all, name), one);
  }
  return changed ? all : object;
}

/** A key may look like the token of another one: neither is lost. */
function free(object: JsonObject, key: string): string {
  let name = key;
  while (Object.hasOwn(object, name)) name += "'";
  return name;
}
