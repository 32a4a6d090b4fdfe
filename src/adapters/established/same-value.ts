import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';

/** Deeper than any fact. A value that is nested deeper counts as another one: it is the sender's to explain. */
const DEEPEST = 200;

/** Are two JSON values equal, whatever the order of their keys. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined, depth = 0): boolean {
  if (a === b) return true;
  if (depth >= DEEPEST) return false;
  if (isJsonArray(a)) {
    return (
      isJsonArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameValue(item, b[index], depth + 1))
    );
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key], depth + 1))
  );
}
