import type { AlertViolation } from '../model/alert.js';
import type { RunScore, TransferScore } from '../model/carry.js';
import type { ConstraintLife, LifeTransition } from '../model/verdict.js';

/** Where a run has no handoff that could answer for it. */
export const NO_EDGE = '(none)';

export interface EdgeViolation extends AlertViolation {
  /** The edge that answers for it, or `NO_EDGE`. */
  readonly edge: string;
  /** Of a made-up run. */
  readonly simulated: boolean;
}

/**
 * What was violated in a run, and which edge answers: the one that lost it, where it had been lost on the way, else the
 * one by which the actor got its task. Each constraint is told once, however often it was violated.
 */
export function violationsOf({ run, lives, transfers, simulated }: RunScore): readonly EdgeViolation[] {
  return lives.flatMap((life) => {
    const step = life.transitions.find(({ to }) => to === 'violated');
    return step === undefined ? [] : [{ ...violation(run, life, step, transfers), simulated }];
  });
}

function violation(
  run: string,
  life: ConstraintLife,
  step: LifeTransition,
  transfers: readonly TransferScore[],
): Omit<EdgeViolation, 'simulated'> {
  const { constraint, cause } = life;
  const place = cause === 'transmission' ? lostAt(life, step) : null;
  const hop = place?.hop ?? step.after_hop ?? null;
  const edge = place?.edge ?? transfers.find((transfer) => transfer.hop === hop)?.edge ?? NO_EDGE;
  const { id, text, modality } = constraint;
  return { run, edge, constraint: id, text, modality, cause, by: step.by, at: step.at, hop };
}

/** The last loss before it, or what made it weaker: an earlier one that was restored cost nothing. */
function lostAt({ transitions }: ConstraintLife, violated: LifeTransition): LifeTransition | undefined {
  const before = transitions.slice(0, transitions.indexOf(violated));
  const dropped = before.findLast(({ to }) => to === 'dropped');
  return dropped ?? before.findLast(({ to }) => to === 'weakened');
}

/** As an alert shows it: the alert says the edge. */
export function shownViolation({
  edge: _edge,
  simulated: _made,
  ...violation
}: EdgeViolation): AlertViolation {
  return violation;
}

/** Which violation it is, so that none is told twice. */
export function violationKey({ run, constraint }: Pick<AlertViolation, 'run' | 'constraint'>): string {
  return JSON.stringify([run, constraint]);
}

/** Oldest first. */
export function byTime<T extends Pick<AlertViolation, 'at'>>(violations: readonly T[]): readonly T[] {
  return violations.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What happened before what was made up, each in its order. */
export function realFirst<T>(items: readonly T[], isSimulated: (item: T) => boolean): readonly T[] {
  return items.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)));
}
