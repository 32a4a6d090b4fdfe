import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonValue } from '../canonical/json-value.js';
import { quote } from '../contract/quote.js';

/** A value of a contract for a sentence: in backticks, on one line, capped. */
export function showValue(value: JsonValue): string {
  return quote(typeof value === 'string' ? value : canonicalJson(value));
}
