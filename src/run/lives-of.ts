import {
  CONSTRAINT_LIFE_SCHEMA,
  type ConstraintLife,
  type LifeState,
  type LifeTransition,
  type ViolationCause,
} from '../model/verdict.js';
import { oldestFirst } from './chain.js';
import type { Known, RunState } from './run-state.js';

type LostAt = ConstraintLife['lost_upstream_at'][number];

/** The life of every constraint that the run knows, in the order of their first statements. */
export function livesOf(state: RunState): ConstraintLife[] {
  const steps = grouped(
    oldestFirst(state.transitions).map(({ key, transition }) => [key, transition] as const),
  );
  const lost = lostUpstream(state);
  const causes = causesOf(state);
  const lives: ConstraintLife[] = [];
  state.stated.forEach((known) => {
    lives.push(lifeOf(state, known, steps.get(known.key) ?? [], lost.get(known.key) ?? [], causes));
  });
  return lives;
}

function lifeOf(
  state: RunState,
  known: Known,
  steps: readonly LifeTransition[],
  lost: readonly LostAt[],
  causes: ReadonlyMap<string, ViolationCause>,
): ConstraintLife {
  const { constraint } = known.first;
  const transitions = withEnd(state, steps);
  const closed = state.everClosed.get(known.key);
  return {
    schema: CONSTRAINT_LIFE_SCHEMA,
    run: state.run ?? '',
    constraint,
    state: stateAfter(transitions),
    cause: causes.get(constraint.id) ?? null,
    discharged_by: closed === undefined ? null : { agent: closed.agent, hop: closed.hop },
    transitions,
    lost_upstream_at: lost,
  };
}

/** The end of the run lapses what is still live. What was dropped and cost nothing stays dropped. */
function withEnd({ closed }: RunState, steps: readonly LifeTransition[]): readonly LifeTransition[] {
  const reached = stateAfter(steps);
  if (closed === null || (reached !== 'live' && reached !== 'stated')) return steps;
  return [...steps, { to: 'lapsed', by: 'run', at: closed.at, why: 'the run closed' }];
}

/** A violation has happened, whatever came later; else the last step says it. */
function stateAfter(steps: readonly LifeTransition[]): LifeState {
  let state: LifeState = 'stated';
  for (const { to } of steps) {
    if (to === 'violated') return 'violated';
    state = to === 'weakened' || to === 'restored' ? 'live' : to;
  }
  return state;
}

/** The delivered hops at which a constraint that an ancestor had lost was still missing. */
function lostUpstream(state: RunState): ReadonlyMap<number, readonly LostAt[]> {
  const lost: (readonly [number, LostAt])[] = [];
  for (const { record, edge, past, lostAgain } of oldestFirst(state.crossings)) {
    past.lost.forEach((since, key) => {
      if (since === record.hop || lostAgain.has(key) || past.closed.has(key) || past.carried.has(key)) return;
      lost.push([key, { hop: record.hop, edge }]);
    });
  }
  return grouped(lost);
}

/** Of the first violation of each. */
function causesOf(state: RunState): ReadonlyMap<string, ViolationCause> {
  const newestFirst = oldestFirst(state.violations).reverse();
  return new Map(newestFirst.map(({ constraint, cause }) => [constraint.constraint.id, cause]));
}

function grouped<T>(items: readonly (readonly [number, T])[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const [key, item] of items) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
