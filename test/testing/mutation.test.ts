import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { buildPolicies } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { ContractSet } from '../../src/contract/contract.js';
import { readProject } from '../../src/contract/index.js';
import { semanticDigest } from '../../src/contract/semantic-digest.js';
import type { CompareSchemas } from '../../src/diff/judge/rule.js';
import { evaluateRun } from '../../src/evaluate/evaluate-run.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { policyFor, policyOf } from '../../src/evaluate/policy-for.js';
import { type OpenBundle, openBundle } from '../../src/evaluate/open-bundle.js';
import { ENGINE_VERSION } from '../../src/model/engine-version.js';
import type { MutationReport } from '../../src/model/test-report.js';
import { readRecords } from '../../src/record/read-records.js';
import { readCaseFile } from '../../src/testing/case-file.js';
import { type MadeMutants, mutantsOf } from '../../src/testing/mutate/mutants.js';
import { gateOfCompiled, gateOfEmitted } from '../../src/testing/mutate/mutant-gate.js';
import { mutate } from '../../src/testing/mutate/mutation.js';
import { MUTATORS } from '../../src/testing/mutate/mutators.js';
import { type RanCase, runCases } from '../../src/testing/run-cases.js';
import { compareCarefully, contractOf } from '../diff/support.js';
import { DEADLINE_MS } from '../proof/settings.js';
import { bundleBytes, compileFiles, gateOf } from '../support/project.js';

const CASES = 'contracts/refunds--notifications.test.yaml';
const EDGE = 'refunds--notifications';
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
let bundle: OpenBundle;
let set: ContractSet;
let ran: readonly RanCase[];
let quick: MutationReport;

before(async () => {
  const names = readdirSync('contracts').filter((name) => /^[^.]+\.yaml$/.test(name));
  const files = Object.fromEntries(
    names.map((name) => [`contracts/${name}`, readFileSync(join('contracts', name), 'utf8')]),
  );
  const compiled = await compileFiles(files, tools);
  gate = gateOf(compiled);
  bundle = openBundle(bundleBytes(compiled), ENGINE_VERSION);
  set = readProject(new Map(Object.entries(files))).set;
  const { cases } = readCaseFile(readFileSync(CASES, 'utf8'), CASES);
  const result = runCases(gate, cases, (found, file) => {
    const path = join(posix.dirname(found.file), file);
    return readRecords(readFileSync(path), { file: path }).records.map(({ record }) => record);
  });
  assert.deepEqual(result.diagnostics, []);
  ran = result.ran;
  quick = await mutated(ran);
});
after(() => tools.opa.close());

function mutated(cases: readonly RanCase[]): Promise<MutationReport> {
  return mutate({ ...{ set, bundle, tools, ran: cases, edges: [EDGE] }, compareSchemas: compareCarefully });
}

const unnoticedBy = ({ unnoticed }: MutationReport): string[] =>
  unnoticed.map(({ mutator, line, says }) => `${mutator} ${line} ${says}`);

test('the cases of the repository pass, and notice most of what they are about', () => {
  assert.deepEqual(
    ran.flatMap(({ result }) => result.differences),
    [],
  );
  const report = quick;
  const about = ['bound.', 'effect.removed', 'max_age.', 'fact.removed', 'speaker.added'];
  const missed = report.unnoticed.filter(({ mutator }) => about.some((start) => mutator.startsWith(start)));
  assert.deepEqual(
    missed.map(({ says }) => says),
    [],
  );
  assert.ok(report.noticed >= 17, `${report.noticed}`);
  assert.equal(report.score, report.noticed / (report.noticed + report.unnoticed.length));
  const own = report.unnoticed.filter(({ written }) => written);
  assert.equal(report.written.of - report.written.noticed, own.length);
  for (const { mutator, written } of report.unnoticed)
    assert.ok(written || mutator === 'check.lowered' || mutator === 'discharger.added', mutator);
  assert.ok(own.length > 0 && own.length < report.unnoticed.length);
});

test('what is told of a change is what it does, and tells it from every other', () => {
  const made = set.contracts.flatMap((contract) => mutantsOf(contract, set, compareCarefully).mutants);
  const widened = made.filter(({ told }) => told.mutator === 'effect.widened');
  assert.ok(widened.length > 0);
  for (const { told } of widened) assert.doesNotMatch(told.says, /not allowed any more/);
  const schemas = made.map(({ told }) => `${told.edge} ${told.says}`).filter((says) => /accepts/.test(says));
  assert.ok(schemas.length > 0);
  assert.equal(new Set(schemas).size, schemas.length);
});

test('a case that is taken away is missed', async () => {
  const told = /facts may be older/;
  const without = ran.filter(({ found }) => found.case.name !== 'twenty-minutes-later');
  assert.equal(without.length, ran.length - 1);
  assert.ok(unnoticedBy(await mutated(without)).some((line) => told.test(line)));
  assert.ok(!unnoticedBy(quick).some((line) => told.test(line)));
});

