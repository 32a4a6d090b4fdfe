import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { compileSchema } from '../../src/adapters/payload/compile-schema.js';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import type { Gate } from '../../src/evaluate/gate.js';
import {
  compileFiles,
  gateOf,
  incident,
  refundsContract,
  startTools,
  withPayload,
} from '../support/project.js';

const tools = startTools();
after(() => tools.opa.close());

/** Members that an object inherits, and that a comparison may call. */
const HOSTILE: readonly JsonObject[] = [
  { valueOf: 'x' },
  { toString: 1 },
  { constructor: { name: 'Object' } },
  { valueOf: { toString: [] }, hasOwnProperty: null },
];

const SCHEMAS: readonly (readonly [keyword: string, field: string, fits: (one: JsonObject) => JsonValue])[] =
  [
    ['const', 'const: { a: 1 }', () => ({ a: 1 })],
    ['enum', 'enum: [{ a: 1 }, [1], 2]', () => [1]],
    [
      'uniqueItems',
      'type: array\n      uniqueItems: true\n      maxItems: 9',
      (one) => [one, { a: 1 }, 1, '1'],
    ],
  ];

async function gateFor(field: string): Promise<Gate> {
  const text = refundsContract().replace(
    /^schema:\n/m,
    `schema:\n  properties:\n    extra:\n      ${field}\n`,
  );
  return gateOf(await compileFiles({ 'contracts/refunds--notifications.yaml': text }, tools));
}

for (const [keyword, field, fits] of SCHEMAS)
  test(`data with members that an object inherits is a fault of ${keyword}, and no failure of the engine`, async () => {
    const gate = await gateFor(field);
    const { before, hop2 } = incident(gate);
    const faultsOf = async (extra: JsonValue): Promise<readonly string[]> => {
      const verdict = await gate.decide(before, withPayload(hop2, { extra }));
      assert.deepEqual(verdict.errors, []);
      return verdict.reasons.filter(({ code }) => code === 'payload.invalid').map(({ message }) => message);
    };
    for (const one of HOSTILE) {
      assert.deepEqual(await faultsOf(fits(one)), []);
      const [fault, ...more] = await faultsOf(
        keyword === 'uniqueItems' ? [one, 1, structuredClone(one)] : one,
      );
      assert.match(fault ?? '', /extra|found|expected/);
      assert.deepEqual(more, []);
    }
    gate.close();
  });

test('equal is equal, whatever the names: the constant itself fits, and a list of two is not unique', () => {
  for (const one of HOSTILE) {
    const copy = structuredClone(one);
    assert.ok(compileSchema({ const: one }, {})(copy), JSON.stringify(one));
    assert.ok(compileSchema({ enum: [1, one] }, {})(copy), JSON.stringify(one));
    assert.ok(!compileSchema({ uniqueItems: true }, {})([one, 1, copy]), JSON.stringify(one));
  }
});
