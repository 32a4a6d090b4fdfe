import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { capabilities, endless, endlessInput, hasCode, rego } from './support.js';

const opa = OpaCompiler.start();
after(() => opa.close());

test('undefined, no input and the input null are three things', async () => {
  const modules = [rego('a.rego', 'package a', 'given := input', 'x if input.nothing')];
  assert.deepEqual(await opa.eval({ modules, query: 'data.a.given' }), { defined: false, errors: [] });
  assert.deepEqual(await opa.eval({ modules, query: 'data.a.given', input: null }), {
    defined: true,
    value: null,
    json: 'null',
    errors: [],
  });
  assert.equal((await opa.eval({ modules, query: 'data.a.x', input: {} })).defined, false);
});

test('numbers keep every digit', async () => {
  const modules = [
    rego(
      'a.rego',
      'package a',
      'x := {"big": 12345678901234567890, "fine": 0.1000000000000000055, "sum": 9007199254740993 + 1}',
    ),
  ];
  assert.equal(
    (await opa.eval({ modules, query: 'data.a.x' })).json,
    '{"big":12345678901234567890,"fine":0.1000000000000000055,"sum":9007199254740994}',
  );
});

test('a builtin that fails is undefined and is told, or ends the evaluation when strict', async () => {
  const modules = [rego('a.rego', 'package a', 'x := {"n": n}', 'default n := 0', 'n := to_number(input.s)')];
  const request = { modules, query: 'data.a.x', input: { s: 'no number' } };
  const lenient = await opa.eval(request);
  assert.deepEqual(lenient.value, { n: 0 });
  assert.equal(lenient.errors[0]?.row, 4);
  const strict = await opa.eval({ ...request, strictBuiltinErrors: true });
  assert.equal(strict.defined, false);
  assert.equal(strict.errors[0]?.code, 'eval_builtin_error');
});

test('two values for one rule are an error', async () => {
  const modules = [rego('a.rego', 'package a', 'x := 1 if input.a', 'x := 2 if input.b')];
  const result = await opa.eval({ modules, query: 'data.a.x', input: { a: true, b: true } });
  assert.equal(result.defined, false);
  assert.equal(result.errors[0]?.code, 'eval_conflict_error');
});

test('evalMany answers in order, each entry with its own query if it has one, and with data', async () => {
  const modules = [rego('a.rego', 'package a', 'x := input.n + data.add', 'y := "y"')];
  const results = await opa.evalMany({
    modules,
    data: { add: 10 },
    query: 'data.a.x',
    inputs: [{ input: { n: 1 } }, { query: 'data.a.y' }, { input: { n: 2 } }],
  });
  assert.deepEqual(
    results.map((r) => r.value),
    [11, 'y', 12],
  );
  const changed = await opa.evalMany({
    modules,
    data: { add: 20 },
    query: 'data.a.x',
    inputs: [{ input: { n: 1 } }],
  });
  assert.equal(changed[0]?.value, 21, 'other data are another program');
});

test('nothing reaches the network, the environment or the file system', async () => {
  const query = '[http.send({"method": "get", "url": "http://localhost:1/", "raise_error": true})]';
  const { defined, errors } = await opa.eval({ modules: [], query });
  assert.equal(defined, false);
  assert.match(errors[0]?.message ?? '', /disallowed host/);
  assert.deepEqual((await opa.eval({ modules: [], query: 'opa.runtime()' })).value, {});
});

test('the test op tells passed, failed, skipped, slow and printed', async () => {
  const modules = [
    endless,
    rego(
      'slow/policy_test.rego',
      'package slow_test',
      '',
      'import data.slow',
      '',
      'test_passes if {',
      '\tprint("said", 1)',
      '\tnot slow.verdict with input as {"list": [1]}',
      '}',
      '',
      'test_fails if slow.verdict with input as {"list": [1]}',
      '',
      'todo_test_skipped if true',
      '',
      'test_slow if slow.verdict with input as {"list": numbers.range(0, 400)}',
    ),
  ];
  const results = await opa.test({ modules, capabilities, timeoutMs: 300 });
  assert.deepEqual(
    results.map((r) => [r.name, r.pass, r.fail, r.skip, r.error?.code]),
    [
      ['test_passes', true, false, false, undefined],
      ['test_fails', false, true, false, undefined],
      ['todo_test_skipped', false, false, true, undefined],
      ['test_slow', false, false, false, 'eval_cancel_error'],
    ],
  );
  assert.equal(results[0]?.output, 'said 1\n');
  assert.deepEqual(results[0]?.location, { file: 'slow/policy_test.rego', row: 5, col: 1 });
  assert.deepEqual(await opa.test({ modules: [endless], capabilities }), []);
});

test('tests obey the capabilities, too', async () => {
  await assert.rejects(
    opa.test({ modules: [rego('a_test.rego', 'package a', 'test_x if time.now_ns() > 0')], capabilities }),
    hasCode('rego'),
  );
});

test('a request that makes no sense is refused', async () => {
  await assert.rejects(opa.eval({ modules: [], query: 'data.a.[' }), hasCode('rego'));
  await assert.rejects(
    opa.eval({ modules: [], query: 'data.a', input: endlessInput, data: 3 as never }),
    hasCode('invalid_request'),
  );
});
