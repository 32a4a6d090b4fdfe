import type { JsonObject, JsonValue } from '../canonical/json-value.js';

/**
 * Objects whose keys are anyone's: `__proto__` and `constructor` are keys as any other. A member that is `undefined` is
 * absent, as it is in the text.
 */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a member of an object that is being made; `object['__proto__'] = …` would set what it inherits from. */
export function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** A copy that has the members of the first of these keys. */
export function firstMembers(
  object: JsonObject,
  keys: readonly string[],
  count: number,
): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (let index = 0; index < count; index += 1) {
    const key = keys[index] as string;
    const member = object[key];
    if (member !== undefined) setMember(copy, key, member);
  }
  return copy;
}
