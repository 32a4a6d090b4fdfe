import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonSchema } from '../../../src/canonical/json-value.js';
import { compareSchemas } from '../../../src/diff/schemas/compare-schemas.js';
import type { SchemaVerdict } from '../../../src/model/policy-diff.js';
import { checkOf, otherCheckOf } from './check-of.js';

interface Case {
  readonly note: string;
  readonly base: JsonSchema;
  readonly head: JsonSchema;
  readonly forward: SchemaVerdict['verdict'];
  readonly backward: SchemaVerdict['verdict'];
}

const FOLDER = join('test', 'diff', 'schemas');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const cases = files.flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Case[]);

test('there are enough cases, each called something else', () => {
  assert.ok(cases.length >= 120, `${cases.length} cases`);
  assert.equal(new Set(cases.map(({ note }) => note)).size, cases.length);
});

for (const { note, base, head, forward, backward } of cases) {
  test(`${note}: ${forward}, and back ${backward}`, () => {
    const found = compareSchemas(base, head);
    assert.deepEqual(
      [found.forward.verdict, found.backward.verdict],
      [forward, backward],
      JSON.stringify(found),
    );
    assertExample(found.forward, base, head);
    assertExample(found.backward, head, base);
  });
}

function assertExample(verdict: SchemaVerdict, from: JsonSchema, to: JsonSchema): void {
  if (verdict.verdict !== 'broken') return;
  assert.equal(checkOf(from)(verdict.example), true, 'the one accepts it');
  assert.equal(checkOf(to)(verdict.example), false, 'the other refuses it');
  assert.notEqual(otherCheckOf(from)?.(verdict.example), false, 'another validator accepts it too');
  assert.notEqual(otherCheckOf(to)?.(verdict.example), true, 'and refuses it too');
}
