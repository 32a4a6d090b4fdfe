import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import { faultAt, type Place } from '../source-fault.js';

/** An object on its way: refuses a key that is there already, and `__proto__`, which no object should get from a file. */
export class Members {
  readonly #members: { [key: string]: JsonValue } = {};
  readonly #seen = new Set<string>();

  has(key: string): boolean {
    return this.#seen.has(key);
  }

  add(key: string, value: JsonValue, place: () => Place): void {
    checkKey(key, place);
    if (this.#seen.has(key))
      throw faultAt('config_source.duplicate_key', 'this key is written before', place());
    this.#seen.add(key);
    this.#members[key] = value;
  }

  object(): JsonObject {
    return this.#members;
  }
}

export function checkKey(key: string, place: () => Place): void {
  if (key === '__proto__') throw faultAt('config_source.key_refused', '`__proto__` cannot be a key', place());
}
