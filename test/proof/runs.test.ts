import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Contract } from '../../src/contract/contract.js';
import type { CollectedFacts, Gate } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import { repair } from '../../src/evaluate/repair.js';
import type { TransferRecord } from '../../src/model/record.js';
import type { Reason, Verdict } from '../../src/model/verdict.js';
import { foldRecord } from '../../src/run/fold-record.js';
import { askInterpreter, askWasm, compileEngines, type Engines } from './engines.js';
import { Mix } from './mix.js';
import { readPlainly } from './plain-reading.js';
import { repositoryContracts } from './repository-gate.js';
import { type Attempt, runOf } from './run-generator.js';
import { again, DEADLINE_MS, seedOf } from './settings.js';

const RUNS = 400;
/** The interpreter takes a thousand times as long as the WASM: it is asked about one handoff in four. */
const INTERPRETED = 4;

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let engines: Engines;
let gate: Gate;
let contracts: ReadonlyMap<string, Contract>;
before(async () => {
  const set = repositoryContracts();
  contracts = new Map(set.contracts.map((contract) => [contract.metadata.name, contract]));
  engines = await compileEngines(set.contracts, tools);
  gate = loadGate({ bundle: Buffer.from(JSON.stringify(engines.compilation.bundle)) });
});
after(() => tools.opa.close());

function attempts(): readonly Attempt[] {
  return fc.sample(runOf(gate.terms), { numRuns: RUNS, seed: seedOf('runs') }).flat();
}

/** The edge that a record belongs to, or the default: also where the record names another. */
function edgeOf({ transfer }: Attempt): string {
  return gate.terms.edgeOf({ from: transfer.from, to: transfer.to })?.name ?? '_default';
}

test(`three engines agree about whole runs (${again()})`, async () => {
  const mix = new Mix('handoffs of whole runs');
  const collected = await Promise.all(
    attempts().map((one) =>
      gate.collectFacts(one.run, one.transfer, { edge: edgeOf(one), now: new Date(one.transfer.at) }),
    ),
  );
  const sampled = collected.filter((_, index) => index % INTERPRETED === 0);
  const interpreted = await askInterpreter(tools.opa, engines.modules, sampled);
  for (const one of collected) mix.add(agreed(one, interpreted[sampled.indexOf(one)]));
  mix.print();
  assert.ok(mix.allowed >= 30 && mix.allowed <= 70, `${mix.allowed} % allowed (${again()})`);
  assert.deepEqual(mix.rarerThan(5, REACHED), [], `too rare (${again()})`);
});

/** Codes that the runs have to reach: all that a payload can get wrong under these contracts. */
const REACHED = [
  'payload.invalid',
  'constraint.dropped',
  'constraint.lost_upstream',
  'constraint.weakened',
  'constraint.modality_changed',
  'constraint.narrowed',
  'constraint.retargeted',
  'constraint.unresolved',
  'constraint.discharge_refused',
  'constraint.discharged_and_carried',
  'constraint.duplicated',
  'constraint.strengthened',
  'constraint.widened',
  'constraint.invented',
  'constraint.reattributed',
  'constraint.forgotten',
  'constraint.unbound',
  'stop_condition.missing',
  'stop_condition.overwritten',
  'confidence.missing',
  'confidence.raised',
  'established.missing',
  'established.altered',
  'established.unsupported',
  'established.expired',
  'tool_result.missing',
  'side_effect.undeclared',
  'side_effect.forbidden',
  'side_effect.claimed_not_observed',
  'side_effect.observed_not_claimed',
  'run.context_missing',
  'run.out_of_order',
  'edge.mismatch',
];

function agreed({ edge, facts }: CollectedFacts, interpreted: unknown): ReturnType<typeof askWasm> {
  const contract = contracts.get(edge);
  assert.ok(contract);
  const compiled = askWasm(engines, edge, facts);
  const plain = readPlainly(contract, facts);
  const scene = `${again()} ${edge}\n${JSON.stringify(facts)}`;
  assert.deepEqual([compiled.decision, compiled.unproven], [plain.decision, plain.codes], scene);
  if (interpreted !== undefined) assert.deepEqual(compiled, interpreted, scene);
  return compiled;
}

test(`what is carried honestly is allowed (${again()})`, () => {
  const honest = attempts().filter(({ planted }) => planted.length === 0);
  const verdicts = honest.map((one) => decide(one, one.transfer));
  const allowed = verdicts.filter(({ decision }) => decision === 'allow').length;
  // Effects that no contract declares, old evidence and unbound prohibitions are no fault of what is composed.
  const own = new Set([
    'side_effect.undeclared',
    'established.expired',
    'constraint.unbound',
    'run.context_missing',
  ]);
  const blamed = verdicts
    .flatMap(({ reasons }) => reasons)
    .filter((reason) => blocks(reason) && !own.has(reason.code));
  console.log(`carried honestly: ${honest.length} handoffs, ${allowed} allowed`);
  assert.deepEqual(
    [...new Set(blamed.map(({ code, message }) => `${code} ${message}`))].slice(0, 5),
    [],
    again(),
  );
});

test(`a payload to which every patch was applied is allowed (${again()})`, () => {
  const tally = { blocked: 0, patched: 0, allowed: 0 };
  const unhelpful = new Map<string, number>();
  const examples: string[] = [];
  for (const one of attempts()) {
    const verdict = decide(one, one.transfer);
    if (verdict.decision === 'allow') continue;
    tally.blocked += 1;
    const failing = verdict.reasons.filter(blocks);
    if (!failing.every(({ fix }) => fix?.patch !== undefined)) continue;
    tally.patched += 1;
    const next = {
      ...one.transfer,
      attempt: one.transfer.attempt + 1,
      payload: repairedPayload(one, verdict.reasons),
    };
    const run = foldRecord(one.run, { ...one.transfer, delivered: false });
    const again = decide({ ...one, run }, next);
    if (again.decision === 'allow') {
      tally.allowed += 1;
      continue;
    }
    for (const { code, message } of again.reasons.filter(blocks)) {
      unhelpful.set(code, (unhelpful.get(code) ?? 0) + 1);
      examples.push(`${failing.map((reason) => reason.code).join(', ')} -> ${code}: ${message}`);
    }
  }
  console.log(
    `patches: ${tally.blocked} blocked, ${tally.patched} with a patch for each reason, ${tally.allowed} then allowed`,
  );
  assert.deepEqual([...unhelpful], [], `${again()}\n${examples.slice(0, 8).join('\n')}`);
  assert.ok(tally.patched >= 100, `only ${tally.patched} were patched`);
});

function decide(one: Attempt, transfer: TransferRecord): Verdict {
  return gate.decideSync(one.run, transfer, { edge: edgeOf(one), now: new Date(transfer.at) });
}

function blocks({ severity, exception }: Reason): boolean {
  return severity === 'block' && exception === undefined;
}

/** The payload after every reason's patch, those that warn too. */
function repairedPayload({ transfer }: Attempt, reasons: readonly Reason[]): JsonValue {
  return repair(transfer.payload, reasons);
}
