import { isJsonArray, isJsonObject, type JsonValue } from '../../../canonical/json-value.js';
import { schemaLooser } from '../../../contract/schema-looser.js';
import type { Broken, Change } from '../../../model/policy-diff.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { Rule } from '../rule.js';

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
      when: canBeUndone,
      says: ({ subject }) => `${showValue(subject)} is allowed`,
    },
    {
      id: 'effect.removed',
      kind: 'effectRemoved',
      direction: 'tightened',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      when: canBeUndone,
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
      when: ({ before, after }) => containsAll(after, before),
      says: (change) => `more operations are allowed: ${values(change)}`,
    },
    {
      id: 'effect.operations_removed',
      kind: 'effectOperationsChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: ({ before, after }) => containsAll(before, after),
      says: (change) => `fewer operations are allowed: ${values(change)}`,
    },
  ),
  symmetric({
    id: 'effect.operations_replaced',
    kind: 'effectOperationsChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    when: ({ before, after }) => !containsAll(before, after) && !containsAll(after, before),
    says: (change) => `other operations are allowed: ${values(change)}`,
  }),
  ...mirrored(
    {
      id: 'effect.bounds_raised',
      kind: 'effectBoundsChanged',
      direction: 'loosened',
      level: 'error',
      when: (change) => boundsLooser(change) && !boundsTighter(change),
      says: (change) => `the bounds on ${showValue(change.subject)} are wider: ${values(change)}`,
    },
    {
      id: 'effect.bounds_lowered',
      kind: 'effectBoundsChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change) => boundsTighter(change) && !boundsLooser(change),
      says: (change) => `the bounds on ${showValue(change.subject)} are narrower: ${values(change)}`,
    },
  ),
  symmetric({
    id: 'effect.bounds_moved',
    kind: 'effectBoundsChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    when: (change) => boundsTighter(change) && boundsLooser(change),
    says: (change) => `the bounds on ${showValue(change.subject)} are others: ${values(change)}`,
  }),
  symmetric({
    id: 'effect.bounds_rephrased',
    kind: 'effectBoundsChanged',
    direction: 'neutral',
    level: 'note',
    when: (change) => !boundsTighter(change) && !boundsLooser(change),
    says: (change) => `the bounds on ${showValue(change.subject)} are written otherwise: ${values(change)}`,
  }),
];

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
