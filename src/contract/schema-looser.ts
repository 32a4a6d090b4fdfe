import { canonicalJson } from '../canonical/canonical-json.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';

/** How a keyword's change is judged; a keyword that is not here must stay as it is. */
type Judgement =
  | 'ignored'
  | 'at_most'
  | 'at_least'
  | 'subset'
  | 'superset'
  | 'covariant'
  | 'properties'
  | 'definitions';

const words = (judgement: Judgement, list: string): [string, Judgement][] =>
  list.split(' ').map((word) => [word, judgement]);

const JUDGEMENTS: ReadonlyMap<string, Judgement> = new Map([
  ...words('ignored', 'title description default examples deprecated readOnly writeOnly $comment'),
  ...words('at_most', 'maximum exclusiveMaximum maxLength maxItems maxProperties maxContains'),
  ...words('at_least', 'minimum exclusiveMinimum minLength minItems minProperties minContains'),
  ...words('subset', 'enum type'),
  ...words('superset', 'required'),
  ...words('covariant', 'items additionalProperties propertyNames unevaluatedItems unevaluatedProperties'),
  ...words('properties', 'properties patternProperties dependentSchemas'),
  ...words('definitions', '$defs'),
]);

/** Keywords that speak of what no other keyword has claimed: to add a claim beside them can let more through. */
const CATCH_ALL = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems', 'contains'];
/** Keywords that only ever refuse, and claim nothing. */
const REFUSES_ONLY = new Set(
  (
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format ' +
    'maxItems minItems uniqueItems maxContains maxProperties minProperties required dependentRequired propertyNames $defs'
  ).split(' '),
);

/**
 * Where one JSON Schema may let through what another refuses, as a pointer into them; null: nowhere. Careful: what
 * is not understood to be as strict counts as looser.
 */
export function schemaLooser(held: JsonValue, now: JsonValue): JsonPointer | null {
  if (now === false || held === true) return null;
  if (!isJsonObject(held) || !isJsonObject(now))
    return canonicalJson(held) === canonicalJson(now) ? null : '';
  for (const [keyword, value] of Object.entries(held)) {
    const at = keywordLooser(keyword, value, now[keyword], held);
    if (at !== null) return pointer(keyword) + at;
  }
  const added = Object.keys(now).find(
    (keyword) => !Object.hasOwn(held, keyword) && !mayBeAdded(keyword, held),
  );
  return added === undefined ? null : pointer(added);
}

function mayBeAdded(keyword: string, held: JsonObject): boolean {
  if (JUDGEMENTS.get(keyword) === 'ignored' || REFUSES_ONLY.has(keyword)) return true;
  return keyword !== 'minContains' && !hasCatchAll(held);
}

function hasCatchAll(held: JsonObject): boolean {
  return CATCH_ALL.some((keyword) => Object.hasOwn(held, keyword) && held[keyword] !== true);
}

type Value = JsonValue | undefined;

function keywordLooser(keyword: string, held: Value, now: Value, around: JsonObject): JsonPointer | null {
  const judgement = JUDGEMENTS.get(keyword);
  if (judgement === 'ignored' || canonicalJson(held) === canonicalJson(now)) return null;
  if (held === undefined || now === undefined) return '';
  if (judgement === 'covariant') return schemaLooser(held, now);
  if (judgement === 'properties') return propertiesLooser(held, now, hasCatchAll(around));
  if (judgement === 'definitions') return propertiesLooser(held, now, false, true);
  return asStrict(judgement, held, now) ? null : '';
}

function asStrict(judgement: Judgement | undefined, held: JsonValue, now: JsonValue): boolean {
  if (typeof held === 'number' && typeof now === 'number') {
    return judgement === 'at_most' ? now <= held : judgement === 'at_least' && now >= held;
  }
  const [before, after] = [texts(held), texts(now)];
  if (judgement === 'subset') return after.every((item) => before.includes(item));
  return judgement === 'superset' && before.every((item) => after.includes(item));
}

function texts(value: JsonValue): string[] {
  return (isJsonArray(value) ? value : [value]).map((item) => canonicalJson(item));
}

function propertiesLooser(
  held: JsonValue,
  now: JsonValue,
  closed: boolean,
  exact = false,
): JsonPointer | null {
  if (!isJsonObject(held) || !isJsonObject(now)) return '';
  for (const [key, value] of Object.entries(held)) {
    const at = propertyLooser(value ?? null, now[key], exact);
    if (at !== null) return pointer(key) + at;
  }
  const added = Object.keys(now).find((key) => closed && !Object.hasOwn(held, key));
  return added === undefined ? null : pointer(added);
}

/** A definition may stand under a `not`, where stricter is looser: it must stay as it is. */
function propertyLooser(held: JsonValue, now: Value, exact: boolean): JsonPointer | null {
  if (now === undefined) return '';
  if (!exact) return schemaLooser(held, now);
  return canonicalJson(held) === canonicalJson(now) ? null : '';
}
