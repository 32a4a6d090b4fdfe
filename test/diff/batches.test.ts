import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { BatchedPolicy, type PolicyBatch } from '../../src/diff/batched-policy.js';
import { compileSide } from '../../src/diff/compile-side.js';
import type { Policy } from '../../src/evaluate/policy.js';
import type { Facts } from '../../src/model/facts.js';
import type { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { contractOf, setOf } from './support.js';

/** A compiler that takes everything, and tells what it was asked to build. */
function listening(): { readonly opa: OpaCompiler; readonly asked: string[][] } {
  const asked: string[][] = [];
  const opa = {
    version: async () => ({ opa: '1.0.0' }),
    parse: async () => ({
      ...{ package: ['rules', 'limit'], refs: [], calls: [], imports: [] },
      rules: [{ name: 'proven', ref: 'proven', function: false }],
    }),
    format: async (files: unknown) => files,
    check: async () => [],
    build: async ({ entrypoints }: { entrypoints: readonly string[] }) => {
      asked.push([...entrypoints]);
      return { wasm: new Uint8Array() };
    },
    close: () => {},
  };
  return { opa: opa as unknown as OpaCompiler, asked };
}

function contract(name: string, rules: string): ReturnType<typeof contractOf> {
  const text = `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: ${name}, owner: team }
edge: { from: a, to: ${name} }
edge_check: { constraint: { weakened: warn }${rules} }
`;
  return contractOf(text, `${name}.yaml`);
}

describe('many contracts that changed', () => {
  it('are compiled some at a time, those with rules together, each once, and those that did not change never', async () => {
    const names = Array.from({ length: 230 }, (_, index) => `b${index}`);
    const own = ', rules: [{ name: limit, file: limit.rego }]';
    const set = setOf(...names.map((name, index) => contract(name, index % 3 === 0 ? own : '')));
    const { opa, asked } = listening();
    const side = await compileSide(set, new Set(names.slice(0, 210)), { ...loadToolchain(), opa });
    const [withRules = [], ...others] = asked;
    assert.equal(withRules.length, 70);
    assert.deepEqual(
      others.map(({ length }) => length),
      [50, 50, 40],
    );
    const entrypoints = names.slice(0, 210).map((name) => `edges/${name}/verdict`);
    assert.deepEqual(asked.flat().sort(), entrypoints.sort());
    assert.equal(side.manifest.edges.length, 230);
    assert.equal(side.files.size, 4 * 210);
    side.gate.close();
    const idle = listening();
    await compileSide(set, new Set(), { ...loadToolchain(), opa: idle.opa });
    assert.deepEqual(idle.asked, []);
  });

  it('are each decided by their own policy, of which few are open at once', () => {
    const open = new Set<number>();
    let most = 0;
    const batches = Array.from({ length: 40 }, (_, index): PolicyBatch => {
      const policy: Policy = {
        evaluate: (entrypoint) => {
          assert.ok(open.has(index), 'a closed policy was asked');
          return { decision: 'allow', unproven: [entrypoint, String(index)], excepted: [], findings: [] };
        },
        evaluations: 0,
        close: () => open.delete(index),
      };
      const opened = (): Policy => {
        open.add(index);
        return policy;
      };
      return { entrypoints: [`a${index}`, `b${index}`], open: opened };
    });
    const policy = new BatchedPolicy(batches);
    const facts = {} as Facts;
    for (let asked = 0; asked < 400; asked += 1) {
      const index = (asked * 7) % 40;
      const name = `${asked % 2 === 0 ? 'a' : 'b'}${index}`;
      assert.deepEqual(policy.evaluate(name, facts).unproven, [name, String(index)]);
      // The one that was asked last stays.
      assert.ok(open.has(index));
      most = Math.max(most, open.size);
    }
    assert.deepEqual([policy.evaluations, most <= 17], [400, true]);
    assert.throws(() => policy.evaluate('c0', facts), { code: 'engine.error' });
    policy.close();
    assert.equal(open.size, 0);
  });
});
