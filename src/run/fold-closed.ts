import type { EffectPattern } from '../model/constraint.js';
import { matchesPattern } from '../model/effect-pattern.js';
import type { ClosedRecord } from '../model/record.js';
import { arrival, brokenAt, sayBroken } from './arrival.js';
import { effectKey, hasStar } from './fold-effect.js';
import { agentOf, changedState, type Known, type RunState } from './run-state.js';
import type { Violation } from './violation.js';
import { withViolation } from './with-violation.js';

/** The end of a run: requirements that nothing met are violated, the rest lapses (which `livesOf` tells). */
export function foldClosed(state: RunState, record: ClosedRecord): RunState {
  const unmet: Known[] = [];
  const isMet = metBy(state);
  state.stated.forEach((known) => {
    if (isUnmet(state, known, isMet)) unmet.push(known);
  });
  const closed = changedState(state, { closed: record });
  return unmet.reduce<RunState>(
    (next, known) => withViolation(next, known, violationAt(state, known, record)),
    closed,
  );
}

/**
 * A requirement is met by a discharge anywhere in the run, or by an observed effect that it names; one of task
 * scope that lapsed asks for nothing any more.
 */
function isUnmet(
  state: RunState,
  { key, first }: Known,
  isMet: (pattern: EffectPattern) => boolean,
): boolean {
  const { modality, requires = [] } = first.constraint;
  if (modality !== 'requirement' || state.everClosed.has(key) || state.everLapsed.has(key)) return false;
  return !requires.some(isMet);
}

/** Tells of a pattern whether any observed effect matches it: each effect, and each pattern with a star, only once. */
function metBy(state: RunState): (pattern: EffectPattern) => boolean {
  const effects = new Map<string, EffectPattern>();
  for (let link = state.effects; link !== null; link = link.rest) {
    effects.set(effectKey(link.item.effect), link.item.effect);
  }
  const told = new Map<string, boolean>();
  return (pattern) => {
    const key = effectKey(pattern);
    if (!hasStar(pattern)) return effects.has(key);
    const known = told.get(key);
    if (known !== undefined) return known;
    const met = [...effects.values()].some((effect) => matchesPattern(pattern, effect));
    told.set(key, met);
    return met;
  };
}

/** Nobody did it, so the one to ask is who was handed the run last. */
function violationAt(state: RunState, known: Known, { at }: ClosedRecord): Violation {
  const last = state.crossings?.item ?? null;
  const agent = last?.record.to ?? known.first.statedTo;
  const arrived = arrival(state, agent, known);
  const received = agentOf(state, agent).received;
  return {
    constraint: known.first,
    kind: 'unmet_requirement',
    cause: arrived.how === 'whole' ? 'reasoning' : 'transmission',
    agent,
    effect: null,
    order: state.length,
    at,
    lastHop: received?.record.hop ?? null,
    edge: received?.edge ?? null,
    brokenAt: brokenAt(arrived),
    why: `the run closed without what ${known.first.constraint.id} requires, ${sayBroken(arrived, agent)}`,
  };
}
