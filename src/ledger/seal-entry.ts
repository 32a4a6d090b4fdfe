import { canonicalJson } from '../canonical/canonical-json.js';
import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import type { LedgerRecord } from '../model/ledger.js';
import { newSalt } from './new-salt.js';
import { MORE, type Personal, SHAPES, type Shape } from './personal-fields.js';

/**
 * A record in two parts: a skeleton, in which each personal field is `{"$sealed": digest}`, and the fields themselves.
 * The digest is salted, so that nobody who has the skeleton alone can try what a field said; the salt goes with the
 * fields. The chains are over the skeleton, and stay valid without them.
 */
export interface SealedRecord {
  /** Canonical JSON. */
  readonly body: string;
  /** JSON, by pointer; null where there is no personal field. */
  readonly content: string | null;
  /** 16 random bytes, in hexadecimal. */
  readonly salt: string;
  /** A salted digest of the record as it came. */
  readonly commit: Digest;
}

const SEALED = '$sealed';
/** What an erased text reads as. */
export const ERASED_TEXT = '[erased]';
/** What an erased digest reads as, which has to look like one. */
export const ERASED_DIGEST: Digest = `sha256:${'0'.repeat(64)}`;

/** Where a walk is, as a pointer. */
type At = JsonPointer;

interface Sealing {
  readonly salt: string;
  /** The members of the content, as JSON. */
  readonly content: string[];
}

/** @param salt Only for tests: it has to be random, and never the same twice. */
export function sealRecord(record: LedgerRecord, salt: string = newSalt()): SealedRecord {
  const value = record as unknown as JsonValue;
  const sealing: Sealing = { salt, content: [] };
  const skeleton = walk(sealing, SHAPES[record.kind], value, '');
  return {
    body: canonicalJson(skeleton),
    content: sealing.content.length === 0 ? null : `{${sealing.content.join(',')}}`,
    salt,
    commit: commitOf(record, salt),
  };
}

/** Two records with one salt have one commitment exactly where they are the same. */
export function commitOf(record: LedgerRecord, salt: string): Digest {
  return digestValue([salt, record as unknown as JsonValue]);
}

function walk(sealing: Sealing, shape: Shape, value: JsonValue, at: At): JsonValue {
  if (value === null) return null;
  if (typeof shape === 'object') return walkInto(sealing, shape, value, at);
  if (shape === 'keep') return keep(sealing, value, at);
  if (isKept(shape, value)) return value;
  return seal(sealing, value, at, isPersonal(shape) ? shape : readsAs(value));
}

function walkInto(sealing: Sealing, shape: Exclude<Shape, string>, value: JsonValue, at: At): JsonValue {
  if ('each' in shape) {
    if (!isJsonArray(value)) return seal(sealing, value, at, readsAs(value));
    return value.map((item, index) => walk(sealing, shape.each, item, `${at}/${index}`));
  }
  if (!isJsonObject(value)) return seal(sealing, value, at, readsAs(value));
  return walkMembers(sealing, shape.members, value, at);
}

function walkMembers(
  sealing: Sealing,
  shapes: Readonly<Record<string, Shape>>,
  value: JsonObject,
  at: At,
): JsonValue {
  const kept: Record<string, JsonValue> = {};
  const more: [string, JsonValue][] = [];
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    if (Object.hasOwn(shapes, name))
      put(kept, name, walk(sealing, shapes[name] as Shape, member, under(at, name)));
    else more.push([name, member]);
  }
  if (more.length > 0) kept[MORE] = seal(sealing, Object.fromEntries(more), `${at}/${MORE}`, 'absent');
  return kept;
}

