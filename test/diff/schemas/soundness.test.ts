import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../../../src/canonical/json-value.js';
import { compareSchemas } from '../../../src/diff/schemas/compare-schemas.js';
import type { SchemaVerdict } from '../../../src/model/policy-diff.js';
import { pairs } from './arbitrary-schema.js';
import { checkOf } from './check-of.js';
import { diceOf, valueFor, values } from './arbitrary-value.js';

const WANTED = Number(process.env['SCHEMA_VALUES'] ?? 10_000);
const OF_A_PAIR = 60;
const MOST_PAIRS = 20_000;

type Check = (value: JsonValue) => boolean;

interface Mix {
  pairs: number;
  valid: number;
  invalid: number;
  readonly verdicts: Record<SchemaVerdict['verdict'], number>;
}

test('a verdict is never contradicted by a value', () => {
  const mix: Mix = { pairs: 0, valid: 0, invalid: 0, verdicts: { compatible: 0, broken: 0, unknown: 0 } };
  while (mix.valid + mix.invalid < WANTED && mix.pairs < MOST_PAIRS) {
    const property = fc.property(
      pairs,
      fc.nat(),
      fc.array(values, { minLength: 20, maxLength: 20 }),
      (pair, seed, some) => holds(pair, seed, some, mix),
    );
    fc.assert(property, {
      numRuns: 100,
      ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}),
    });
  }
  console.log(JSON.stringify(mix));
  const { compatible, broken, unknown } = mix.verdicts;
  assert.ok(mix.valid + mix.invalid >= WANTED, 'enough values');
  assert.ok(mix.valid >= mix.invalid, 'at least half are valid under base');
  assert.ok(compatible > unknown && broken > unknown, 'most pairs are decided');
});

function holds(
  [base, head]: readonly [JsonSchema, JsonSchema],
  seed: number,
  some: readonly JsonValue[],
  mix: Mix,
): void {
  const { forward, backward } = compareSchemas(base, head);
  const [isBase, isHead] = [checkOf(base), checkOf(head)];
  mix.pairs += 1;
  direction(forward, base, isBase, isHead, seed, some, mix);
  direction(backward, head, isHead, isBase, seed, some, mix);
}

/** Every value that the one accepts is accepted by the other, or the example is one that is not. */
function direction(
  verdict: SchemaVerdict,
  from: JsonSchema,
  accepts: Check,
  takes: Check,
  seed: number,
  some: readonly JsonValue[],
  mix: Mix,
): void {
  mix.verdicts[verdict.verdict] += 1;
  if (verdict.verdict === 'broken') {
    assert.ok(accepts(verdict.example) && !takes(verdict.example), JSON.stringify(verdict));
  }
  if (verdict.verdict !== 'compatible') return;
  const dice = diceOf(seed);
  const made = Array.from({ length: OF_A_PAIR }, () => valueFor(from, from, dice));
  const valid = [...some, ...made].filter(accepts);
  const invalid = made.filter((value) => !accepts(value)).slice(0, valid.length);
  mix.valid += valid.length;
  mix.invalid += invalid.length;
  for (const value of valid) assert.ok(takes(value), `a counterexample: ${JSON.stringify(value)}`);
}
