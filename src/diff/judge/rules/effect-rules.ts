import { isJsonArray, isJsonObject, type JsonValue } from '../../../canonical/json-value.js';
import { schemaLooser } from '../../../contract/schema-looser.js';
import type { DeclaredEffect } from '../../../model/bundle.js';
import type { Broken, Change } from '../../../model/policy-diff.js';
import { effectName } from '../../detect/side-effects.js';
import { showValue } from '../../show-value.js';
import { alwaysBlocksOn, blocksOn } from '../blocks-on.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { JudgeScene, Rule } from '../rule.js';

/**
 * What sender and receiver may do. An effect that cannot be undone asks more of a handoff: a live prohibition that names
 * nothing then is a fault (`constraint.unbound`). So to declare one loosens and tightens.
 */
export const EFFECT_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'side_effects.declared',
      kind: 'sideEffectsDeclared',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      says: () => 'side effects are declared: what is not declared is a fault now',
    },
    {
      id: 'side_effects.undeclared',
      kind: 'sideEffectsUndeclared',
      direction: 'both',
      level: 'error',
      says: () => 'side effects are not declared any more: whatever an agent does, nothing is undeclared',
    },
  ),
  ...mirrored(
    {
      id: 'effect.added',
      kind: 'effectAdded',
      direction: 'loosened',
      level: 'error',
      when: (change, scene) => canBeUndone(change) && !asksMore(change, scene),
      says: ({ subject }) => `${showValue(subject)} is allowed`,
    },
    {
      id: 'effect.removed',
      kind: 'effectRemoved',
      direction: 'tightened',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      when: (change, scene) => canBeUndone(change) && !asksMore(change, scene),
      says: ({ subject }) => `${showValue(subject)} is not allowed any more`,
    },
  ),
  ...mirrored(
    {
      id: 'effect.irreversible_added',
      kind: 'effectAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      when: (change) => !canBeUndone(change),
      says: ({ subject }) =>
        `${showValue(subject)}, which cannot be undone, is allowed; prohibitions here have to say what they forbid`,
    },
    {
      id: 'effect.irreversible_removed',
      kind: 'effectRemoved',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      when: (change) => !canBeUndone(change),
      says: ({ subject }) => `${showValue(subject)}, which cannot be undone, is not allowed any more`,
    },
  ),
  // A change of live config that is declared can have to be made, and has bounds that an undeclared one does not have.
  ...mirrored(
    {
      id: 'effect.change_added',
      kind: 'effectAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      when: (change, scene) => canBeUndone(change) && asksMore(change, scene),
      says: ({ subject }) =>
        `${showValue(subject)} is allowed, and more is asked of it than of what is not declared`,
    },
    {
      id: 'effect.change_removed',
      kind: 'effectRemoved',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      when: (change, scene) => canBeUndone(change) && asksMore(change, scene),
      says: ({ subject }) =>
        `${showValue(subject)} is not allowed any more, and less is asked of it than while it was declared`,
    },
  ),
  ...mirrored(
    {
      id: 'effect.called_reversible',
      kind: 'effectReversibilityChanged',
      direction: 'loosened',
      level: 'error',
      when: ({ after }) => after === true,
      says: ({ subject }) => `${showValue(subject)} is said to be undone, though it was not before`,
    },
    {
      id: 'effect.called_irreversible',
      kind: 'effectReversibilityChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: ({ after }) => after === false,
      says: ({ subject }) => `${showValue(subject)} is said not to be undone`,
    },
  ),
  ...mirrored(
    {
      id: 'effect.operations_added',
      kind: 'effectOperationsChanged',
      direction: 'loosened',
      level: 'error',
      when: (change, scene) => operationsMove(change, scene) === 'added',
      says: (change) => `more operations are allowed: ${values(change)}`,
    },
    {
      id: 'effect.operations_removed',
      kind: 'effectOperationsChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change, scene) => operationsMove(change, scene) === 'removed',
      says: (change) => `fewer operations are allowed: ${values(change)}`,
    },
  ),
  symmetric({
    id: 'effect.operations_replaced',
    kind: 'effectOperationsChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    when: (change, scene) => operationsMove(change, scene) === 'other',
    says: (change) => `other operations are allowed: ${values(change)}`,
  }),
  ...mirrored(
    {
      id: 'effect.bounds_raised',
      kind: 'effectBoundsChanged',
      direction: 'loosened',
      level: 'error',
      when: (change, scene) => boundsMove(change, scene) === 'wider',
      says: (change) => `the bounds on ${showValue(change.subject)} are wider: ${values(change)}`,
    },
    {
      id: 'effect.bounds_lowered',
      kind: 'effectBoundsChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change, scene) => boundsMove(change, scene) === 'narrower',
      says: (change) => `the bounds on ${showValue(change.subject)} are narrower: ${values(change)}`,
    },
  ),
  symmetric({
    id: 'effect.bounds_moved',
    kind: 'effectBoundsChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    when: (change, scene) => boundsMove(change, scene) === 'other',
    says: (change) => `the bounds on ${showValue(change.subject)} are others: ${values(change)}`,
  }),
  symmetric({
    id: 'effect.bounds_rephrased',
    kind: 'effectBoundsChanged',
    direction: 'neutral',
    level: 'note',
    when: (change, scene) => boundsMove(change, scene) === 'same',
    says: (change) => `the bounds on ${showValue(change.subject)} are written otherwise: ${values(change)}`,
  }),
  symmetric({
    id: 'effect.receiver_operations',
    kind: 'effectOperationsChanged',
    direction: 'neutral',
    level: 'note',
    when: (change, scene) => operationsMove(change, scene) === 'idle',
    says: (change) =>
      `operations of ${showValue(change.subject)} are others, which nobody judges: ${values(change)}`,
  }),
  symmetric({
    id: 'effect.receiver_bounds',
    kind: 'effectBoundsChanged',
    direction: 'neutral',
    level: 'note',
    when: (change, scene) => boundsMove(change, scene) === 'idle',
    says: (change) =>
      `bounds on ${showValue(change.subject)} are others, which nobody judges: ${values(change)}`,
  }),
];

