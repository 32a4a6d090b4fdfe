import type { EdgeManifest } from '../model/bundle.js';
import type { EffectPattern } from '../model/constraint.js';
import { ANY_KIND, mayBeOf } from '../model/tool.js';
import type { Reason } from '../model/verdict.js';
import type { Judgement } from './judge.js';
import { mergeJudgements } from './merge-judgements.js';
import { askedPattern } from './tool-effects.js';

const UNBOUND = 'constraint.unbound';

/**
 * Judges one effect that a tool may have, a pattern, by the policy that judges single effects.
 *
 * - Declared: a `*` of what is asked is a character that only a `*` of a declaration matches. So the policy finds a pattern
 *   declared only where one declaration has all of it.
 * - Forbidden: the facts tell every prohibition that some effect of the pattern falls under.
 * - At stake: a pattern may be irreversible that no irreversible declaration covers; so the policy is asked about such a
 *   declaration itself where the two meet, and of its answer only `constraint.unbound` counts.
 */
export function judgeToolEffect(
  effect: EffectPattern,
  edge: EdgeManifest | null,
  ask: (as: EffectPattern) => Judgement,
): Judgement {
  const asked = ask(askedPattern(effect));
  const stake = edge?.side_effects?.find((one) => !one.reversible && mayBeOf(one, effect));
  const questions = [asked];
  if (stake !== undefined) questions.push(stakeAlone(ask({ kind: stake.kind, target: stake.target })));
  const merged = mergeJudgements(questions, 'nothing was asked');
  return { ...merged, reasons: merged.reasons.map((reason) => told(reason, effect)) };
}

/** Of the answer about an irreversible effect, whether it may happen before every prohibition is bound. */
function stakeAlone(answer: Judgement): Judgement {
  const { errors } = answer;
  const outcome = answer.checks[UNBOUND];
  const failed = errors.length > 0 || outcome === 'failed';
  const reasons = answer.reasons.filter(({ check }) => check === UNBOUND);
  return {
    decision: failed ? 'block' : 'allow',
    reasons,
    omitted: 0,
    errors,
    checks: outcome === undefined ? {} : { [UNBOUND]: outcome },
  };
}

/** The effect as the tools file has it, however the policy was asked about it. */
function told(reason: Reason, effect: EffectPattern): Reason {
  const { values } = reason;
  return values?.['kind'] === ANY_KIND ? { ...reason, values: { ...values, ...toldEffect(effect) } } : reason;
}

/** As a verdict tells it: any kind is `*`. */
export function toldEffect({ kind, target }: EffectPattern): EffectPattern {
  return { kind: kind === ANY_KIND ? '*' : kind, target };
}
