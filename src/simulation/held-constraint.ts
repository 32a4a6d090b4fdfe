import type { Constraint, EffectPattern, KnownConstraint } from '../model/constraint.js';
import { matchesPattern } from '../model/effect-pattern.js';
import type { ConstraintPlan, ConstraintTemplate, Fate } from './profile.js';

/** A constraint along its simulated run. */
export interface HeldConstraint {
  readonly plan: ConstraintPlan;
  readonly template: ConstraintTemplate;
  readonly known: KnownConstraint;
  /** How the agent that acts now has it. */
  standing: 'whole' | 'faulty' | 'lost' | 'closed';
  /** As the last delivered payload carries it. */
  sent: Constraint;
  /** The id of the effect or the message that closes it. */
  evidence: string | null;
}

/** What becomes of it at this hop; null: it is not on the way any more, or not yet. */
export function fateAt({ plan, standing }: HeldConstraint, hop: number): Fate | null {
  if (standing === 'lost' || standing === 'closed') return null;
  return plan.fates[hop - (plan.before_hop ?? 1)] ?? 'dropped';
}

/** The fate without the gate, and whether one stood in its way first. */
export function unblocked(fate: Fate): { readonly faulty: Fate; readonly blocked: boolean } {
  const blocked = fate.endsWith('_blocked');
  return { faulty: blocked ? (fate.slice(0, -'_blocked'.length) as Fate) : fate, blocked };
}

/** The entry of a payload; null where it has none. */
export function sentAs(held: HeldConstraint, fate: Fate): Constraint | null {
  const { known, template } = held;
  if (fate === 'carried') return known;
  if (fate === 'narrowed') return { ...known, scope: 'task' };
  if (fate !== 'weakened') return null;
  return { ...known, modality: 'preference', text: template.weakened_text ?? known.text };
}

export function forbidsEffect({ known }: HeldConstraint, effect: EffectPattern | undefined): boolean {
  return effect !== undefined && known.forbids?.some((pattern) => matchesPattern(pattern, effect)) === true;
}

export function requiresEffect({ known }: HeldConstraint, effect: EffectPattern | undefined): boolean {
  return effect !== undefined && known.requires?.some((pattern) => matchesPattern(pattern, effect)) === true;
}
