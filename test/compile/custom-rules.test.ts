import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Toolchain } from '../../src/compile/compile-contracts.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { Gate } from '../../src/evaluate/gate.js';
import {
  compileFiles,
  gateOf,
  incident,
  refundsContract,
  startTools,
  withPayload,
} from '../support/project.js';

const LIMIT = `package rules.refund_limit

# Proven unless more than 500 was handed on.
proven if {
	amount := input.payload.established.amount
	startswith(amount, "GBP ")
	to_number(substring(amount, 4, -1)) <= 500
}
`;

const EDGE_CHECK = `edge_check:
  constraint: { dropped: ignore }
  established: { unsupported: ignore } # the amounts below are not those of the recorded run
  rules:
    - { name: refund-limit, file: rules/refund_limit.rego, severity: block }
`;

let tools: Toolchain;
const gates: Gate[] = [];

before(() => {
  tools = startTools();
});

after(() => {
  tools.opa.close();
  for (const gate of gates) gate.close();
});

function filesWith(rule: string, edgeCheck = EDGE_CHECK): Record<string, string> {
  return {
    'contracts/refunds--notifications.yaml': refundsContract(edgeCheck),
    'contracts/rules/refund_limit.rego': rule,
  };
}

async function gateWith(rule: string, edgeCheck = EDGE_CHECK, ruleDeadlineMs = 1_000): Promise<Gate> {
  const gate = gateOf(await compileFiles(filesWith(rule, edgeCheck), tools), { ruleDeadlineMs });
  gates.push(gate);
  return gate;
}

function decideAmount(gate: Gate, amount: string) {
  const { before: run, hop2 } = incident(gate);
  const payload = hop2.payload as { established: readonly { key: string; value: JsonValue }[] };
  const established = payload.established.map((fact) =>
    fact.key === 'amount' ? { ...fact, value: amount } : fact,
  );
  const sender = { ...hop2.sender, facts: established as never };
  return gate.decideSync(run, { ...withPayload(hop2, { established }), sender });
}

test('a rule that is proven adds nothing; one that is not, blocks', async () => {
  const gate = await gateWith(LIMIT);
  const low = decideAmount(gate, 'GBP 68.40');
  assert.deepEqual([low.decision, low.checks['rule.not_proven:refund-limit']], ['allow', 'proven']);
  const high = decideAmount(gate, 'GBP 500.01');
  assert.equal(high.decision, 'block');
  assert.deepEqual(
    high.reasons.map(({ code, check }) => [code, check]),
    [['rule.not_proven', 'rule.not_proven:refund-limit']],
  );
  assert.equal(high.reasons[0]?.at.file, 'contracts/refunds--notifications.yaml');
});

test('what is undefined is not proven', async () => {
  const gate = await gateWith(
    'package rules.refund_limit\n\nproven if {\n\tname := "nothing"\n\tinput.payload.fields[name] == 1\n}\n',
  );
  assert.equal(decideAmount(gate, 'GBP 1.00').decision, 'block');
});

test('a rule of severity warn is told and lets through', async () => {
  const gate = await gateWith(
    'package rules.refund_limit\n\nproven := false\n',
    EDGE_CHECK.replace('severity: block', 'severity: warn'),
  );
  const verdict = decideAmount(gate, 'GBP 1.00');
  assert.deepEqual([verdict.decision, verdict.checks['rule.not_proven:refund-limit']], ['allow', 'warned']);
});

test('a rule that loops is ended at its deadline, and the next decision is made afresh', async () => {
  const loops = `package rules.refund_limit

many := numbers.range(1, 2000)

proven if {
	input.transfer.attempt == 2
	some a in many
	some b in many
	some c in many
	a < b
	b < c
	c < a
}

proven if input.transfer.attempt == 1
`;
  const gate = await gateWith(loops);
  const { before: run, hop2 } = incident(gate);
  const started = performance.now();
  const looping = gate.decideSync(run, { ...hop2, attempt: 2 });
  assert.ok(performance.now() - started < 20_000);
  assert.deepEqual(
    looping.errors.map(({ code }) => code),
    ['engine.timeout'],
  );
  assert.equal(looping.action, 'block');
  assert.equal(gate.decideSync(run, hop2).decision, 'allow');
});

test('a rule that eats memory is ended at its cap', async () => {
  const eats = `package rules.refund_limit

many := numbers.range(1, 3000)

proven if count([x |\n\t\tsome a in many\n\t\tsome b in many\n\t\tx := a * b\n\t]) > 0
`;
  const gate = await gateWith(eats, EDGE_CHECK, 30_000);
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.error']]);
});

test('a rule whose evaluation ends with an error blocks with a code', async () => {
  const gate = await gateWith(
    'package rules.refund_limit\n\nproven := true if input.transfer.hop > 0\n\nproven := false if input.transfer.hop > 1\n',
  );
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.error']]);
});

