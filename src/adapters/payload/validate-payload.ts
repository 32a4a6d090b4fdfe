import type { ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { SchemaFault } from '../../model/facts.js';
import { sameValue } from '../established/same-value.js';
import { compileSchema as compile } from './compile-schema.js';
import { plainSchema } from './plain-schema.js';
import { isInner, schemaFault } from './schema-fault.js';

export type PayloadValidator = (payload: JsonValue) => readonly SchemaFault[];

/** No more than this many faults are told of one payload. */
const MOST_FAULTS = 50;

/** Above this many values, only the first fault is looked for: ajv has no bound of its own on errors. */
const MOST_VALUES = 20_000;

/** From so many payloads on, compiled code is worth its time: it takes a few µs each, and 100 ms before the first. */
const MOST_PLAIN = 200;

/**
 * What an edge's schema says of a payload. The first payloads are read without ajv where the schema is plain, so that
 * a gate that judges one run does not wait for it. A payload that does not fit is looked at by ajv for all its faults.
 *
 * @throws for a schema that cannot be compiled (an unknown keyword or format, a pattern that RE2 does not know).
 *   The compiler refuses such a contract, so here it is a bundle that was not made by it.
 */
export function payloadValidator({
  payload_schema: schema,
}: Pick<EdgeManifest, 'payload_schema'>): PayloadValidator {
  const plain = plainSchema(schema);
  let check = plain === null ? compile(schema, { messages: false }) : undefined;
  let explain: ValidateFunction | undefined;
  let asked = 0;
  return (payload) => {
    asked += 1;
    if (check === undefined && asked <= MOST_PLAIN && plain?.(payload) === true)
      return repeatedFacts(payload);
    check ??= compile(schema, { messages: false });
    if (check(payload)) return repeatedFacts(payload);
    if (countsAbove(payload, MOST_VALUES)) return faultsOf(check, payload);
    explain ??= compile(schema, { allErrors: true, verbose: true });
    explain(payload);
    return faultsOf(explain, payload).concat(repeatedFacts(payload)).slice(0, MOST_FAULTS);
  };
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