test('what is known of a changed contract without compiling is what compiling comes to', async () => {
  const contract = set.contracts.find(({ metadata }) => metadata.name === EDGE);
  assert.ok(contract);
  const { mutants } = mutantsOf(contract, set, compareCarefully);
  // Every severity, and every schema; each is put to every case, so that it counts where another check fails, too.
  const known = mutants.filter(({ needs }) => needs !== 'policy');
  assert.ok(known.length >= 30, `${known.length}`);
  const renamed = known.map((mutant) => mutant.renamed);
  const compiled = policyOf(await buildPolicies(renamed, tools), false);
  const base = { bundle, policy: policyFor(bundle) };
  for (const mutant of known) {
    const gates = [gateOfEmitted(mutant, base, tools), gateOfCompiled(mutant, compiled, base, tools)];
    for (const { records } of ran) {
      const [quick, whole] = gates.map((one) => verdictsOf(one, records));
      assert.deepEqual(quick, whole, mutant.told.says);
    }
  }
});

function verdictsOf(judging: Gate, records: RanCase['records']): unknown {
  const { transfers, run } = evaluateRun(
    judging,
    records.map((record) => ({ record })),
  );
  return [...transfers, run].map(({ decision, reasons, errors }) => [
    decision,
    reasons.map(({ code }) => code),
    errors,
  ]);
}

test('without a case of the edge nothing is noticed, and nothing is compiled', async () => {
  const report = await mutated([]);
  assert.equal(report.noticed, 0);
  assert.equal(report.score, 0);
  assert.ok(report.unnoticed.length > 40);
});

test('a contract that is not asked for is not changed', async () => {
  const options = { set, bundle, tools, ran, compareSchemas: compareCarefully, edges: ['another'] };
  assert.deepEqual(await mutate(options), {
    ...{ noticed: 0, written: { noticed: 0, of: 0 }, unnoticed: [], equivalent: 0, score: null },
  });
});

/** A contract with something for every mutator. */
const RICH = {
  apiVersion: 'edge-contracts/v1',
  kind: 'EdgeContract',
  metadata: { name: 'a', owner: 'team' },
  edge: { from: 'x', to: 'y' },
  schema: {
    base: 'handoff/v1',
    established: { amount: { type: 'number', maximum: 50 } },
    properties: { queue: { type: 'string', enum: ['eu'] } },
  },
  declared_side_effects: [
    { by: 'sender', kind: 'payment.refund', target: 'customer', reversible: false },
    {
      ...{ by: 'sender', kind: 'config.change', source: 'flags', path: '/rollout', operations: ['replace'] },
      value: { type: 'integer', maximum: 25 },
    },
  ],
  provenance: {
    established: { sources: ['tool_result'], max_age: 'PT15M' },
    constraints: {
      stated_by: ['customer'],
      policies: ['POL-7'],
      standing: [
        {
          id: 'no-cards',
          text: 'no card numbers',
          modality: 'prohibition',
          forbids: [{ kind: 'message.*', target: 'card' }],
        },
      ],
    },
    config: [
      {
        source: 'flags',
        adapter: 'yaml',
        location: 'flags.yaml',
        baseline: 'previous',
        identity: { '/flags': 'name' },
      },
    ],
  },
  edge_check: {
    discharge: { withdrawn: ['x'] },
    rules: [{ name: 'limit', file: 'limit.rego', severity: 'block' }],
    exceptions: [
      { code: 'stop_condition.missing', reason: 'migration', owner: 'team', expires: '2027-03-31' },
    ],
  },
};

function mutantsOfRich(): MadeMutants {
  return mutantsOf(contractOf(RICH), set, compareCarefully);
}

test('each mutator finds something to change, and each change is told by the rule that a review has for it', () => {
  const contract = contractOf(RICH);
  const { mutants, equivalent } = mutantsOfRich();
  const used = new Set(mutants.map(({ told }) => told.mutator));
  assert.deepEqual(
    MUTATORS.map(({ id }) => id).filter((id) => !used.has(id)),
    [],
  );
  assert.equal(equivalent, 0);
  const digests = new Set(mutants.map(({ changed }) => semanticDigest(changed)));
  assert.equal(digests.size, mutants.length);
  assert.ok(!digests.has(semanticDigest(contract)));
  assert.equal(new Set(mutants.map(({ renamed }) => renamed.metadata.name)).size, mutants.length);
  for (const { told } of mutants) assert.ok(told.says.length > 10 && told.line >= 1, JSON.stringify(told));
});

test('a check is lowered by one step, once, and not where it is not judged', () => {
  const lowered = mutantsOfRich().mutants.filter(({ told }) => told.mutator === 'check.lowered');
  const codes = lowered.flatMap(({ changed }) => Object.keys(changed.edgeCheck.severities));
  assert.deepEqual(codes, [...new Set(codes)]);
  assert.ok(codes.includes('constraint.dropped') && codes.includes('config.out_of_bounds'));
  assert.ok(!codes.includes('established.missing'), 'it is ignored by default');
  const plain = contractOf({ ...RICH, provenance: {}, declared_side_effects: undefined });
  const fewer = mutantsOf(plain, set, compareCarefully).mutants;
  assert.ok(!fewer.some(({ changed }) => 'config.out_of_bounds' in changed.edgeCheck.severities));
});

test('what means the same is counted apart', () => {
  const compatible = { verdict: 'compatible' } as const;
  const same: CompareSchemas = () => ({ forward: compatible, backward: compatible });
  const { mutants, equivalent } = mutantsOf(contractOf(RICH), set, same);
  // Two keywords of the fact, and two of the field.
  assert.equal(equivalent, 4);
  assert.ok(!mutants.some(({ told }) => told.mutator === 'fact.loosened'));
});

test('names of changed contracts are names that no contract can have', () => {
  for (const { renamed } of mutantsOfRich().mutants) assert.match(renamed.metadata.name, /\.m\d+$/);
});
