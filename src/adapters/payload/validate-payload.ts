import type { ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { SchemaFault } from '../../model/facts.js';
import { sameValue } from '../established/same-value.js';
import { compileSchema } from './compile-schema.js';
import { quickCheck } from './quick-check.js';
import { isInner, schemaFault } from './schema-fault.js';

export type PayloadValidator = (payload: JsonValue) => readonly SchemaFault[];

/** No more than this many faults are told of one payload. */
const MOST_FAULTS = 50;

/** Above this many values, only the first fault is looked for: ajv has no bound of its own on errors. */
const MOST_VALUES = 20_000;

type Edge = Pick<EdgeManifest, 'payload_schema'> &
  Partial<Pick<EdgeManifest, 'established' | 'properties' | 'stated_by'>>;

/**
 * What an edge's schema says of a payload. A payload that fits costs one quick pass, where the edge adds nothing but
 * simple things; one that does not is looked at by ajv, a first time for yes or no and a second for all its faults.
 *
 * @throws for a schema that cannot be compiled (an unknown keyword or format, a pattern that RE2 does not know); where
 *   there is a quick pass, at the first payload that it does not pass. The compiler refuses such a contract, so here
 *   it is a bundle that was not made by it.
 */
export function payloadValidator(edge: Edge): PayloadValidator {
  const fits = quickCheckOf(edge);
  let check = fits === null ? compileSchema(edge.payload_schema, { messages: false }) : undefined;
  let explain: ValidateFunction | undefined;
  return (payload) => {
    if (fits?.(payload) === true) return repeatedFacts(payload);
    check ??= compileSchema(edge.payload_schema, { messages: false });
    if (check(payload)) return repeatedFacts(payload);
    if (countsAbove(payload, MOST_VALUES)) return faultsOf(check, payload);
    explain ??= compileSchema(edge.payload_schema, { allErrors: true, verbose: true });
    explain(payload);
    return faultsOf(explain, payload).concat(repeatedFacts(payload)).slice(0, MOST_FAULTS);
  };
}

function quickCheckOf({
  payload_schema,
  established,
  properties,
  stated_by,
}: Edge): ReturnType<typeof quickCheck> {
  if (established === undefined || properties === undefined || stated_by === undefined) return null;
  return quickCheck({ payload_schema, established, properties, stated_by });
}

function faultsOf(check: ValidateFunction, payload: JsonValue): SchemaFault[] {
  const errors = check.errors ?? [];
  const outer = errors.filter((error) => !isInner(error));
  // It did not fit, so there is always something to say.
  const told = outer.length === 0 ? errors : outer;
  if (told.length === 0)
    return [{ at: '/payload', keyword: 'schema', message: 'does not fit the schema of this edge' }];
  return told.slice(0, MOST_FAULTS).map((error) => schemaFault(error, payload));
}

const NO_FAULTS: SchemaFault[] = [];

/** One key with two values: whoever reads it could take either. No keyword of JSON Schema says that. */
function repeatedFacts(payload: JsonValue): SchemaFault[] {
  const established = isJsonObject(payload) ? payload['established'] : undefined;
  if (!isJsonArray(established) || established.length < 2) return NO_FAULTS;
  const values = new Map<string, JsonValue | undefined>();
  const faults: SchemaFault[] = [];
  for (const [index, entry] of established.entries()) {
    if (!isJsonObject(entry) || typeof entry['key'] !== 'string') continue;
    const { key, value } = entry;
    if (!values.has(key)) values.set(key, value);
    else if (!sameValue(values.get(key), value) && faults.length < MOST_FAULTS)
      faults.push(repeated(index, key));
  }
  return faults.length === 0 ? NO_FAULTS : faults;
}

function repeated(index: number, key: string): SchemaFault {
  const name = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  return {
    at: `/payload/established/${index}`,
    keyword: 'uniqueKeys',
    message: `the fact \`${name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, '\ufffd')}\` is there twice, with another value`,
  };
}

function countsAbove(payload: JsonValue, most: number): boolean {
  let count = 0;
  const open: (JsonValue | undefined)[] = [payload];
  while (open.length > 0) {
    const value = open.pop();
    const members = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : undefined;
    if (members === undefined) continue;
    count += members.length;
    if (count > most) return true;
    for (const member of members) open.push(member);
  }
  return false;
}
