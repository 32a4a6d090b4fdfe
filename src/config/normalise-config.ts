import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import { isWellFormed } from '../model/not-json.js';
import { MAX_CONFIG_DEPTH } from './config-depth.js';
import { looksLikeCredential } from './credential-forms.js';
import { firstMembers, ownMember, setMember } from './own-members.js';
import { matchedHere, type PatternState, patternTree, stepInto } from './path-pattern.js';

export interface NormaliseOptions {
  /** By the pattern of an array's path, the member whose value identifies its items. */
  readonly identity: Readonly<Record<string, string>>;
}

/** Why a document cannot be compared. Says nothing of its values; a key that looks like a credential is left out. */
export interface ConfigFault {
  /** In the document as it was read: arrays by index. */
  readonly at: JsonPointer;
  /** One clause, lower case, without a final period. */
  readonly message: string;
}

export type Normalised = { readonly document: JsonValue } | { readonly fault: ConfigFault };

/**
 * A document in the form in which it is compared: an array with a declared identity becomes an object by that member's
 * value, so that its order means nothing and a path names the same item in the baseline, in the live document, in a
 * diff and in a contract. Patterns of nested identities go by those paths. What needs no change is shared with the
 * document that came in.
 *
 * Fails where an identity does not identify, and for what JSON cannot say or what is nested too deeply: what cannot be
 * compared must not pass as unchanged.
 *
 * @throws TypeError for a pattern that `pathPatternFault` finds fault with.
 */
export function normaliseConfig(document: JsonValue, options: NormaliseOptions): Normalised {
  const walk = new Normalising();
  const normalised = walk.value(document, patternTree(Object.entries(options.identity)));
  return walk.fault === null ? { document: normalised } : { fault: walk.fault };
}

type Identities = PatternState<string>;

class Normalising {
  /** The first that was found; what is returned beside it means nothing. */
  fault: ConfigFault | null = null;
  /** Where the walk is, in the document as it was read. */
  readonly #path: (string | number)[] = [];

  value(value: JsonValue, identities: Identities): JsonValue {
    if (typeof value === 'string') return isWellFormed(value) ? value : this.#fail(HALF_CHARACTER);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : this.#fail(NO_NUMBER);
    if (typeof value !== 'object') return this.#fail(NOT_JSON);
    if (this.#path.length >= MAX_CONFIG_DEPTH) return this.#fail(TOO_DEEP);
    const member = this.#identityOf(identities);
    if (isJsonArray(value)) {
      return member === null ? this.#array(value, identities) : this.#keyed(value, member, identities);
    }
    if (!isPlain(value)) return this.#fail(NOT_JSON);
    if (member !== null && looksKeyed(value, member)) {
      return this.#fail(`an object that looks like the array with identity ${quoted(member)} declared here`);
    }
    return this.#object(value, identities);
  }

  #identityOf(identities: Identities): string | null {
    const [first = null, ...others] = identities === null ? [] : matchedHere(identities);
    const other = others.find((one) => one !== first);
    if (first !== null && other !== undefined) {
      this.#fail(`two identities are declared for this array, ${quoted(first)} and ${quoted(other)}`);
    }
    return first;
  }

  #array(items: readonly JsonValue[], identities: Identities): JsonValue {
    let changed: JsonValue[] | null = null;
    for (let index = 0; index < items.length && this.fault === null; index += 1) {
      const item = items[index];
      const into = identities === null ? null : stepInto(identities, String(index));
      const normalised = this.#under(index, item, into);
      if (changed === null && normalised !== item) changed = items.slice(0, index);
      changed?.push(normalised);
    }
    return changed ?? items;
  }

  #object(object: JsonObject, identities: Identities): JsonValue {
    let changed: Record<string, JsonValue> | null = null;
    const keys = Object.keys(object);
    for (let index = 0; index < keys.length && this.fault === null; index += 1) {
      const key = keys[index] as string;
      const member = object[key];
      if (member === undefined) continue;
      if (key.length > MOST_OF_A_KEY) return this.#fail(LONG_KEY);
      if (!isWellFormed(key)) return this.#fail(HALF_CHARACTER);
      const normalised = this.#under(key, member, identities === null ? null : stepInto(identities, key));
      if (changed === null && normalised !== member) changed = firstMembers(object, keys, index);
      if (changed !== null) setMember(changed, key, normalised);
    }
    return changed ?? object;
  }

  #keyed(items: readonly JsonValue[], member: string, identities: Identities): JsonValue {
    const byIdentity: Record<string, JsonValue> = {};
    const seen = new Map<string, number>();
    for (let index = 0; index < items.length && this.fault === null; index += 1) {
      const key = identityOf(items[index], member);
      if (key === null)
        return this.#failAt(index, `no text or integer ${quoted(member)}, which identifies it`);
      if (key.length > MOST_OF_A_KEY) return this.#failAt(index, LONG_KEY);
      const before = seen.get(key);
      if (before !== undefined) return this.#twice(before, index, member);
      seen.set(key, index);
      const into = identities === null ? null : stepInto(identities, key);
      setMember(byIdentity, key, this.#under(index, items[index], into));
    }
    return byIdentity;
  }

  #under(segment: string | number, value: JsonValue | undefined, identities: Identities): JsonValue {
    this.#path.push(segment);
    const normalised = value === undefined ? this.#fail(NOT_JSON) : this.value(value, identities);
    this.#path.pop();
    return normalised;
  }

  #twice(before: number, index: number, member: string): JsonValue {
    return this.#failAt(index, `the same ${quoted(member)} as ${safePointer([...this.#path, before])}`);
  }

  #failAt(index: number, message: string): JsonValue {
    this.#path.push(index);
    this.#fail(message);
    this.#path.pop();
    return null;
  }

  #fail(message: string): JsonValue {
    this.fault ??= { at: safePointer(this.#path), message };
    return null;
  }
}

/** In UTF-16 units. Every change below it repeats a key in its path. */
const MOST_OF_A_KEY = 1000;
const LONG_KEY = `a key of more than ${MOST_OF_A_KEY} characters`;
const HALF_CHARACTER = 'half of a surrogate pair, which is no whole character';
const NO_NUMBER = 'a number that JSON cannot hold';
const NOT_JSON = 'something that is no JSON value';
const TOO_DEEP = `more than ${MAX_CONFIG_DEPTH} levels of nesting`;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An integer that is too large to be told from its neighbours identifies nothing. */
function identityOf(item: JsonValue | undefined, member: string): string | null {
  const value = isJsonObject(item) ? ownMember(item, member) : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

/**
 * An object in the place of an array stays as it is, unless it is just what the array would become: then a document
 * whose array was turned into an object would be the same as before.
 */
function looksKeyed(object: JsonObject, member: string): boolean {
  return Object.entries(object).every(([key, item]) => identityOf(item, member) === key);
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** A place, without what must not be told. */
function safePointer(path: readonly (string | number)[]): JsonPointer {
  return pointer(...path.map((segment) => (looksLikeCredential(String(segment)) ? '(hidden)' : segment)));
}
