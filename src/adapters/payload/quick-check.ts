import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue } from '../../canonical/json-value.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { EstablishedFact } from '../../model/payload.js';
import { PAYLOAD_FIELDS } from '../../model/payload.js';
import { readPayload } from '../../model/read-payload.js';
import type { PayloadView } from '../../model/transfer-context.js';
import { isPlain } from './plain-pattern.js';

/** Yes: the payload fits, for certain. No: somebody has to look closer. */
export type QuickCheck = (payload: JsonValue) => boolean;

type Edge = Pick<EdgeManifest, 'payload_schema' | 'established' | 'properties' | 'stated_by'>;

/**
 * The fast way to say that a payload fits: `handoff/v1` by the validators that were generated for it, and what the
 * edge adds by hand. It never says yes where ajv would say no (a test holds it to that); where it says no, ajv is
 * asked, and says what is wrong. Most gates then never load ajv, which takes as long as the rest of their start.
 *
 * Null where an edge adds something that is not so simple: such an edge goes by ajv alone.
 */
export function quickCheck({ payload_schema, established, properties, stated_by }: Edge): QuickCheck | null {
  if (properties.some((name) => (PAYLOAD_FIELDS as readonly string[]).includes(name))) return null;
  // A vocabulary has its say about details.
  if (at(payload_schema, 'properties', 'side_effects', 'items', 'allOf') !== undefined) return null;
  const fields = properties.map(
    (name) => [name, valueCheck(at(payload_schema, 'properties', name))] as const,
  );
  const facts = established.map((key) => [key, valueCheck(factSchema(payload_schema, key))] as const);
  if ([...fields, ...facts].some(([, check]) => check === null)) return null;
  const speakers = stated_by === null ? null : new Set<string>(stated_by);
  const members = PAYLOAD_FIELDS.length + properties.length;
  return (payload) => {
    if (!isJsonObject(payload) || Object.keys(payload).length !== members) return false;
    const view = readPayload(payload);
    return (
      isWhole(view) &&
      (speakers === null || view.constraints.every((constraint) => speakers.has(constraint.stated_by))) &&
      fields.every(([name, check]) => Object.hasOwn(payload, name) && check?.(payload[name]) === true) &&
      facts.every(([key, check]) => check !== null && hasFact(view.established, key, check))
    );
  };
}

function isWhole(view: PayloadView): view is Required<PayloadView> {
  for (const field of PAYLOAD_FIELDS) if (view[field] === undefined) return false;
  return true;
}

/** An entry of this key is there, and every one has such a value. */
function hasFact(facts: readonly EstablishedFact[], key: string, check: ValueCheck): boolean {
  let found = false;
  for (const fact of facts) {
    if (fact.key !== key) continue;
    if (!check(fact.value)) return false;
    found = true;
  }
  return found;
}

/** The schema of a fact's value, from where the compiler puts it. */
function factSchema(schema: JsonSchema, key: string): JsonValue | undefined {
  const all = at(schema, 'properties', 'established', 'items', 'allOf');
  if (!isJsonArray(all)) return undefined;
  const of = all.find((one) => at(one, 'if', 'properties', 'key', 'const') === key);
  return at(of, 'then', 'properties', 'value');
}

function at(value: JsonValue | undefined, ...names: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const name of names) {
    if (!isJsonObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

type ValueCheck = (value: JsonValue | undefined) => boolean;

/** Keywords that say nothing of a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'examples', 'default']);

const TYPES: Readonly<Record<string, ValueCheck>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
};

/** A schema of a scalar, where it is made of nothing but these keywords; null where it says more. */
function valueCheck(schema: JsonValue | undefined): ValueCheck | null {
  if (!isJsonObject(schema)) return null;
  const checks: ValueCheck[] = [];
  for (const [keyword, says] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const check = keywordCheck(keyword, says);
    if (check === null) return null;
    checks.push(check);
  }
  return (value) => checks.every((check) => check(value));
}

function keywordCheck(keyword: string, says: JsonValue | undefined): ValueCheck | null {
  if (keyword === 'type' && typeof says === 'string' && Object.hasOwn(TYPES, says))
    return TYPES[says] ?? null;
  if (keyword === 'const' && isScalar(says)) return (value) => value === says;
  if (keyword === 'enum' && isJsonArray(says) && says.every(isScalar))
    return (value) => says.includes(value as JsonValue);
  if (keyword === 'pattern' && typeof says === 'string' && isPlain(says)) {
    const pattern = new RegExp(says, 'u');
    return (value) => typeof value !== 'string' || pattern.test(value);
  }
  return null;
}

function isScalar(value: JsonValue | undefined): boolean {
  return value !== undefined && (value === null || typeof value !== 'object');
}
