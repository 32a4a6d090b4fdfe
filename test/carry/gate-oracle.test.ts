import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { presentFields } from '../../src/adapters/transfer/transfer-facts.js';
import { SCORED_FAULTS } from '../../src/carry/handoff-faults.js';
import { HopsSinceStated } from '../../src/carry/hops-since-stated.js';
import { ScoreTerms } from '../../src/carry/score-terms.js';
import { scoreTransfer } from '../../src/carry/score-transfer.js';
import { findCheck } from '../../src/checks/index.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { normalisedMatcher } from '../../src/constraint/matcher.js';
import type { Gate } from '../../src/evaluate/gate.js';
import type { TransferScore } from '../../src/model/carry.js';
import type { PresentFields } from '../../src/model/facts.js';
import { readPayload } from '../../src/model/read-payload.js';
import type { Verdict } from '../../src/model/verdict.js';
import { contextOf } from '../../src/run/context-of.js';
import { compiledGate, repositoryContracts } from '../proof/repository-gate.js';
import { type Attempt, runOf } from '../proof/run-generator.js';
import { again, DEADLINE_MS, seedOf } from '../proof/settings.js';

const RUNS = 500;
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
before(async () => {
  gate = await compiledGate(repositoryContracts(), tools);
});
after(() => tools.opa.close());

test(`an audit finds the faults that the gate's policy finds (${again()})`, () => {
  const terms = new ScoreTerms(gate.terms, gate.manifest.edges);
  const seen = new Map<string, number>();
  let whole = 0;
  for (const one of fc.sample(runOf(gate.terms), { numRuns: RUNS, seed: seedOf('carry') }).flat()) {
    // A record that names an edge between other agents: the gate is told which one it is.
    if (one.transfer.edge !== undefined) continue;
    const score = scored(one, terms);
    const verdict = gate.decideSync(one.run, one.transfer, { now: new Date(one.transfer.at) });
    const codes = comparable(one);
    const told = `${again()} ${JSON.stringify(one.transfer)}`;
    assert.deepEqual(count(faultsOf(score, codes)), count(reasonsOf(verdict, codes)), told);
    for (const code of IGNORED) {
      if (codes.has(code))
        assert.equal(verdict.checks[code] === 'ignored', faultsOf(score, codes).includes(code), told);
    }
    for (const code of faultsOf(score, codes)) seen.set(code, (seen.get(code) ?? 0) + 1);
    for (const name of ['established', 'tool_results', 'confidence', 'stop_conditions'] as const)
      assert.deepEqual(score.scores[name], verdict.scores[name], told);
    if (!isAllCharged(one, terms)) continue;
    whole += 1;
    assert.deepEqual(score.scores.constraints, verdict.scores.constraints, told);
  }
  // What is stale never comes up in these runs; `score-run.test.ts` has it.
  const rare = SCORED_FAULTS.filter((code) => code !== 'constraint.stale' && !seen.has(code));
  assert.deepEqual(rare, [], again());
  assert.ok(whole >= 100, `${whole}`);
});

const IGNORED = ['established.missing', 'tool_result.missing'];

function scored({ run, transfer }: Attempt, terms: ScoreTerms): TransferScore {
  const context = contextOf(run, transfer);
  return scoreTransfer({
    ...{ context, transfer, edge: terms.of(transfer), matcher: normalisedMatcher },
    ...{
      lengths: new HopsSinceStated().at(context, transfer),
      history: context.history,
      decided: null,
      composed: null,
    },
  });
}

/** Codes whose fields are there: of an absent one the gate tells only that, and an audit what was lost by it. */
function comparable({ run, transfer }: Attempt): ReadonlySet<string> {
  const scene = { transfer, payload: readPayload(transfer.payload), context: contextOf(run, transfer) };
  const present: Partial<PresentFields> = presentFields(scene as never);
  return new Set(
    SCORED_FAULTS.filter((code) => findCheck(code)?.needs.every((field) => present[field] === true)),
  );
}

function faultsOf({ faults }: TransferScore, codes: ReadonlySet<string>): string[] {
  return faults.map(({ code }) => code).filter((code) => codes.has(code));
}

function reasonsOf({ reasons }: Verdict, codes: ReadonlySet<string>): string[] {
  return reasons.map(({ code }) => code).filter((code) => codes.has(code));
}

function count(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of [...codes].sort()) {
    if (!IGNORED.includes(code)) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Then a verdict's count, which holds task scope and speakers that the edge does not carry, has to be the same. */
function isAllCharged({ run, transfer }: Attempt, terms: ScoreTerms): boolean {
  const { accepts } = terms.of(transfer).terms;
  return contextOf(run, transfer).held.every(
    ({ constraint }) => constraint.scope === 'run' && accepts?.includes(constraint.stated_by) !== false,
  );
}
