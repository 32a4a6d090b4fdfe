import { nameEffect } from '../checks/effect-scene.js';
import { quote } from '../checks/quote.js';
import { matchesPattern } from '../model/effect-pattern.js';
import type { Reason } from '../model/verdict.js';
import type { AgentState } from '../run/agent-state.js';
import type { EdgeChoice } from './choose-edge.js';
import type { Judgement } from './judge.js';
import { uncheckedOutcomes } from './outcomes.js';
import type { ProposedEffect } from './proposed-effect.js';
import { uncoveredReason } from './uncovered.js';

/**
 * A side effect for which no contract can be asked: nothing was delivered to its actor yet (the first agent of a run),
 * or no contract covers what was. What was stated in the run binds all the same.
 *
 * @param choice Null where nothing was delivered to the actor.
 * @param matches `mayBeOf` where the effect is a pattern: what a tool may do.
 */
export function unaskedEffect(
  actor: AgentState,
  effect: ProposedEffect,
  observed: boolean,
  choice: EdgeChoice | null,
  matches: typeof matchesPattern = matchesPattern,
): Judgement {
  const forbidden = actor.binding.filter(
    ({ constraint }) =>
      constraint.modality === 'prohibition' &&
      constraint.forbids?.some((pattern) => matches(pattern, effect)),
  );
  const reasons = [
    ...forbidden.map(({ constraint }) => forbiddenReason(effect, constraint, observed)),
    ...(choice === null || choice.edge !== null ? [] : [uncoveredReason(choice.why)]),
  ];
  const checks = {
    ...uncheckedOutcomes(
      choice === null ? 'nothing was delivered to this agent' : 'no contract covers this edge',
    ),
  };
  const code = codeOf(observed);
  checks[code] = forbidden.length > 0 ? 'failed' : 'proven';
  return { decision: reasons.length > 0 ? 'block' : 'allow', reasons, omitted: 0, errors: [], checks };
}

function codeOf(observed: boolean): string {
  return observed ? 'constraint.violated' : 'side_effect.forbidden';
}

function forbiddenReason(
  effect: ProposedEffect,
  held: AgentState['binding'][number]['constraint'],
  observed: boolean,
): Reason {
  const code = codeOf(observed);
  return {
    code,
    severity: 'block',
    check: code,
    message: `${nameEffect(effect)} ${observed ? 'happened, which' : 'is what'} ${quote(held.text)} forbids`,
    at: { data: '/effect', file: null, line: null },
    held,
    values: { by: effect.by, kind: effect.kind, target: effect.target, constraint: held.id },
  };
}
