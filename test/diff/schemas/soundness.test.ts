import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../../../src/canonical/json-value.js';
import { compareSchemas } from '../../../src/diff/schemas/compare-schemas.js';
import type { SchemaVerdict } from '../../../src/model/policy-diff.js';
import { pairs } from './arbitrary-schema.js';
import { diceOf, valueFor, values } from './arbitrary-value.js';
import { checkOf, otherCheckOf } from './check-of.js';

const WANTED = Number(process.env['SCHEMA_VALUES'] ?? 10_000);
const MADE = 60;
/** Of one comparison, so that they are spread over many. */
const MOST_VALID = 40;
const MOST_INVALID = 16;
const ROUND = 40;
const MOST_ROUNDS = 250;

const mix = {
  pairs: 0,
  values_from: 0,
  valid: 0,
  invalid: 0,
  checked_twice: 0,
  verdicts: { compatible: 0, broken: 0, unknown: 0 },
};

interface Side {
  readonly schema: JsonSchema;
  readonly accepts: (value: JsonValue) => boolean;
}

test('no value contradicts a verdict', () => {
  const some = fc.array(values, { minLength: 20, maxLength: 20 });
  for (let round = 0; mix.valid + mix.invalid < WANTED && round < MOST_ROUNDS; round += 1) {
    fc.assert(fc.property(pairs, fc.nat(), some, holds), { numRuns: ROUND });
  }
  console.log(JSON.stringify(mix));
  const { compatible, broken, unknown } = mix.verdicts;
  assert.ok(mix.valid + mix.invalid >= WANTED, 'enough values');
  assert.ok(mix.valid >= mix.invalid, 'at least half are valid under base');
  assert.ok(mix.values_from * 100 >= WANTED, 'from many comparisons');
  assert.ok(Math.min(compatible, broken) > 5 * unknown, 'most comparisons are decided');
  assert.ok(mix.checked_twice * 10 > broken, 'another validator has seen examples');
});

function holds(
  [base, head]: readonly [JsonSchema, JsonSchema],
  seed: number,
  some: readonly JsonValue[],
): void {
  // Most of what could be said of these is said by comparing their texts.
  if (JSON.stringify(base) === JSON.stringify(head)) return;
  const { forward, backward } = compareSchemas(base, head);
  const [was, is] = [base, head].map((schema): Side => ({ schema, accepts: checkOf(schema) }));
  assert.ok(was !== undefined && is !== undefined);
  mix.pairs += 1;
  oneWay(forward, was, is, seed, some);
  oneWay(backward, is, was, seed, some);
}

function oneWay(
  verdict: SchemaVerdict,
  from: Side,
  to: Side,
  seed: number,
  some: readonly JsonValue[],
): void {
  mix.verdicts[verdict.verdict] += 1;
  if (verdict.verdict === 'broken') assertBroken(verdict.example, from, to);
  if (verdict.verdict === 'compatible') assertCompatible(from, to, seed, some);
}

function assertBroken(example: JsonValue, from: Side, to: Side): void {
  assert.ok(from.accepts(example) && !to.accepts(example), JSON.stringify(example));
  const [accepts, takes] = [otherCheckOf(from.schema), otherCheckOf(to.schema)];
  if (accepts === null || takes === null) return;
  assert.ok(accepts(example) && !takes(example), `another validator: ${JSON.stringify(example)}`);
  mix.checked_twice += 1;
}

/** Values that know nothing of the comparison: small ones of any kind, and some made after the schema. */
function assertCompatible(from: Side, to: Side, seed: number, some: readonly JsonValue[]): void {
  const dice = diceOf(seed);
  const made = Array.from({ length: MADE }, () => valueFor(from.schema, from.schema, dice));
  const valid = [...made, ...some].filter(from.accepts);
  for (const value of valid) assert.ok(to.accepts(value), `a counterexample: ${JSON.stringify(value)}`);
  if (valid.length === 0) return;
  mix.values_from += 1;
  mix.valid += Math.min(valid.length, MOST_VALID);
  mix.invalid += Math.min(MADE + some.length - valid.length, MOST_INVALID, valid.length);
}
