import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { type JsonPointer, pointer } from '../../canonical/pointer.js';
import type { SchemaCheck } from './schema-check.js';

/** Where a value is refused, and why. */
export interface Refusal {
  /** Into the schema. */
  readonly at: JsonPointer;
  readonly why: string;
}

/** Of what the validator said last. */
export function refusalOf({ schema, validate }: SchemaCheck): Refusal {
  const errors = validate.errors ?? [];
  // The outermost comes last; that an `if` led there says less than what was wrong then.
  const error = errors.findLast(({ keyword }) => keyword !== 'if') ?? errors.at(-1);
  if (error === undefined) return { at: '', why: 'it is not valid' };
  const { instancePath, keyword, message, parentSchema, schemaPath } = error;
  const within = placeOf(schema, parentSchema as JsonValue | undefined);
  const written = decodeURIComponent(schemaPath.replace(/^[^#]*#/, '')).replace(/\/false schema$/, '');
  const at = within === null ? written : within + pointer(keyword);
  return { at, why: `${instancePath === '' ? 'it' : `\`${instancePath}\``} ${message ?? 'is not valid'}` };
}

/** Where an object itself is within a value: what the validator says of places starts anew at each reference. */
function placeOf(value: JsonValue, wanted: JsonValue | undefined): JsonPointer | null {
  if (!isJsonObject(wanted)) return null;
  if (value === wanted) return '';
  if (!isJsonArray(value) && !isJsonObject(value)) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = placeOf(member ?? null, wanted);
    if (found !== null) return pointer(name) + found;
  }
  return null;
}
