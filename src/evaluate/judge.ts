import type { Scene } from '../checks/check.js';
import type { Facts } from '../model/facts.js';
import type { Decision, EngineError, Reason } from '../model/verdict.js';
import { type Outcomes, outcomeOf, outcomesOf, uncheckedOutcomes } from './outcomes.js';
import { EngineFailure, type Policy, type PolicyAnswer } from './policy.js';
import type { PreparedEdge } from './prepared-edge.js';
import { reasonsOf } from './reasons-of.js';

/** What an edge's policy says of facts, with reasons. */
export interface Judgement {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly omitted: number;
  readonly errors: readonly EngineError[];
  readonly checks: Outcomes;
}

/** Puts facts to the edge's policy. Whatever goes wrong blocks, with an `engine.*` code. */
export function judge(sceneOf: () => Scene, edge: PreparedEdge, policy: Policy): Judgement {
  try {
    const scene = sceneOf();
    const answer = policy.evaluate(edge.manifest.entrypoint, scene.facts);
    return explain(scene, edge, answer);
  } catch (error) {
    return failedJudgement(error);
  }
}

function explain(scene: Scene, edge: PreparedEdge, answer: PolicyAnswer): Judgement {
  const checks = outcomesOf(edge.proven[scene.facts.subject], answer, edge.manifest, scene.facts);
  const { reasons, omitted, errors } = reasonsOf(scene, answer, checks);
  const agreed = errors.length > 0 ? errors : disagreement(answer, checks);
  return {
    decision: agreed.length > 0 ? 'block' : answer.decision,
    reasons,
    omitted,
    errors: agreed,
    checks,
  };
}

/** The same without reasons, for whoever compares many: which checks fail, and what that comes to. */
export interface BriefJudgement {
  readonly decision: Decision;
  /** Codes of the checks that block. */
  readonly failed: readonly string[];
  readonly errors: readonly EngineError[];
}

/** Puts facts to the edge's policy, and asks for no reasons. Whatever goes wrong blocks, as in `judge`. */
export function judgeBriefly(facts: Facts, { manifest }: PreparedEdge, policy: Policy): BriefJudgement {
  try {
    const answer = policy.evaluate(manifest.entrypoint, facts);
    const outcomes = answer.unproven.map(
      (code) => [code, outcomeOf(code, manifest.checks[code], answer, facts)] as const,
    );
    const errors = disagreement(answer, Object.fromEntries(outcomes));
    const failed = outcomes.filter(([, outcome]) => outcome === 'failed').map(([code]) => code);
    return { decision: errors.length > 0 ? 'block' : answer.decision, failed, errors };
  } catch (error) {
    const { decision, errors } = failedJudgement(error);
    return { decision, failed: [], errors };
  }
}

/** The policy and the manifest were compiled from one contract; where they differ, one of them was changed. */
function disagreement({ decision, unproven }: PolicyAnswer, checks: Outcomes): EngineError[] {
  const failed = unproven.some((code) => checks[code] === 'failed');
  if (failed === (decision === 'block')) return [];
  const message = `the policy says ${decision}, and its checks come to ${failed ? 'block' : 'allow'}`;
  return [{ code: 'engine.tampered', message }];
}

/** Nothing was decided, so nothing is let through. */
export function failedJudgement(error: unknown): Judgement {
  const failure = asFailure(error);
  return {
    decision: 'block',
    reasons: [],
    omitted: 0,
    errors: [{ code: failure.code, message: failure.message }],
    checks: uncheckedOutcomes(failure.code),
  };
}

function asFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  const message = error instanceof Error ? error.message : 'unknown';
  return new EngineFailure('engine.error', `the engine ended with an error: ${message.slice(0, 300)}`, {
    cause: error,
  });
}
