import type { Constraint, KnownConstraint } from '../model/constraint.js';
import { normaliseText } from './normalise-text.js';

/** Which entries of a list are which constraints of the run. Indexes are those of the list. */
export interface Pairing {
  /** By the run's id; two or more indexes where a constraint is there twice. */
  readonly pairs: ReadonlyMap<string, readonly number[]>;
  /** Entries that are no constraint of the run. */
  readonly unknown: readonly number[];
}

/**
 * Pair what is sent with what was stated: by id, and entries without an id by their normalised text. An id that
 * the run does not know pairs with nothing, even where its text matches: ids are the recorder's to give.
 *
 * Where several constraints say the same, an entry without an id goes to the first that no entry has yet, one
 * with its own modality and scope before the others.
 */
export function pairConstraints(stated: readonly KnownConstraint[], sent: readonly Constraint[]): Pairing {
  const ids = new Set<string>();
  for (const constraint of stated) ids.add(constraint.id);
  return pairKnown(ids, [stated], sent);
}

/**
 * The same where the run's ids are at hand. A group's constraints are looked at only where no group before it has
 * one of that text: a repeated live rule must not pass for one that has ended.
 */
export function pairKnown(
  ids: { has(id: string): boolean },
  groups: readonly (readonly KnownConstraint[])[],
  sent: readonly Constraint[],
): Pairing {
  const pairs = new Map<string, number[]>();
  const unknown: number[] = [];
  const nameless: number[] = [];
  for (let index = 0; index < sent.length; index += 1) {
    const id = sent[index]?.id;
    if (id === undefined) nameless.push(index);
    else if (ids.has(id)) append(pairs, id, index);
    else unknown.push(index);
  }
  if (nameless.length > 0) {
    pairByText(textIndex(groups), sent, nameless, pairs, unknown);
    unknown.sort((a, b) => a - b);
    for (const indexes of pairs.values()) indexes.sort((a, b) => a - b);
  }
  return { pairs, unknown };
}

function pairByText(
  byText: ReadonlyMap<string, readonly KnownConstraint[]>,
  sent: readonly Constraint[],
  nameless: readonly number[],
  pairs: Map<string, number[]>,
  unknown: number[],
): void {
  const later: { readonly index: number; readonly same: readonly KnownConstraint[] }[] = [];
  // Exact ones first, so that what pairs with what does not hang on the order in the payload.
  for (const index of nameless) {
    const entry = sent[index];
    const same = entry && byText.get(normaliseText(entry.text));
    if (same === undefined) {
      unknown.push(index);
      continue;
    }
    const exact = same.find(
      (held) => !pairs.has(held.id) && held.modality === entry?.modality && held.scope === entry.scope,
    );
    if (exact === undefined) later.push({ index, same });
    else append(pairs, exact.id, index);
  }
  for (const { index, same } of later) {
    const free = same.find((held) => !pairs.has(held.id)) ?? same[0];
    if (free !== undefined) append(pairs, free.id, index);
  }
}

function textIndex(groups: readonly (readonly KnownConstraint[])[]): Map<string, KnownConstraint[]> {
  const index = new Map<string, KnownConstraint[]>();
  for (const group of groups) {
    const own = new Map<string, KnownConstraint[]>();
    for (const constraint of group) {
      const text = normaliseText(constraint.text);
      if (!index.has(text)) append(own, text, constraint);
    }
    for (const [text, constraints] of own) index.set(text, constraints);
  }
  return index;
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
