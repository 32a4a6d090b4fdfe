import { RE2JS } from 're2js';
import { canonicalJson } from '../canonical/canonical-json.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { VALUE_BOUNDS } from '../model/config.js';
import { type Located, toJson, toJsonObject } from './located.js';
import { quote } from './quote.js';
import { openMap } from './read-map.js';
import type { Read, Scope } from './scope.js';

type Keyword = (typeof VALUE_BOUNDS)[number];

export const BOUND_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const;
export const BOUND_FORMATS = ['date-time', 'date'] as const;

const isNumber = (value: JsonValue | undefined): boolean => typeof value === 'number';
const isCount = (value: JsonValue | undefined): boolean => Number.isInteger(value) && Number(value) >= 0;
const isOneOf = (words: readonly string[]) => (value: JsonValue | undefined) =>
  typeof value === 'string' && words.includes(value);

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

/** What each keyword's own value has to be. */
const VALUES: Readonly<Record<Keyword, readonly [(value: JsonValue | undefined) => boolean, string]>> = {
  type: [
    (value) => {
      const types = isJsonArray(value) ? value : [value];
      return types.length > 0 && types.every(isOneOf(BOUND_TYPES)) && new Set(types).size === types.length;
    },
    `one of ${BOUND_TYPES.join(', ')}, or a list of them`,
  ],
  const: [() => true, 'any value'],
  enum: [(value) => isJsonArray(value) && value.length > 0, 'a list of values'],
  minimum: [isNumber, 'a number'],
  maximum: [isNumber, 'a number'],
  exclusiveMinimum: [isNumber, 'a number'],
  exclusiveMaximum: [isNumber, 'a number'],
  minLength: [isCount, 'a whole number, 0 or more'],
  maxLength: [isCount, 'a whole number, 0 or more'],
  pattern: [(value) => typeof value === 'string' && isPattern(value), 'a regular expression of RE2'],
  format: [isOneOf(BOUND_FORMATS), `one of ${BOUND_FORMATS.join(', ')}`],
};

/** The bounds of a new value: the keywords of JSON Schema that the policy judges by itself. */
export const readBounds: Read<JsonObject> = (node, scope, name) => {
  const map = openMap(node, scope, name, VALUE_BOUNDS);
  if (map === undefined) return undefined;
  const before = scope.findings.diagnostics.length;
  for (const { key, value } of map.map.entries.values()) checkBound(key, value, scope, `${name}.${key}`);
  if (scope.findings.diagnostics.length > before) return undefined;
  return inOrder(toJsonObject(map.map));
};

/** In the order of the table, and values in canonical order: two texts that mean the same compile to the same. */
function inOrder(written: JsonObject): JsonObject {
  const keys = VALUE_BOUNDS.filter((key) => Object.hasOwn(written, key));
  return Object.fromEntries(
    keys.map((key) => [key, JSON.parse(canonicalJson(written[key] ?? null)) as JsonValue]),
  );
}

function checkBound(key: string, value: Located, scope: Scope, name: string): void {
  const rule = (VALUES as Readonly<Record<string, (typeof VALUES)[Keyword]>>)[key];
  if (rule === undefined) return;
  const [holds, expected] = rule;
  const json = toJson(value);
  if (holds(json)) return;
  const found = typeof json === 'string' ? quote(json) : JSON.stringify(json);
  scope.findings.common('wrong_value', value.span, `\`${name}\`: expected ${expected}, not ${found}`);
}
