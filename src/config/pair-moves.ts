import type { JsonValue } from '../canonical/json-value.js';
import { isAtLeast, Meanings } from './meaning.js';

/** A member that was taken out of an object, or put into one. */
export interface Loose {
  readonly value: JsonValue;
  /** Stands for the object; the same for the same object. */
  readonly parent: object;
  readonly key: string;
}

/**
 * How long the JSON text of a value has to be for its turning up elsewhere to be evidence of a move. `true`, `0`, `""`,
 * `{"enabled":true}` and `{"enabled":false}` (17 characters) stand everywhere in a configuration, and say nothing.
 */
export const LEAST_MOVED = 20;

/**
 * For each of the removed that turned up elsewhere, which of the added it is: values that mean the same, first within
 * one object (a renaming), then under the same key, then in order. Near-linear: values are compared by number.
 */
export function pairMoves<Item extends Loose>(
  removed: readonly Item[],
  added: readonly Item[],
): ReadonlyMap<Item, Item> {
  const pairs = new Map<Item, Item>();
  let from = removed.filter(isEvidence);
  let to = added.filter(isEvidence);
  for (const sameness of from.length > 0 && to.length > 0 ? samenesses() : []) {
    const found = pairBy(sameness, from, to);
    for (const [one, other] of found) pairs.set(one, other);
    const taken = new Set(found.values());
    from = from.filter((one) => !found.has(one));
    to = to.filter((other) => !taken.has(other));
  }
  return pairs;
}

function isEvidence({ value }: Loose): boolean {
  return isAtLeast(value, LEAST_MOVED);
}

type Sameness = (item: Loose) => string;

/** From the best evidence to the least. */
function samenesses(): readonly Sameness[] {
  const meanings = new Meanings();
  const numbers = new Map<Loose, number>();
  const parents = new Map<object, number>();
  const number = (item: Loose): number => numbers.get(item) ?? kept(numbers, item, meanings.of(item.value));
  const parent = ({ parent: one }: Loose): number => parents.get(one) ?? kept(parents, one, parents.size);
  return [
    (item) => `${number(item)} ${parent(item)}`,
    (item) => `${number(item)} ${item.key}`,
    (item) => String(number(item)),
  ];
}

function kept<Key>(numbers: Map<Key, number>, key: Key, number: number): number {
  numbers.set(key, number);
  return number;
}

/** The first of one side with the first of the other, and so on. */
function pairBy<Item extends Loose>(
  sameness: Sameness,
  removed: readonly Item[],
  added: readonly Item[],
): Map<Item, Item> {
  const waiting = new Map<string, Item[]>();
  for (const item of [...added].reverse()) {
    const others = waiting.get(sameness(item));
    if (others === undefined) waiting.set(sameness(item), [item]);
    else others.push(item);
  }
  const pairs = new Map<Item, Item>();
  for (const item of removed) {
    const other = waiting.get(sameness(item))?.pop();
    if (other !== undefined) pairs.set(item, other);
  }
  return pairs;
}
