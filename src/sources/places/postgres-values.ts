import { types } from 'pg';
import type { JsonValue } from '../../canonical/json-value.js';
import { STRICT_JSON } from '../formats/json.js';
import { exactNumber, unmarked } from '../formats/written.js';
import type { SourceLimits } from '../limits.js';
import { type Place, SourceFault } from '../source-fault.js';

const {
  BOOL,
  INT2,
  INT4,
  FLOAT4,
  FLOAT8,
  JSON: JSON_TEXT,
  JSONB,
  TIMESTAMP,
  TIMESTAMPTZ,
  TIME,
  TIMETZ,
} = types.builtins;

/**
 * A column's value, from the text in which the server sends it. Everything that is not listed stays that text, exactly:
 * `bigint` and `numeric` above all, whose digits a double would lose.
 */
export function columnValue(type: number, text: string, limits: SourceLimits, place: () => Place): JsonValue {
  if (type === BOOL) return text === 't';
  if (type === INT2 || type === INT4) return numberOf(text);
  if (type === FLOAT4 || type === FLOAT8) return numberOf(text);
  if (type === JSON_TEXT || type === JSONB) return STRICT_JSON.parse(text, limits);
  if (type === TIMESTAMP || type === TIMESTAMPTZ || type === TIME || type === TIMETZ) return rfc3339(text);
  return unmarked(text, place);
}

function numberOf(text: string): JsonValue {
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text))
    throw new SourceFault('config_source.value_refused', 'infinity and NaN are no values of JSON');
  return exactNumber(text);
}

/** `2026-11-30 09:14:00+00` as `2026-11-30T09:14:00Z`. `infinity` and years before Christ stay what they are. */
function rfc3339(text: string): string {
  return text
    .replace(/^(\d{4}-\d\d-\d\d) (\d\d:)/, '$1T$2')
    .replace(/\+00(?::00)?$/, 'Z')
    .replace(/([+-]\d\d)$/, (offset) => (/:\d\d/.test(text) ? `${offset}:00` : offset));
}
