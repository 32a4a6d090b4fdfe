import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { OpaCompiler } from '../../src/opa/opa-compiler.js';
import type { OpaProblem } from '../../src/opa/opa-error.js';
import { capabilities, edge, hasCode, library, rego } from './support.js';

const opa = OpaCompiler.start();
after(() => opa.close());

const places = (problems: readonly OpaProblem[]): string[] =>
  problems.map((p) => `${p.file}:${p.row}:${p.col} ${p.message}`);

const facts = {
  type: 'object',
  additionalProperties: false,
  properties: { known_field: { type: 'number' } },
};

test('modules without problems give an empty list', async () => {
  assert.deepEqual(await opa.check({ modules: [library, edge('alpha')], capabilities }), []);
});

test('builtins that are not native in WASM are refused with file, line and column, each of them', async () => {
  const module = rego(
    'rules/a.rego',
    'package rules.a',
    '',
    'x := time.now_ns()',
    'y := sprintf("%d", [1])',
    'z := http.send({"method": "get", "url": "x"})',
    'r := rand.intn("a", 2)',
  );
  assert.deepEqual(places(await opa.check({ modules: [module], capabilities })), [
    'rules/a.rego:3:6 undefined function time.now_ns',
    'rules/a.rego:4:6 undefined function sprintf',
    'rules/a.rego:5:6 undefined function http.send',
    'rules/a.rego:6:6 undefined function rand.intn',
  ]);
});

test('problems of different stages and files are found in one go, in the order of their places', async () => {
  const modules = [
    rego('d.rego', 'package d', 'x := {'),
    rego('c.rego', 'package c', 'x := 1 + "a"'),
    rego('b.rego', 'package b', 'import data.unused', 'x := missing', 'y := data.a.f(1)'),
    rego('a.rego', 'package a', 'x := sprintf("%d", [1])', 'f(n) := n'),
  ];
  const problems = await opa.check({ modules, capabilities });
  assert.deepEqual(places(problems.filter((p) => p.file !== 'd.rego')), [
    'a.rego:2:6 undefined function sprintf',
    'b.rego:2:1 import data.unused unused',
    'b.rego:3:6 var missing is unsafe',
    'c.rego:2:6 plus: invalid argument(s)',
  ]);
  assert.ok(problems.some((p) => p.file === 'd.rego' && p.code === 'rego_parse_error'));
});

test("there are more than OPA's ten problems where there are more", async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `r${i} := nothing.f${i}(1)`);
  assert.equal(
    (await opa.check({ modules: [rego('a.rego', 'package a', ...lines)], capabilities })).length,
    40,
  );
});

test('a field that the input schema does not have is found, whichever way the schema is attached', async () => {
  const body = ['x := input.unknown_field', 'y := input.known_field'];
  const plain = rego('a.rego', 'package a', ...body);
  const annotated = rego(
    'b.rego',
    '# METADATA',
    '# scope: package',
    '# schemas:',
    '# - input: schema.facts',
    'package b',
    ...body,
  );
  assert.deepEqual(
    places(await opa.check({ modules: [plain], capabilities, schemas: { facts }, inputSchema: 'facts' })),
    ['a.rego:2:6 undefined ref: input.unknown_field'],
  );
  const [problem, ...rest] = await opa.check({ modules: [annotated], capabilities, schemas: { facts } });
  assert.deepEqual(rest, []);
  assert.equal(problem?.row, 6);
  assert.match(problem?.details?.join('\n') ?? '', /known_field/);
  assert.deepEqual(await opa.check({ modules: [plain], capabilities, schemas: { facts } }), []);
});

test('a schema is never fetched', async () => {
  const [problem] = await opa.check({
    modules: [rego('a.rego', 'package a', 'x := input.y')],
    capabilities,
    schemas: { facts: { $ref: 'http://localhost:1/x.json' } },
    inputSchema: 'facts',
  });
  assert.match(problem?.message ?? '', /remote reference loading disabled/);
});

test('strict mode is on unless it is turned off', async () => {
  const modules = [rego('a.rego', 'package a', 'import data.unused', 'x := 1')];
  assert.equal((await opa.check({ modules, capabilities })).length, 1);
  assert.deepEqual(await opa.check({ modules, capabilities, strict: false }), []);
});

test('no module changes the version of the language or takes a later keyword', async () => {
  for (const line of ['import rego.v2', 'import future.keywords.not']) {
    assert.equal(
      (await opa.check({ modules: [rego('a.rego', 'package a', line, 'x := 1')], capabilities })).length,
      1,
      line,
    );
  }
});

test('parse tells package, rules, references and calls as written', async () => {
  const module = await opa.parse(
    rego(
      'rules/own.rego',
      'package rules.own',
      '',
      'import data.lib.facts as f',
      '',
      'default proven := false',
      '',
      'proven if {',
      '\tinput.a.b == data.limits["x y"]',
      '\tf.complete',
      '\tcount([1 | startswith(input.c, "q")]) > 0',
      '}',
      '',
      'helper(x) := x + 1',
    ),
  );
  assert.deepEqual(module.package, ['rules', 'own']);
  assert.deepEqual(
    module.imports.map((i) => [i.path, i.alias]),
    [['data.lib.facts', 'f']],
  );
  assert.deepEqual(
    module.rules.map((r) => [r.name, r.default, r.function, r.location.row]),
    [
      ['proven', true, false, 5],
      ['proven', false, false, 7],
      ['helper', false, true, 13],
    ],
  );
  assert.deepEqual(
    module.refs.map((r) => r.name),
    ['data.limits["x y"]', 'f.complete', 'input.a.b', 'input.c'],
  );
  assert.deepEqual(
    module.calls.map((c) => c.name),
    ['count', 'equal', 'gt', 'plus', 'startswith'],
  );
  await assert.rejects(opa.parse(rego('x.rego', 'package x', 'y := {')), hasCode('rego'));
});

test('format changes layout only and reports the file that does not parse', async () => {
  const [good, bad] = await opa.format([
    rego('b.rego', 'package b', 'x = '),
    rego('a.rego', 'package a', 'x:=1'),
  ]);
  assert.deepEqual(good, { path: 'a.rego', text: 'package a\n\nx := 1\n' });
  assert.equal(bad?.text, 'package b\nx = \n');
  assert.equal(bad?.errors?.[0]?.row, 3);
});