type EffectRow = Pick<DeclaredEffect, 'by' | 'change'>;

/** More than of a change that is not declared: that it was made, or bounds where that one has none. */
function asksMore({ before, after }: Change, scene: JudgeScene): boolean {
  return asksOf((after ?? before) as unknown as DeclaredEffect, scene, ['config.declared_but_absent']);
}

function asksOf(effect: EffectRow, { pair }: JudgeScene, more: readonly string[] = []): boolean {
  if (pair === null || effect.by !== 'sender' || effect.change === undefined) return false;
  const sides = [pair.base, pair.head];
  const bounded =
    effect.change.value !== null &&
    sides.some((side) => blocksOn(side, 'config.out_of_bounds')) &&
    !sides.every((side) => alwaysBlocksOn(side, 'config.undeclared_change'));
  return bounded || more.some((code) => sides.some((side) => blocksOn(side, code)));
}

/** The declaration that a change is about, in each version. */
function declaredBoth({ subject }: Change, { pair }: JudgeScene): readonly DeclaredEffect[] {
  const sides = pair === null ? [] : [pair.base, pair.head];
  return sides.flatMap(
    (side) => side.declaredSideEffects?.find((effect) => effectName(effect) === subject) ?? [],
  );
}

/** What a receiver does to live config is judged by its path alone. */
function isReceivers(change: Change, scene: JudgeScene): boolean {
  return declaredBoth(change, scene).some(({ by }) => by === 'receiver');
}

function operationsMove(change: Change, scene: JudgeScene): 'added' | 'removed' | 'other' | 'idle' {
  const { before, after } = change;
  if (isReceivers(change, scene)) return 'idle';
  // An operation that comes to be covered comes to have bounds.
  if (declaredBoth(change, scene).some((effect) => asksOf(effect, scene))) return 'other';
  if (containsAll(after, before)) return 'added';
  return containsAll(before, after) ? 'removed' : 'other';
}

function boundsMove(change: Change, scene: JudgeScene): 'wider' | 'narrower' | 'other' | 'same' | 'idle' {
  if (isReceivers(change, scene)) return 'idle';
  if (boundsLooser(change)) return boundsTighter(change) ? 'other' : 'wider';
  return boundsTighter(change) ? 'narrower' : 'same';
}

/** Of the side that has the declaration. */
function canBeUndone({ before, after }: Change): boolean {
  const declared = after ?? before;
  return !isJsonObject(declared) || declared['reversible'] !== false;
}

function containsAll(outer: JsonValue, inner: JsonValue): boolean {
  if (!isJsonArray(outer) || !isJsonArray(inner)) return false;
  return inner.every((item) => outer.includes(item));
}

function boundsLooser({ before, after }: Change): boolean {
  return schemaLooser(before ?? true, after ?? true) !== null;
}

function boundsTighter({ before, after }: Change): boolean {
  return schemaLooser(after ?? true, before ?? true) !== null;
}

function values({ before, after }: Change): string {
  return `${showValue(after)}, before ${showValue(before)}`;
}

/** Whose behaviour a declaration is about. */
export function actorOf(change: Change): Broken {
  const declared = change.after ?? change.before;
  return isJsonObject(declared) && declared['by'] === 'receiver' ? 'receiver' : 'sender';
}
