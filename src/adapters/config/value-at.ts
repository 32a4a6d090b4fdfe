import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { type JsonPointer, pointerSegments } from '../../canonical/pointer.js';

/** What stands at a path of a document; undefined: nothing. */
export function valueAt(document: JsonValue, path: JsonPointer): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const segment of pointerSegments(path)) {
    if (isJsonArray(value)) value = /^(?:0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
}
