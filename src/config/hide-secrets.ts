import { createHmac } from 'node:crypto';
import { canonicalJson } from '../canonical/canonical-json.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { SECRET_PREFIX } from '../model/config.js';
import { requireDepth } from './config-depth.js';
import { looksLikeCredential } from './credential-forms.js';
import { firstMembers, ownMember, setMember } from './own-members.js';
import { matchedHere, type PatternState, patternTree, stepInto } from './path-pattern.js';
import { type SecretName, secretName } from './secret-name.js';

/** What digests secrets. Two readings can be compared only if the same key made them. */
export interface SecretsKey {
  /** Letters, digits, `_`, `.` and `-`; stands in every digest. */
  readonly id: string;
  /** At least 16 bytes: whoever can guess the key can guess a short password. */
  readonly bytes: Uint8Array;
}

export interface HideOptions {
  /**
   * Paths of values that must not be seen. A pattern that names an object or an array hides it as one: how many
   * members it has and what they are called may be a secret as well. With a last `**` each scalar below is hidden on
   * its own, and the names stay.
   */
  readonly patterns: readonly string[];
  readonly key: SecretsKey;
}

export interface Hidden {
  readonly document: JsonValue;
  /** How many values and keys were replaced. */
  readonly hidden: number;
}

/**
 * A normalised document without its secrets: what the patterns name, what looks like a credential wherever it stands
 * (also as a key, also within a longer text), and what stands under a name such as `password`, is replaced by
 * `secret:hmac-sha256:<key id>:<hex>`. Equal values have equal digests and others have others, so that a change still
 * shows. A text that already looks like such a digest is digested as well: nobody can write one into a configuration.
 *
 * @throws TypeError for a pattern that `pathPatternFault` finds fault with, a key that is none, or a document that was
 *   not normalised (too deep).
 */
export function hideSecrets(document: JsonValue, { patterns, key }: HideOptions): Hidden {
  const hiding = new Hiding(key);
  const secrets = patternTree(patterns.map((pattern) => [pattern, manner(pattern)] as const));
  const shown = hiding.value(document, { secrets, named: null, holds: false, depth: 0 });
  return { document: shown, hidden: hiding.count };
}

/** How a pattern hides: what it names as one, or each scalar that it matches. */
type Manner = 'whole' | 'each';

function manner(pattern: string): Manner {
  return pattern.endsWith('/**') ? 'each' : 'whole';
}

/** What is known of a place from what stands above it. */
interface Place {
  readonly secrets: PatternState<Manner>;
  /** The name of a secret is the key of this, or of something above. */
  readonly named: SecretName;
  /** The key of this says that it holds secrets, so that its own keys may be them. */
  readonly holds: boolean;
  readonly depth: number;
}

class Hiding {
  count = 0;
  readonly #key: SecretsKey;

  constructor(key: SecretsKey) {
    if (!/^[\w.-]{1,64}$/.test(key.id)) throw new TypeError('the id of a key for secrets is a word');
    if (key.bytes.length < 16) throw new TypeError('a key for secrets has at least 16 bytes');
    this.#key = key;
  }

  value(value: JsonValue, place: Place): JsonValue {
    const matched = place.secrets === null ? NONE : matchedHere(place.secrets);
    if (matched.includes('whole')) return this.#digest('value', value);
    if (value === null || typeof value !== 'object') {
      const secret = matched.length > 0 || isSecret(value, place.named);
      return secret ? this.#digest('value', value) : value;
    }
    requireDepth(place.depth);
    return isJsonArray(value) ? this.#array(value, place) : this.#object(value, place);
  }

