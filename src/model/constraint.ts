/** A constraint as it is stated, held and carried. The vocabulary is that of the published record schema. */
export type Modality = 'prohibition' | 'requirement' | 'preference';
export type Scope = 'run' | 'task';
export type StatedBy = 'customer' | 'policy' | 'agent';

/**
 * What a constraint forbids or requires, or what a contract declares: a dotted lower-case kind and a target.
 * In a kind, `*` stands for any text within one segment between dots (also for none); in a target for any text.
 */
export interface EffectPattern {
  readonly kind: string;
  readonly target: string;
}

export interface Constraint {
  /** Given once, where it is stated, by the recorder. In a payload it may be missing. */
  readonly id?: string;
  readonly text: string;
  readonly modality: Modality;
  readonly scope: Scope;
  readonly stated_by: StatedBy;
  /** The id of the message, statement or policy that states it. */
  readonly stated_in: string;
  readonly forbids?: readonly EffectPattern[];
  readonly requires?: readonly EffectPattern[];
}

/** A constraint that the run knows: its id is sure. */
export interface KnownConstraint extends Constraint {
  readonly id: string;
}