/** A member, whatever its name: `__proto__` too is one in JSON. */
function put(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Names that need no escape are most, and escaping is slow. */
function under(at: At, name: string): At {
  return name.includes('/') || name.includes('~') ? at + pointer(name) : `${at}/${name}`;
}

function seal(sealing: Sealing, value: JsonValue, at: At, reads: Personal): JsonValue {
  sealing.content.push(`${JSON.stringify(at)}:${JSON.stringify(value)}`);
  const digest = sealOf(sealing.salt, at, value);
  // What stands there once it is erased is kept beside it, so that reading an old entry needs no old table.
  return reads === 'null' ? { [SEALED]: digest } : { [SEALED]: digest, reads };
}

function sealOf(salt: string, at: string, value: JsonValue): Digest {
  if (typeof value === 'object' && value !== null) return digestValue([salt, at, value]);
  // The same for what has no members to sort, in half the time; most fields are texts.
  return digestBytes(JSON.stringify([salt, at, value]));
}

function isPersonal(shape: Shape): shape is Personal {
  return shape === 'text' || shape === 'null' || shape === 'absent' || shape === 'digest';
}

function readsAs(value: JsonValue): Personal {
  return typeof value === 'string' ? 'text' : 'null';
}

const ID = /^\S{1,256}$/;
const WORD = /^[a-z_]{1,40}$/;

function isKept(shape: Exclude<Shape, object | 'keep'>, value: JsonValue): boolean {
  switch (shape) {
    case 'scalar':
      return typeof value !== 'object';
    case 'id':
      return typeof value === 'string' && ID.test(value);
    case 'word':
      return typeof value === 'string' && WORD.test(value);
    case 'number':
      return typeof value === 'number';
    default:
      return false;
  }
}

/** All of it stays, but for members that reading would take for ours: those are sealed, whatever they are. */
function keep(sealing: Sealing, value: JsonValue, at: At): JsonValue {
  if (!holdsMark(value)) return value;
  if (isJsonArray(value)) return value.map((item, index) => keep(sealing, item, `${at}/${index}`));
  const named = Object.entries(value as JsonObject).filter(([name]) => !isMark(name));
  const shapes = Object.fromEntries(named.map(([name]) => [name, 'keep' as const]));
  return walkMembers(sealing, shapes, value as JsonObject, at);
}

function holdsMark(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(holdsMark);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([name, member]) => isMark(name) || (member !== undefined && holdsMark(member)),
  );
}

function isMark(name: string): boolean {
  return name === SEALED || name === MORE;
}

/** What is kept of a record: `content` and `salt` are null where they were erased. */
export interface KeptRecord {
  readonly body: string;
  readonly content: string | null;
  readonly salt: string | null;
}

type Fields = ReadonlyMap<string, JsonValue>;

/** The record again; its erased fields as `[erased]`, null, a digest of zeros, or not there. */
export function unsealRecord({ body, content }: Pick<KeptRecord, 'body' | 'content'>): LedgerRecord {
  const skeleton = JSON.parse(body) as JsonValue;
  const record = isJsonObject(skeleton) ? open(skeleton, fieldsOf(content), '') : skeleton;
  return record as unknown as LedgerRecord;
}

function fieldsOf(content: string | null): Fields | null {
  return content === null ? null : new Map(Object.entries(JSON.parse(content) as Record<string, JsonValue>));
}

/** Undefined for a field that is not there any more. */
function open(value: JsonValue, fields: Fields | null, at: At): JsonValue | undefined {
  if (isJsonArray(value)) return value.map((item, index) => open(item, fields, `${at}/${index}`) ?? null);
  if (!isJsonObject(value)) return value;
  return SEALED in value ? opened(value, fields, at) : openMembers(value, fields, at);
}

function openMembers(value: JsonObject, fields: Fields | null, at: At): JsonValue {
  const members: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const found = open(value[name] ?? null, fields, under(at, name));
    if (found === undefined) continue;
    if (name !== MORE || !isJsonObject(found)) put(members, name, found);
    else for (const more of Object.keys(found)) put(members, more, found[more] ?? null);
  }
  return members;
}

function opened(sealed: JsonObject, fields: Fields | null, at: At): JsonValue | undefined {
  const value = fields?.get(at);
  if (value !== undefined) return value;
  const reads = sealed['reads'];
  if (reads === 'absent') return undefined;
  if (reads === 'text') return ERASED_TEXT;
  return reads === 'digest' ? ERASED_DIGEST : null;
}

/**
 * What of the personal fields does not agree with the skeleton, as pointers: another value, one that is not there, one
 * too many. Nothing where they were erased as a whole.
 */
export function sealFaults({ body, content, salt }: KeptRecord): readonly string[] {
  if (salt === null) return [];
  const fields = fieldsOf(content) ?? new Map<string, JsonValue>();
  const faults: string[] = [];
  const seals = new Set<string>();
  visitSeals(JSON.parse(body) as JsonValue, '', (where, digest) => {
    seals.add(where);
    const value = fields.get(where);
    if (value === undefined || sealOf(salt, where, value) !== digest) faults.push(where);
  });
  for (const where of fields.keys()) if (!seals.has(where)) faults.push(where);
  return faults;
}

/** Has the skeleton a personal field. */
export function holdsSeal(body: string): boolean {
  if (!body.includes(`"${SEALED}"`)) return false;
  let found = false;
  visitSeals(JSON.parse(body) as JsonValue, '', () => {
    found = true;
  });
  return found;
}

function visitSeals(value: JsonValue, at: At, visit: (where: string, digest: JsonValue) => void): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) visitSeals(item, `${at}/${index}`, visit);
  } else if (isJsonObject(value)) {
    if (SEALED in value) visit(at, value[SEALED] ?? null);
    else
      for (const [name, member] of Object.entries(value)) visitSeals(member ?? null, under(at, name), visit);
  }
}
