import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Facts } from '../../src/model/facts.js';
import { askWasm, compileEngines, type Engines } from './engines.js';
import { EVERY_CHECK, EXAMPLES, FORBIDDEN_CLAIM, IN_ORDER } from './every-check.js';
import { type Mutant, Mutator } from './mutants.js';
import { EFFECT_CODES, readPlainly, TRANSFER_CODES } from './plain-reading.js';
import { again, CASES, DEADLINE_MS, LEAST_CASES, seedOf } from './settings.js';

const EDGE = EVERY_CHECK.metadata.name;
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let engines: Engines;
before(async () => {
  engines = await compileEngines([EVERY_CHECK], tools);
});
after(() => tools.opa.close());

test('there is an example for every code and subject', () => {
  const there = new Set(EXAMPLES.map(({ code, facts }) => `${facts.subject} ${code}`));
  const wanted = [
    ...TRANSFER_CODES.filter((code) => code !== 'side_effect.forbidden').map((code) => `transfer ${code}`),
    ...EFFECT_CODES.map((code) => `effect ${code}`),
  ];
  assert.deepEqual(
    wanted.filter((one) => !there.has(one)),
    [],
  );
});

test('in each example one check fails, and it alone blocks', () => {
  for (const { code, about, facts } of EXAMPLES) {
    const { decision, unproven } = askWasm(engines, EDGE, facts);
    assert.deepEqual({ decision, unproven }, { decision: 'block', unproven: [code] }, `${code} ${about}`);
    assert.deepEqual(readPlainly(EVERY_CHECK, facts).codes, [code], `${code} ${about}, read plainly`);
  }
  const both = ['side_effect.claimed_not_observed', 'side_effect.forbidden'];
  assert.deepEqual(askWasm(engines, EDGE, FORBIDDEN_CLAIM).unproven, both);
  for (const facts of Object.values(IN_ORDER)) assert.equal(askWasm(engines, EDGE, facts).decision, 'allow');
});

interface Seen {
  readonly mutant: Mutant;
  readonly code: string;
  readonly facts: Facts;
}

/** One case for each code and subject: the mutants are the same for the others. */
function firstOfEach(cases: readonly Pick<Seen, 'code' | 'facts'>[]): Pick<Seen, 'code' | 'facts'>[] {
  const firsts = new Map([...cases].reverse().map((one) => [`${one.facts.subject} ${one.code}`, one]));
  return [...firsts.values()];
}

/** A few at a time: what the compiler does with all of them together grows faster than their number. */
const TOGETHER = 5;

/** What each mutant leaves unproven of its facts, in their order. */
async function unprovenBy(
  asked: readonly Pick<Seen, 'mutant' | 'facts'>[],
): Promise<readonly (readonly string[] | undefined)[]> {
  const told: (readonly string[] | undefined)[] = [];
  for (let start = 0; start < asked.length; start += TOGETHER) {
    const some = asked.slice(start, start + TOGETHER);
    const files = new Map(some.flatMap(({ mutant }) => mutant.files).map((file) => [file.path, file]));
    const inputs = some.map(({ mutant, facts }) => ({ query: mutant.query, input: facts }));
    const answers = await tools.opa.evalMany({ modules: [...engines.modules, ...files.values()], inputs });
    for (const { value } of answers)
      told.push((value as { readonly unproven: readonly string[] } | undefined)?.unproven);
  }
  return told;
}

