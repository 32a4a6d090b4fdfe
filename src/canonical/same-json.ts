import { isJsonArray, isJsonObject, type JsonValue } from './json-value.js';

/**
 * Are two JSON values equal, whatever the order of their keys. Of objects only their own members count, whatever these
 * are called (`valueOf`, `constructor`), and a nesting of any depth ends.
 */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const open: [JsonValue | undefined, JsonValue | undefined][] = [[a, b]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const inside = pair[0] === pair[1] ? [] : membersOfBoth(pair[0], pair[1]);
    if (inside === null) return false;
    for (const member of inside) open.push(member);
  }
  return true;
}

/** Their members in pairs; null where they differ already. */
function membersOfBoth(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
): [JsonValue | undefined, JsonValue | undefined][] | null {
  if (isJsonArray(a))
    return isJsonArray(b) && a.length === b.length ? a.map((item, index) => [item, b[index]]) : null;
  if (!isJsonObject(a) || !isJsonObject(b)) return null;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || !keys.every((key) => Object.hasOwn(b, key))) return null;
  return keys.map((key) => [a[key], b[key]]);
}
