import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

import { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { OpaError } from '../../src/opa/opa-error.js';
import type { RegoFile } from '../../src/opa/opa-types.js';
import { capabilities, edge, hasCode, library, rego } from './support.js';

interface Policy {
  evaluate(input: unknown, entrypoint: string): readonly { readonly result: unknown }[];
}
const { loadPolicy } = createRequire(import.meta.url)('@open-policy-agent/opa-wasm') as {
  loadPolicy(wasm: Uint8Array): Promise<Policy>;
};

const opa = OpaCompiler.start();
after(() => opa.close());

const modules: readonly RegoFile[] = [library, edge('alpha'), edge('beta'), edge('gamma')];
const entrypoints: readonly string[] = ['edges/alpha/verdict', 'edges/beta/verdict', 'edges/gamma/verdict'];
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the bytes of the WASM do not depend on the order of modules and entrypoints, nor on what was built before', async () => {
  const first = await opa.build({ modules, entrypoints, capabilities });
  const shuffled = await opa.build({
    modules: modules.toReversed(),
    entrypoints: entrypoints.toReversed(),
    capabilities,
  });
  const fresh = OpaCompiler.start();
  const again = await fresh.build({
    modules: [...modules.slice(2), ...modules.slice(0, 2)],
    entrypoints,
    capabilities,
  });
  fresh.close();
  assert.equal(digest(shuffled.wasm), digest(first.wasm));
  assert.equal(digest(again.wasm), digest(first.wasm));
  assert.deepEqual(first.entrypoints, entrypoints);
});

test('the WASM and the interpreter answer alike', async () => {
  const { wasm } = await opa.build({ modules, entrypoints, capabilities });
  const policy = await loadPolicy(wasm);
  const inputs = [{ name: 'alpha.x' }, { name: 'beta.x' }, { name: 1 }, {}, 'text', [1]];
  const questions = entrypoints.flatMap((entrypoint) => inputs.map((input) => ({ entrypoint, input })));
  const answers = await opa.evalMany({
    modules,
    capabilities,
    inputs: questions.map(({ entrypoint, input }) => ({
      query: `data.${entrypoint.replaceAll('/', '.')}`,
      input,
    })),
  });
  const decisions = new Set<string>();
  for (const [i, { entrypoint, input }] of questions.entries()) {
    const fromWasm = policy.evaluate(input, entrypoint)[0]?.result;
    assert.deepEqual(answers[i]?.value, fromWasm, `${entrypoint} for ${JSON.stringify(input)}`);
    decisions.add(JSON.stringify(fromWasm));
  }
  assert.equal(decisions.size, 2, 'both decisions occur');
});

test('a hundred edges fit in one request and one answer', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `e${i}`);
  const { wasm, entrypoints: built } = await opa.build({
    modules: [library, ...names.map(edge)],
    entrypoints: names.map((name) => `edges/${name}/verdict`),
    capabilities,
  });
  assert.equal(built.length, 100);
  const policy = await loadPolicy(wasm);
  assert.deepEqual(policy.evaluate({ name: 'e73.x' }, 'edges/e73/verdict')[0]?.result, {
    decision: 'allow',
    proved: ['complete', 'named'],
  });
});

test('a build that fails lists the problems of all files', async () => {
  const failing = opa.build({
    modules: [
      rego('b.rego', 'package b', 'x := missing'),
      rego('a.rego', 'package a', 'x := sprintf("%d", [1])'),
    ],
    entrypoints: ['a/x'],
    capabilities,
  });
  await assert.rejects(failing, (error) => {
    assert.ok(error instanceof OpaError);
    assert.equal(error.code, 'rego');
    assert.deepEqual(
      error.problems.map((p) => `${p.file}:${p.row} ${p.message}`),
      ['a.rego:2 undefined function sprintf', 'b.rego:2 var missing is unsafe'],
    );
    return true;
  });
});

test('an entrypoint that is no rule, none at all, and a path given twice are refused', async () => {
  const module = rego('a.rego', 'package a', 'x := 1');
  await assert.rejects(opa.build({ modules: [module], entrypoints: ['a/y'], capabilities }), hasCode('rego'));
  await assert.rejects(opa.build({ modules: [module], entrypoints: [], capabilities }), hasCode('rego'));
  await assert.rejects(
    opa.build({ modules: [module, module], entrypoints: ['a/x'], capabilities }),
    hasCode('invalid_request'),
  );
});