test('a check that is switched off, or whose predicate always holds, is noticed', async () => {
  const mutator = new Mutator(engines.modules, EDGE);
  const cases = firstOfEach([...EXAMPLES, { code: 'side_effect.forbidden', facts: FORBIDDEN_CLAIM }]);
  const seen = cases.flatMap(({ code, facts }): Seen[] => {
    const mutants = [mutator.switchedOff(code, facts.subject), mutator.predicateBroken(code, facts.subject)];
    return mutants.filter((mutant) => mutant !== null).map((mutant) => ({ mutant, code, facts }));
  });
  const answers = await unprovenBy(seen);
  const unnoticed = seen.filter(({ code }, index) => {
    const unproven = answers[index];
    assert.ok(unproven, 'a mutant has no verdict');
    return unproven.includes(code);
  });
  assert.deepEqual(
    unnoticed.map(({ mutant }) => mutant.about),
    [],
  );
  console.log(`mutants: ${seen.length}, all noticed`);
});

/** Facts that only this expression keeps from being in order: an example's, or a field that is not there. */
function factsAgainst(expression: string, subject: string): readonly Facts[] {
  const field = /^input\.present\.(\w+) == true$/.exec(expression)?.[1];
  const whole = IN_ORDER.transfer;
  if (field !== undefined) return [{ ...whole, present: { ...whole.present, [field]: false } }];
  if (expression === 'count(input.effects) == 1')
    return [{ ...IN_ORDER.effect, effects: [...IN_ORDER.effect.effects, ...IN_ORDER.effect.effects] }];
  const examples = [...EXAMPLES, { code: 'side_effect.forbidden', facts: FORBIDDEN_CLAIM }];
  return examples.map(({ facts }) => facts).filter((facts) => facts.subject === subject);
}

/** By these nothing can differ: the other subject has nothing else of the rule. */
const SUBJECT = /^input\.subject == /;

/** A claim that is forbidden was not observed, and so is not `seen` either: all at once, the one says the other. */
const IMPLIED = 'effect.permitted(item)';

/** Others each time, as the seed has it; with EDGE_CONTRACTS_PROOF_CASES all of them. */
const SAMPLED = 15;

function sampleOf<T>(all: readonly T[]): readonly T[] {
  const order = fc.sample(
    fc.shuffledSubarray(
      all.map((_, index) => index),
      { minLength: all.length },
    ),
    {
      numRuns: 1,
      seed: seedOf('conjunction'),
    },
  );
  return (order[0] ?? []).slice(0, SAMPLED).flatMap((index) => all[index] ?? []);
}

test('each expression of the rule that proves everything at once is noticed', async () => {
  const mutator = new Mutator(engines.modules, EDGE);
  const all = ['transfer', 'effect'].flatMap((subject) =>
    mutator
      .conjunctsOf(subject)
      .filter((expression) => !SUBJECT.test(expression))
      .filter((expression) => subject !== 'transfer' || expression !== IMPLIED)
      .map((expression) => ({
        mutant: mutator.conjunctBroken(expression, subject),
        cases: factsAgainst(expression, subject),
      })),
  );
  const mutants = CASES > LEAST_CASES ? all : sampleOf(all);
  const noticed = new Set<Mutant>();
  // A few at a time: what the compiler does with all of them together grows faster than their number.
  for (let start = 0; start < mutants.length; start += TOGETHER) {
    const some = mutants.slice(start, start + TOGETHER);
    const modules = [...engines.modules, ...some.flatMap(({ mutant }) => mutant.files)];
    const asked = some.flatMap(({ mutant, cases }) => cases.map((facts) => ({ mutant, facts })));
    const inputs = asked.map(({ mutant, facts }) => ({ query: mutant.query, input: facts }));
    const answers = await tools.opa.evalMany({ modules, inputs });
    asked.forEach(({ mutant, facts }, index) => {
      const value = answers[index]?.value as { readonly unproven: readonly string[] } | undefined;
      if (value?.unproven.length === 0 && askWasm(engines, EDGE, facts).unproven.length > 0)
        noticed.add(mutant);
    });
  }
  assert.deepEqual(
    mutants.filter(({ mutant }) => !noticed.has(mutant)).map(({ mutant }) => mutant.about),
    [],
  );
  console.log(`expressions of the conjunction: ${mutants.length} of ${all.length}, all noticed (${again()})`);
});
