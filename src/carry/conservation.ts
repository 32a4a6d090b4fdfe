import type { RunScore } from '../model/carry.js';
import type { KnownConstraint } from '../model/constraint.js';
import type { ConstraintLife, LifeState, LifeTransition, ViolationCause } from '../model/verdict.js';

/** Where something happened to a constraint. */
export interface LifePlace {
  /** Null for what is no handoff: an effect, the end of the run. */
  readonly hop: number | null;
  readonly edge: string | null;
  readonly by: string;
  readonly at: string;
  readonly why: string | null;
}

/** One constraint of a run: was it conserved, and if not, where it was lost and what followed. */
export interface ConservationLine {
  readonly constraint: KnownConstraint;
  readonly state: LifeState;
  /** Of first loss: a delivered payload left it out, with no discharge that the run accepts. */
  readonly lost: LifePlace | null;
  /** Of the first delivered payload that carried it with a fault. */
  readonly weakened: LifePlace | null;
  /** Carried again, as it was stated, after the first loss. */
  readonly restored: LifePlace | null;
  readonly discharged: LifePlace | null;
  readonly violated:
    | (LifePlace & { readonly cause: ViolationCause | null; readonly effect: string | null })
    | null;
  /** Delivered hops after the loss at which it was still missing. */
  readonly missing_at: readonly { readonly hop: number; readonly edge: string | null }[];
  /** Lost and not back, nothing has violated it, and the run is open. */
  readonly can_be_saved: boolean;
}

/**
 * Conservation: every constraint of run scope, in the order of their statements, from the run's lives alone. What is
 * neither carried nor rightfully discharged was lost.
 */
export function conservationOf(score: RunScore): readonly ConservationLine[] {
  return score.lives
    .filter(({ constraint }) => constraint.scope === 'run')
    .map((life) => lineOf(life, score.closed));
}

function lineOf(life: ConstraintLife, closed: boolean): ConservationLine {
  const { constraint, state, transitions, lost_upstream_at } = life;
  const first = (to: LifeTransition['to'], from = 0): number =>
    transitions.findIndex((step, index) => index >= from && step.to === to);
  const place = (at: number): LifePlace | null => placeOf(transitions[at]);
  const dropped = first('dropped');
  return {
    constraint,
    state,
    lost: place(dropped),
    weakened: place(first('weakened')),
    restored: dropped === -1 ? null : place(first('restored', dropped)),
    discharged: place(first('discharged')),
    violated: violatedIn(life),
    missing_at: lost_upstream_at,
    can_be_saved: !closed && state === 'dropped',
  };
}

function placeOf(step: LifeTransition | undefined): LifePlace | null {
  if (step === undefined) return null;
  const { hop = null, edge = null, by, at, why = null } = step;
  return { hop, edge, by, at, why };
}

function violatedIn({ transitions, cause }: ConstraintLife): ConservationLine['violated'] {
  const step = transitions.find(({ to }) => to === 'violated');
  const place = placeOf(step);
  return place && { ...place, cause, effect: step?.effect ?? null };
}

type Lives = Pick<RunScore, 'lives' | 'closed'>;

/** A constraint of run scope was lost somewhere in it, whatever came later. */
export function isLost({ lives }: Lives): boolean {
  return lives.some((life) => isOfRun(life) && life.transitions.some(({ to }) => to === 'dropped'));
}

/** It is open, and a constraint was lost that is not back and that nothing has violated yet. */
export function canBeSaved({ lives, closed }: Lives): boolean {
  return !closed && lives.some((life) => isOfRun(life) && life.state === 'dropped');
}

/** What a constraint forbids happened, or the run closed without what one requires; of task scope too. */
export function isViolated({ lives }: Lives): boolean {
  return lives.some(({ state }) => state === 'violated');
}

function isOfRun({ constraint }: ConstraintLife): boolean {
  return constraint.scope === 'run';
}

/**
 * The edge that a violation is charged to: where the constraint was first lost or weakened, if it did not arrive whole;
 * else the edge over which it arrived. Null where nothing was delivered before.
 *
 * @param edges by hop
 */
export function violatedEdge(
  { transitions, cause }: ConstraintLife,
  edges: ReadonlyMap<number, string>,
): string | null {
  const at = transitions.findIndex(({ to }) => to === 'violated');
  if (at === -1) return null;
  const broken =
    cause === 'transmission'
      ? transitions.slice(0, at).find(({ to }) => to === 'dropped' || to === 'weakened')
      : undefined;
  const hop = broken?.hop ?? transitions[at]?.after_hop;
  return hop === undefined ? null : (edges.get(hop) ?? null);
}
