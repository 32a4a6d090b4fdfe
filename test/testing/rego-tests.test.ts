import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { DEFAULT_PROJECT } from '../../src/contract/index.js';
import { readProject } from '../../src/contract/read-project.js';
import type { ContractSet } from '../../src/contract/contract.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { OpaError } from '../../src/opa/opa-error.js';
import type { RegoFile } from '../../src/opa/opa-types.js';
import { type RegoTests, runRegoTests, testingLibrary } from '../../src/testing/rego-tests.js';
import { DEADLINE_MS } from '../proof/settings.js';
import { compileSchema } from '../model/schemas.js';
import { emptyFacts } from '../support/empty-facts.js';
import { compileFiles, refundsContract } from '../support/project.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());

const RULE = `package rules.limit

proven if input.payload.established.amount == "GBP 68.40"
`;
const CHECK = 'edge_check:\n  rules: [{ name: limit, file: rules/limit.rego, severity: block }]\n';
const FILES = {
  'contracts/refunds--notifications.yaml': refundsContract(CHECK),
  'contracts/rules/limit.rego': RULE,
};
const TESTS = 'contracts/rules/limit_test.rego';

function setOf(files: Readonly<Record<string, string>>): ContractSet {
  const { set, diagnostics } = readProject(new Map(Object.entries(files)));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return set;
}

function run(text: string): Promise<RegoTests> {
  return runRegoTests([{ path: TESTS, text }], setOf(FILES), tools);
}

test('tests of a rule see it, with facts of which only what matters is written', async () => {
  const { tests, diagnostics } = await run(`package rules.limit_test

import data.edge_contracts.testing
import data.rules.limit

test_that_amount if limit.proven with input as testing.with_established({"amount": "GBP 68.40"})

test_another_amount if not limit.proven with input as testing.with_established({"amount": "GBP 99.00"})

test_no_amount if not limit.proven with input as testing.facts

test_wrong if limit.proven with input as testing.facts
`);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(
    tests.map(({ name, line, passed, message }) => [name.split('.').at(-1), line, passed, message]),
    [
      ['test_that_amount', 6, true, null],
      ['test_another_amount', 8, true, null],
      ['test_no_amount', 10, true, null],
      ['test_wrong', 12, false, 'it is not true'],
    ],
  );
});

test('the library gives facts that facts can be, and merges what a test writes', async () => {
  const asked: readonly (readonly [string, object])[] = [
    ['testing.facts', emptyFacts()],
    [
      'testing.with_facts({"constraints": {"held": 2}})',
      { constraints: { ...emptyFacts().constraints, held: 2 } },
    ],
    [
      'testing.with_fields({"queue": "eu"})',
      { payload: { ...emptyFacts().payload, fields: { queue: 'eu' } } },
    ],
    ['testing.between("a", "b")', { transfer: { ...emptyFacts().transfer, from: 'a', to: 'b' } }],
    ['testing.without("constraints")', { present: { ...emptyFacts().present, constraints: false } }],
    [
      'testing.with_observed([{"kind": "payment.refund", "target": "customer"}])',
      {
        side_effects: {
          observed: [{ id: 'e1', kind: 'payment.refund', target: 'customer', claimed: true, faults: [] }],
          claimed: [],
        },
      },
    ],
  ];
  const isFacts = compileSchema('facts');
  for (const [term, changes] of asked) {
    const modules = [
      testingLibrary(),
      { path: 'q.rego', text: `package q\n\nimport data.edge_contracts.testing\n\nv := ${term}\n` },
    ];
    const { value } = await tools.opa.eval({ modules, query: 'data.q.v' });
    assert.deepEqual(value, { ...emptyFacts(), ...changes }, term);
    assert.ok(isFacts(value), term);
  }
});

test('the library is formatted and strictly right', async () => {
  const [formatted] = await tools.opa.format([testingLibrary()]);
  assert.equal(formatted?.text, testingLibrary().text);
  assert.deepEqual(
    await tools.opa.check({ modules: [testingLibrary()], capabilities: tools.capabilities, strict: true }),
    [],
  );
});