const REFUSED: readonly (readonly [name: string, rule: string, code: string, line: number])[] = [
  ['with `proven` as a number', 'package rules.refund_limit\n\nproven := 1\n', 'compile.rule_proven', 1],
  [
    'in the package of an edge',
    LIMIT.replace('package rules.refund_limit', 'package edges["refunds--notifications"]'),
    'compile.rule_package',
    1,
  ],
  [
    'in a package below its own',
    LIMIT.replace('rules.refund_limit', 'rules.refund_limit.more'),
    'compile.rule_package',
    1,
  ],
  [
    'in the package of another rule',
    LIMIT.replace('rules.refund_limit', 'rules.other'),
    'compile.rule_package',
    1,
  ],
  [
    'in the library',
    LIMIT.replace('package rules.refund_limit', 'package edge_contracts.constraint'),
    'compile.rule_package',
    1,
  ],
  ['without `proven`', 'package rules.refund_limit\n\nholds := true\n', 'compile.rule_proven', 1],
  [
    'with `proven` as a function',
    'package rules.refund_limit\n\nproven(_) := true\n',
    'compile.rule_proven',
    1,
  ],
  [
    'that reads an edge',
    'package rules.refund_limit\n\nproven if data.edges["refunds--notifications"].decision == "allow"\n',
    'compile.rule_reference',
    3,
  ],
  [
    'that imports an edge',
    'package rules.refund_limit\n\nimport data.edges as e\n\nproven if e.x == 1\n',
    'compile.rule_reference',
    3,
  ],
  [
    'that calls what is not native',
    'package rules.refund_limit\n\nproven if time.now_ns() > 0\n',
    'compile.rego',
    3,
  ],
  [
    'that reaches the network',
    'package rules.refund_limit\n\nproven if http.send({"url": "http://localhost", "method": "get"}).status_code == 200\n',
    'compile.rego',
    3,
  ],
  [
    'that misspells a fact',
    'package rules.refund_limit\n\nproven if input.transfre.hop == 1\n',
    'compile.rego',
    3,
  ],
  [
    'that reads a fact which the contract does not name',
    LIMIT.replace('established.amount', 'established["amuont"]'),
    'compile.rule_unknown_fact',
    5,
  ],
  [
    'that reads a field which the contract does not name',
    'package rules.refund_limit\n\nimport input.payload as p\n\nproven if p.fields.nothing == 1\n',
    'compile.rule_unknown_fact',
    5,
  ],
  ['that does not parse', 'package rules.refund_limit\n\nproven if {\n', 'compile.rego', 3],
];

for (const [name, rule, code, line] of REFUSED) {
  test(`a rule ${name} is refused: ${code}`, async () => {
    await assert.rejects(compileFiles(filesWith(rule), tools), (error: unknown) => {
      assert.ok(error instanceof DiagnosticError, String(error));
      const found = error.diagnostics.find((diagnostic) => diagnostic.code === code);
      assert.ok(found, error.message);
      assert.equal(found.span?.file, 'contracts/rules/refund_limit.rego');
      assert.ok(Math.abs((found.span?.line ?? 0) - line) <= 1, `line ${found.span?.line}`);
      return true;
    });
  });
}

test('an unknown fact is told for each contract that uses the rule, and where to name it', async () => {
  const files = filesWith(LIMIT);
  const first = 'contracts/refunds--notifications.yaml';
  const other = 'contracts/refunds--archive.yaml';
  const text = (files[first] ?? '').replaceAll('refunds--notifications', 'refunds--archive');
  const renamed = text.replace('to: notifications', 'to: archive').replace(/^( +)amount:/m, '$1amount_due:');
  assert.notEqual(renamed, text);
  await assert.rejects(compileFiles({ ...files, [other]: renamed }, tools), (error: unknown) => {
    assert.ok(error instanceof DiagnosticError, String(error));
    assert.deepEqual(
      error.diagnostics.map(({ code, message, help }) => [code, message, help]),
      [
        [
          'compile.rule_unknown_fact',
          'the rule refund-limit reads `input.payload.established.amount`, and the contract refunds--archive has no `amount` in `schema.established`',
          'name it in `schema.established` of the contract',
        ],
      ],
    );
    return true;
  });
});

test('what the compiler says of a rule comes with help only where it fits', async () => {
  const helps: readonly (readonly [rule: string, help: RegExp | undefined])[] = [
    ['proven if time.now_ns() > 0', /OPA compiles to WASM natively/],
    ['proven if input.transfre.hop == 1', /^see `schemas\/facts\.schema\.json`/],
    ['import data.edge_contracts.effect\n\nproven if true', /^delete the import$/],
    ['proven if {', undefined],
    ['proven if nothing_like_it == 1', undefined],
  ];
  for (const [rule, help] of helps) {
    await assert.rejects(
      compileFiles(filesWith(`package rules.refund_limit\n\n${rule}\n`), tools),
      (error) => {
        assert.ok(error instanceof DiagnosticError, String(error));
        const [found] = error.diagnostics;
        assert.equal(found?.code, 'compile.rego');
        if (help === undefined) assert.equal(found?.help, undefined);
        else assert.match(found?.help ?? '', help, found?.message);
        return true;
      },
    );
  }
});
