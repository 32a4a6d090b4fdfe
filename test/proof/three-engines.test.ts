import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Contract } from '../../src/contract/contract.js';
import type { Facts } from '../../src/model/facts.js';
import { contractText, PLAIN_RULES, readGenerated } from './contract-generator.js';
import { type Answer, askInterpreter, askWasm, compileEngines } from './engines.js';
import { Deck, factsFor } from './facts-generator.js';
import { Mix } from './mix.js';
import { EFFECT_CODES, readPlainly, TRANSFER_CODES } from './plain-reading.js';
import { again, CASES, DEADLINE_MS, seedOf } from './settings.js';

const BUNDLES = 3;
const EDGES = 16;
const PER_EDGE = Math.ceil(CASES / (BUNDLES * EDGES));
const WANTED = 20;

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());
const deck = new Deck();

interface Question {
  readonly contract: Contract;
  readonly edge: string;
  readonly facts: Facts;
}

test(`three engines agree (${again()})`, async () => {
  const mixes = { transfer: new Mix('handoffs'), effect: new Mix('side effects') };
  const whole = new Mix('both');
  for (let bundle = 0; bundle < BUNDLES; bundle += 1) {
    const contracts = drawContracts(bundle);
    const engines = await compileEngines(contracts, tools);
    const questions = contracts.flatMap((contract, edge) => drawQuestions(contract, bundle * EDGES + edge));
    const interpreted = await askInterpreter(tools.opa, engines.modules, questions);
    for (const [index, question] of questions.entries()) {
      const compiled = askWasm(engines, question.edge, question.facts);
      agree(question, compiled, interpreted[index] ?? null);
      mixes[question.facts.subject].add(compiled);
      whole.add(compiled);
    }
  }
  console.log(again());
  mixes.transfer.print();
  mixes.effect.print();
  requireMix(whole, mixes);
});

function drawContracts(bundle: number): Contract[] {
  return Array.from({ length: EDGES }, (_, edge) => {
    const name = edge === 0 ? '_default' : `edge-${edge}`;
    const [text = ''] = fc.sample(contractText(name), { numRuns: 1, seed: seedOf('contract', bundle, edge) });
    return readGenerated(text, name);
  });
}

function drawQuestions(contract: Contract, place: number): Question[] {
  return Array.from({ length: PER_EDGE }, (_, index) => {
    const arbitrary = factsFor(contract, deck.deal(contract));
    const [facts] = fc.sample(arbitrary, { numRuns: 1, seed: seedOf('facts', place, index) });
    if (facts === undefined) throw new Error('nothing was drawn');
    return { contract, edge: contract.metadata.name, facts };
  });
}

function agree({ contract, facts }: Question, compiled: Answer, interpreted: Answer | null): void {
  const scene = () => `${again()}\n${JSON.stringify(contract.resolved)}\n${JSON.stringify(facts)}`;
  const plain = readPlainly(contract, facts, PLAIN_RULES);
  const { decision, unproven, excepted } = compiled;
  assert.deepEqual(compiled, interpreted, `WASM and interpreter: ${scene()}`);
  assert.deepEqual(
    { decision, codes: unproven, excepted },
    { decision: plain.decision, codes: plain.codes, excepted: plain.excepted },
    `WASM and the plain reading: ${scene()}`,
  );
}

function requireMix(
  whole: Mix,
  { transfer, effect }: { readonly transfer: Mix; readonly effect: Mix },
): void {
  const handoffCodes = [...TRANSFER_CODES, 'rule.not_proven'];
  assert.ok(whole.cases >= CASES, `only ${whole.cases} cases`);
  for (const mix of [whole, transfer, effect])
    assert.ok(mix.allowed >= 30 && mix.allowed <= 70, `${mix.allowed} % allowed (${again()})`);
  assert.deepEqual(transfer.rarerThan(WANTED, handoffCodes), [], `too rare in handoffs (${again()})`);
  assert.deepEqual(effect.rarerThan(WANTED, EFFECT_CODES), [], `too rare in effects (${again()})`);
}