const REFUSED: readonly (readonly [about: string, text: string, code: string, words: RegExp])[] = [
  ['a file without a test', 'package rules.limit_test\n\nhelper := 1\n', 'test.no_rego_tests', /no rule/],
  [
    'a test that is skipped',
    'package rules.limit_test\n\ntodo_test_x if true\n',
    'test.no_rego_tests',
    /run/,
  ],
  ['what does not parse', 'package rules.limit_test\n\ntest_x if {\n', 'test.rego', /./],
  ['what does not compile', 'package rules.limit_test\n\ntest_x if no_such(1)\n', 'test.rego', /no_such/],
  [
    'what reaches the network',
    'package rules.limit_test\n\ntest_x if http.send({"method": "get", "url": "http://x"})\n',
    'test.rego',
    /http.send/,
  ],
  [
    'another package',
    'package edge_contracts.transfer\n\ntest_x if true\n',
    'test.rego_package',
    /edge_contracts.transfer/,
  ],
  ['the package above all rules', 'package rules\n\nlimit.proven if true\n', 'test.rego_package', /`rules`/],
  [
    'the package of the rule',
    'package rules.limit\n\nproven if true\n\ntest_ok if proven\n',
    'test.rego_package',
    /the rule `limit` \(`contracts\/rules\/limit.rego`\)/,
  ],
  [
    'the package of the rule, in quotes',
    'package rules["limit"]\n\nproven if true\n\ntest_ok if proven\n',
    'test.rego_package',
    /the rule `limit`/,
  ],
  [
    'a package below the rule',
    'package rules.limit.proven\n\nx if true\n\ntest_ok if true\n',
    'test.rego_package',
    /the rule `limit`/,
  ],
];

for (const [about, text, code, words] of REFUSED) {
  test(`${about} is told, and is a failure`, async () => {
    const { diagnostics } = await run(text);
    assert.equal(diagnostics[0]?.code, code, JSON.stringify(diagnostics));
    assert.match(diagnostics[0]?.message ?? '', words);
    assert.equal(diagnostics[0]?.span?.file, TESTS);
  });
}

test('a rule may not refer to what only tests have, and no bundle has it', async () => {
  const text = `package rules.limit

import data.edge_contracts.testing

proven if testing.facts.complete
`;
  await assert.rejects(
    compileFiles({ ...FILES, 'contracts/rules/limit.rego': text }, tools),
    (error) => error instanceof DiagnosticError && error.code === 'compile.rule_reference',
  );
  const { plainBundle, files } = await compileFiles(FILES, tools);
  for (const [path, content] of [...plainBundle, ...files])
    assert.doesNotMatch(`${path}\n${content}`, /edge_contracts[._]testing/);
});

test('no test, no compiler', async () => {
  const set = { project: DEFAULT_PROJECT, contracts: [], tools: null, files: [] };
  assert.deepEqual(await runRegoTests([], set, tools), { tests: [], diagnostics: [] });
});

test('a test that does not end is told by its name, file and line', async () => {
  const text = `package rules.limit_test

test_short if true

test_long if true
`;
  const ended = new OpaError('compiler.timeout', 'the request took longer than 1 ms');
  const files = [{ path: TESTS, text }];
  const opa = Object.assign(Object.create(tools.opa) as typeof tools.opa, {
    parse: (file: RegoFile) => tools.opa.parse(file),
    test: () => Promise.reject(ended),
    eval: ({ query }: { query: string }) =>
      query === 'data.rules.limit_test.test_long'
        ? Promise.reject(ended)
        : Promise.resolve({ defined: true }),
  });
  const { tests, diagnostics } = await runRegoTests(files, setOf(FILES), { ...tools, opa });
  assert.deepEqual(tests, []);
  assert.deepEqual(
    diagnostics.map(({ code, span }) => [code, span?.file, span?.line]),
    [['test.rego_unending', TESTS, 5]],
  );
  assert.match(diagnostics[0]?.message ?? '', /`test_long` does not end/);
  const well = Object.assign(Object.create(opa) as typeof opa, { eval: async () => ({ defined: true }) });
  await assert.rejects(
    runRegoTests(files, setOf(FILES), { ...tools, opa: well }),
    (error) => error === ended,
  );
});
