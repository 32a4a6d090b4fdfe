import { applyPatch as applyOperations, type Operation, Pointer } from 'rfc6902';
import { isJsonArray, isJsonObject, type JsonValue } from './json-value.js';
import { sameJson } from './same-json.js';

/**
 * What one patch may add to a document: `copy` of a document into itself doubles it, so that twenty operations of a
 * line each would come to gigabytes.
 */
export const MOST_ADDED: Readonly<Size> = { values: 1_000_000, characters: 32 * 1024 * 1024 };

interface Size {
  values: number;
  characters: number;
}

/**
 * Applies RFC 6902 operations to a document, in place and in their order. What each adds is counted before it is added.
 *
 * @throws TypeError for the first operation that is none, does not apply, or adds more than `most`; what was done before
 *   it stays done.
 */
export function applyPatch(
  document: JsonValue,
  operations: readonly unknown[],
  most: Readonly<Size> = MOST_ADDED,
): void {
  const added: Size = { values: 0, characters: 0 };
  for (const [index, operation] of operations.entries()) {
    const fault = faultOf(document, operation, added, most);
    if (fault !== null) throw new TypeError(`operation ${index}${nameOf(operation)}: ${fault}`);
  }
}

function faultOf(document: JsonValue, operation: unknown, added: Size, most: Readonly<Size>): string | null {
  if (!isJsonObject(operation)) return 'an operation is a map';
  try {
    if (!count(addedBy(document, operation), added, most))
      return `a patch adds ${most.values} values and ${most.characters} characters at most, and this would be more`;
    if (operation['op'] === 'test') return testFault(document, operation);
    const [failed] = applyOperations(document, [operation as unknown as Operation]);
    return failed?.message ?? null;
  } catch (error) {
    // A pointer that is none, or a member of null.
    return error instanceof Error ? error.message : String(error);
  }
}

function addedBy(document: JsonValue, { op, from, value }: Readonly<Record<string, unknown>>): unknown {
  if (op === 'add' || op === 'replace') return value;
  return op === 'copy' && typeof from === 'string' ? valueAt(document, from) : undefined;
}

/** The library looks for a shortest edit, which takes the square of two long lists. */
function testFault(document: JsonValue, { path, value }: Readonly<Record<string, unknown>>): string | null {
  if (typeof path !== 'string') return 'a test has a `path`';
  const same = sameJson(valueAt(document, path) as JsonValue, value as JsonValue);
  return same ? null : 'what is there is another value';
}

function valueAt(document: JsonValue, path: string): unknown {
  return Pointer.fromJSON(path).evaluate(document).value;
}

/** Adds the size of a value; false as soon as it is more than may be. */
function count(value: unknown, added: Size, most: Readonly<Size>): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    added.values += 1;
    if (typeof next === 'string') added.characters += next.length;
    else if (isJsonArray(next as JsonValue)) for (const item of next as JsonValue[]) open.push(item);
    else if (isJsonObject(next))
      for (const [key, member] of Object.entries(next)) {
        added.characters += key.length;
        open.push(member);
      }
    if (added.values + open.length > most.values || added.characters > most.characters) return false;
  }
  return true;
}

function nameOf(operation: unknown): string {
  if (!isJsonObject(operation)) return '';
  const { op, path } = operation;
  return typeof op === 'string' && typeof path === 'string'
    ? `, ${op.slice(0, 20)} ${path.slice(0, 200)}`
    : '';
}