  #array(items: readonly JsonValue[], place: Place): JsonValue {
    let changed: JsonValue[] | null = null;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] ?? null;
      const named = namedByFlag(items[index - 1]);
      const shown = this.value(item, into(place, String(index), named));
      if (changed === null && shown !== item) changed = items.slice(0, index);
      changed?.push(shown);
    }
    return changed ?? items;
  }

  #object(object: JsonObject, place: Place): JsonValue {
    let changed: Record<string, JsonValue> | null = null;
    const keys = Object.keys(object);
    const held = heldNames(object, keys);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const member = object[key];
      if (member === undefined) continue;
      const before = this.count;
      const shown = this.value(member, into(place, key, secretName(key) ?? held?.get(key) ?? null));
      const name =
        looksLikeCredential(key) ||
        (place.holds && isMere(member)) ||
        (this.count > before && repeats(key, member, shown));
      if (changed === null && (name || shown !== member)) changed = firstMembers(object, keys, index);
      if (changed !== null) setMember(changed, name ? this.#digest('key', key) : key, shown);
    }
    return changed ?? object;
  }

  /** The kind is digested with the value, so that no value has the digest of a key. */
  #digest(kind: 'value' | 'key', value: JsonValue): string {
    this.count += 1;
    const { id, bytes } = this.#key;
    const hmac = createHmac('sha256', bytes).update(`edge-contracts secret 1\n${kind}\n`);
    return `${SECRET_PREFIX}${id}:${hmac.update(canonicalJson(value)).digest('hex')}`;
  }
}

const NONE: readonly Manner[] = [];

function into(place: Place, segment: string, named: SecretName): Place {
  return {
    secrets: place.secrets === null ? null : stepInto(place.secrets, segment),
    holds: HOLDS.test(segment),
    named: place.named === 'one' ? 'one' : (named ?? place.named),
    depth: place.depth + 1,
  };
}

/** `passwords: { hunter2: true }`: what is said of a key tells that the key is what is meant. */
const HOLDS = /^(?:passwords|passphrases|secrets|tokens|credentials|api[_-]?keys)$/i;

function isMere(member: JsonValue): boolean {
  return member === null || typeof member === 'boolean';
}

function isSecret(value: null | boolean | number | string, named: SecretName): boolean {
  if (typeof value === 'string') {
    if (named === 'one' || (named === 'many' && !/^[\d.,+-]*$/.test(value))) return true;
    return looksLikeCredential(value);
  }
  return typeof value === 'number' && named === 'one';
}

/** `["--token", "…"]`: an option and, as the next item, its value. */
function namedByFlag(before: JsonValue | undefined): SecretName {
  return typeof before === 'string' && /^--?[a-z][\w-]{0,62}$/i.test(before) ? secretName(before) : null;
}

/**
 * `{ name: DB_PASSWORD, value: … }`, however it is capitalised, and the data of a Kubernetes Secret: names that stand beside
 * what they name.
 */
function heldNames(object: JsonObject, keys: readonly string[]): ReadonlyMap<string, SecretName> | null {
  for (const naming of keys) {
    const name = isNaming(naming) ? ownMember(object, naming) : undefined;
    const secret = typeof name === 'string' ? secretName(name) : null;
    if (secret === null) continue;
    return new Map(keys.filter((key) => key.toLowerCase() === 'value').map((key) => [key, secret]));
  }
  return ownMember(object, 'kind') === 'Secret' ? KUBERNETES_SECRET : null;
}

/** Asked of every key, so by its length first. */
function isNaming(key: string): boolean {
  const { length } = key;
  return (length === 3 || length === 4 || length === 8) && NAMING.test(key);
}

const NAMING = /^(?:name|key|variable)$/i;

const KUBERNETES_SECRET: ReadonlyMap<string, SecretName> = new Map([
  ['data', 'one'],
  ['stringData', 'one'],
]);

/** The key of an item is the value of its identity: where that was hidden, the key must not tell it. */
function repeats(key: string, member: JsonValue, shown: JsonValue): boolean {
  if (!isJsonObject(member)) return false;
  return Object.entries(member).some(([name, value]) => {
    if ((typeof value !== 'string' && typeof value !== 'number') || String(value) !== key) return false;
    return !isJsonObject(shown) || ownMember(shown, name) !== value;
  });
}
