import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import type { Contract } from '../../../src/contract/contract.js';
import { detectChanges } from '../../../src/diff/detect/detect-changes.js';
import { type JudgedChange, judgeChanges } from '../../../src/diff/judge/judge-changes.js';
import { actionOf } from '../../../src/evaluate/mode.js';
import type { Facts } from '../../../src/model/facts.js';
import type { Decision } from '../../../src/model/verdict.js';
import { contractText, PLAIN_RULES, readGenerated } from '../../proof/contract-generator.js';
import { type Dice, drawn } from '../../proof/dice.js';
import { askWasm, compileEngines } from '../../proof/engines.js';
import { Deck, factsFor } from '../../proof/facts-generator.js';
import { readPlainly } from '../../proof/plain-reading.js';
import { again, DEADLINE_MS, seedOf } from '../../proof/settings.js';
import { compareCarefully, setOf } from '../support.js';
import { mutated } from './contract-mutations.js';

/** With EDGE_CONTRACTS_PROOF_PAIRS more. */
const PAIRS = Number(process.env['EDGE_CONTRACTS_PROOF_PAIRS'] ?? 150);
const FACTS = 16;
const COMPILED = 12;

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());
const deck = new Deck();

interface Pair {
  readonly base: Contract;
  readonly head: Contract;
  readonly findings: readonly JudgedChange[];
  /** Of the findings, neutral ones left out. */
  readonly way: 'tightened' | 'loosened' | 'neutral' | 'mixed';
}

type Outcome = Readonly<Record<'decision' | 'action', Decision>>;
type Ask = (contract: Contract, side: 'base' | 'head', facts: Facts) => Decision;

/** What it counted, so that nothing holds because it never came up. */
class Counts {
  readonly ways: Record<string, number> = {};
  readonly rules: Record<string, number> = {};
  asked = 0;
  allowed = 0;
  flips = 0;

  print(label: string): void {
    const share = ((100 * this.allowed) / this.asked).toFixed(1);
    console.log(`${label}: ${this.asked} facts, ${share} % allowed, ${this.flips} decided otherwise`);
    console.log(`  pairs: ${JSON.stringify(this.ways)}`);
    console.log(`  rules: ${JSON.stringify(this.rules)}`);
  }
}

function drawPair(number: number): Pair | null {
  const name = `p${number}`;
  const [text = ''] = fc.sample(contractText(name), { numRuns: 1, seed: seedOf('diff', number) });
  const base = readGenerated(text, name);
  const changed = drawn((dice: Dice) => mutated(base, dice, dice.pick([1, 1, 1, 2, 3])));
  const [head] = fc.sample(changed, { numRuns: 1, seed: seedOf('mutation', number) });
  if (head === undefined || head === null) return null;
  const findings = judgeChanges(detectChanges(setOf(base), setOf(head)), compareCarefully);
  const directions = new Set(findings.map(({ direction }) => direction));
  directions.delete('neutral');
  const [only, ...more] = directions;
  const way = only === undefined ? 'neutral' : more.length > 0 || only === 'both' ? 'mixed' : only;
  return { base, head, findings, way };
}

function drawFacts(contract: Contract, ...place: readonly (string | number)[]): Facts {
  const [facts] = fc.sample(factsFor(contract, deck.deal(contract)), { numRuns: 1, seed: seedOf(...place) });
  if (facts === undefined) throw new Error('nothing was drawn');
  return facts;
}

function holds(pair: Pair, number: number, ask: Ask, counts: Counts): void {
  counts.ways[pair.way] = (counts.ways[pair.way] ?? 0) + 1;
  for (const { rule } of pair.findings) counts.rules[rule] = (counts.rules[rule] ?? 0) + 1;
  for (let index = 0; index < FACTS; index += 1) {
    const facts = drawFacts(index % 2 === 0 ? pair.base : pair.head, 'diff facts', number, index);
    const [was, is] = [
      outcome(pair.base, ask(pair.base, 'base', facts)),
      outcome(pair.head, ask(pair.head, 'head', facts)),
    ];
    counts.asked += 2;
    counts.allowed += Number(was.decision === 'allow') + Number(is.decision === 'allow');
    for (const what of ['decision', 'action'] as const) {
      if (was[what] === is[what]) continue;
      counts.flips += 1;
      const flip = was[what] === 'allow' ? 'tightened' : 'loosened';
      if (pair.way === 'mixed' || pair.way === flip) continue;
      const told = pair.findings.map(({ rule, change }) => `${rule} ${change.subject ?? ''}`).join('; ');
      const scene = `${JSON.stringify(pair.base.resolved)}\n${JSON.stringify(pair.head.resolved)}\n${JSON.stringify(facts)}`;
      assert.fail(`judged ${pair.way} (${told}), and the ${what} is ${flip}: ${again()}\n${scene}`);
    }
  }
}

function outcome({ edgeCheck }: Contract, decision: Decision): Outcome {
  return { decision, action: actionOf(decision, edgeCheck.mode, []) };
}

function requireMix({ asked, allowed, flips, ways }: Counts): void {
  const share = (100 * allowed) / asked;
  assert.ok(share >= 30 && share <= 70, `${share} % allowed (${again()})`);
  assert.ok(flips > 0, 'nothing was decided otherwise');
  for (const way of ['tightened', 'loosened', 'neutral', 'mixed']) assert.ok((ways[way] ?? 0) > 0, way);
}

describe('what is judged one way', () => {
  it(`lets no facts through the other way, read plainly (${again()})`, () => {
    const counts = new Counts();
    for (let number = 0; number < PAIRS; number += 1) {
      const pair = drawPair(number);
      if (pair === null) continue;
      const ask: Ask = (contract, _, facts) => readPlainly(contract, facts, PLAIN_RULES).decision as Decision;
      holds(pair, number, ask, counts);
    }
    counts.print('read plainly');
    requireMix(counts);
    for (const way of ['tightened', 'loosened', 'neutral', 'mixed'])
      assert.ok((counts.ways[way] ?? 0) >= 0.04 * PAIRS, `${way}: ${JSON.stringify(counts.ways)}`);
  });

  it('nor through the two compiled policies', async () => {
    const counts = new Counts();
    const pairs: Pair[] = [];
    for (let number = 0; pairs.length < COMPILED; number += 1) {
      const pair = drawPair(100_000 + number);
      if (pair !== null && pair.way !== 'mixed') pairs.push(pair);
    }
    const base = await compileEngines(
      pairs.map((pair) => pair.base),
      tools,
    );
    const head = await compileEngines(
      pairs.map((pair) => pair.head),
      tools,
    );
    const ask: Ask = ({ metadata }, side, facts) =>
      askWasm(side === 'base' ? base : head, metadata.name, facts).decision as Decision;
    for (const [number, pair] of pairs.entries()) holds(pair, 200_000 + number, ask, counts);
    counts.print('compiled');
    assert.ok(counts.flips > 0);
  });
});
