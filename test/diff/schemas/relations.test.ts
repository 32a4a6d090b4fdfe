import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonSchema } from '../../../src/canonical/json-value.js';
import { schemaLooser } from '../../../src/contract/schema-looser.js';
import { compareSchemas } from '../../../src/diff/schemas/compare-schemas.js';
import { pairs, schemas, withCircle } from './arbitrary-schema.js';

const RUNS = Number(process.env['SCHEMA_RUNS'] ?? 40);
const SAME = { forward: { verdict: 'compatible' }, backward: { verdict: 'compatible' } };

interface Case {
  readonly base: JsonSchema;
  readonly head: JsonSchema;
  readonly forward: string;
  readonly backward: string;
}

/** Base and head of every case: shaped by hand, so that they are told apart by little. */
const cases = readdirSync(join('test', 'diff', 'schemas'))
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join('test', 'diff', 'schemas', name), 'utf8')) as Case[])
  // Where nothing can be said either way, a schema is one that no gate takes.
  .filter(({ forward, backward }) => forward !== 'unknown' || backward !== 'unknown');
const casePairs = cases.map(({ base, head }) => [base, head] as const);

test('a schema is compatible with itself', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      assert.deepEqual(compareSchemas(withCircle(schema), withCircle(schema)), SAME);
    }),
    { numRuns: RUNS },
  );
  for (const pair of casePairs) for (const one of pair) assert.deepEqual(compareSchemas(one, one), SAME);
});

test('and with itself told in other words', () => {
  let reworded = 0;
  const property = fc.property(schemas, (schema) => {
    const plain = withCircle(schema);
    const other = { not: { not: { anyOf: [{ allOf: [plain, {}] }, false] } } };
    const found = compareSchemas(plain, moved(other));
    const verdicts = [found.forward.verdict, found.backward.verdict];
    assert.ok(!verdicts.includes('broken'), JSON.stringify(found));
    if (verdicts.every((verdict) => verdict === 'compatible')) reworded += 1;
  });
  fc.assert(property, { numRuns: RUNS });
  assert.ok(reworded > 0.9 * RUNS, `${reworded} of ${RUNS}`);
});

/** With the definitions at the top, where its references lead. */
function moved(schema: { readonly [name: string]: unknown }): JsonSchema {
  const text = JSON.stringify(schema);
  const plain = JSON.parse(text).not.not.anyOf[0].allOf[0];
  return { ...JSON.parse(text), $defs: plain.$defs };
}

test('forward is backward the other way round', () => {
  const mirrored = ([base, head]: readonly [JsonSchema, JsonSchema]): void => {
    const [one, other] = [compareSchemas(base, head), compareSchemas(head, base)];
    assert.deepEqual(withoutReasons(other), withoutReasons({ forward: one.backward, backward: one.forward }));
  };
  fc.assert(fc.property(pairs, mirrored), { numRuns: RUNS });
  for (const pair of casePairs.slice(0, RUNS)) mirrored(pair);
});

/** A reason may name the old schema or the new one. */
function withoutReasons(verdicts: ReturnType<typeof compareSchemas>): unknown {
  return JSON.parse(JSON.stringify(verdicts, (name, value: unknown) => (name === 'reason' ? '' : value)));
}

test('compatible with compatible is not broken', () => {
  let chains = 0;
  const property = fc.property(
    pairs,
    fc.array(fc.constantFrom(...casePairs), { minLength: 1, maxLength: 1 }),
    ([a, b], [more]) => {
      const c = withCircle({ anyOf: [b, more?.[1] ?? true] } as JsonSchema);
      const [ab, bc, ac] = [compareSchemas(a, b), compareSchemas(b, c), compareSchemas(a, c)];
      if (ab.forward.verdict !== 'compatible' || bc.forward.verdict !== 'compatible') return;
      chains += 1;
      assert.notEqual(ac.forward.verdict, 'broken');
    },
  );
  fc.assert(property, { numRuns: RUNS });
  for (const [a, b, c] of caseChains()) {
    chains += 1;
    assert.equal(compareSchemas(a, c).forward.verdict, 'compatible', JSON.stringify([a, b, c]));
  }
  assert.ok(chains > 20, `${chains} chains`);
});

/** What is compatible one way in a case, and on from there in another. */
function* caseChains(): Generator<readonly [JsonSchema, JsonSchema, JsonSchema]> {
  const steps = cases.flatMap(({ base, head, forward, backward }) => [
    ...(forward === 'compatible' ? [[base, head] as const] : []),
    ...(backward === 'compatible' ? [[head, base] as const] : []),
  ]);
  const from = new Map<string, JsonSchema[]>();
  for (const [a, b] of steps) from.set(JSON.stringify(a), [...(from.get(JSON.stringify(a)) ?? []), b]);
  // Text and objects of any kind are in many cases: a few steps from each will do.
  for (const [a, b] of steps)
    for (const c of (from.get(JSON.stringify(b)) ?? []).slice(0, 2)) yield [a, b, c];
}

test('what the careful check holds to be no looser is never broken', () => {
  const counts = { compatible: 0, broken: 0, unknown: 0 };
  let careless = 0;
  const held = ([base, head]: readonly [JsonSchema, JsonSchema]): void => {
    const { backward } = compareSchemas(base, head);
    if (schemaLooser(base, head) === null) {
      counts[backward.verdict] += 1;
      assert.notEqual(backward.verdict, 'broken', JSON.stringify([base, head, backward]));
    } else if (backward.verdict === 'compatible') careless += 1;
  };
  fc.assert(fc.property(pairs, held), { numRuns: RUNS });
  for (const pair of casePairs) held(pair);
  console.log(JSON.stringify({ not_looser: counts, looser_but_compatible: careless }));
  assert.ok(counts.compatible > 20 && counts.compatible > 10 * counts.unknown);
});
