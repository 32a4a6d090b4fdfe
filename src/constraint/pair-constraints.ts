// STAND-IN, to be overwritten on merge: another part writes the real pairing.
import type { Constraint, KnownConstraint } from '../model/constraint.js';
import { sameText } from './normalise-text.js';

/** Which sent entries stand for which stated constraint: by id, then by normalised text where no id is given. */
export function pairConstraints(
  stated: readonly KnownConstraint[],
  sent: readonly Constraint[],
): { readonly pairs: ReadonlyMap<string, readonly number[]>; readonly unknown: readonly number[] } {
  const pairs = new Map<string, number[]>();
  const unknown: number[] = [];
  sent.forEach((entry, index) => {
    const same = (known: KnownConstraint): boolean =>
      entry.id === undefined ? sameText(known.text, entry.text) : known.id === entry.id;
    const match = stated.find((known) => same(known) && !pairs.has(known.id)) ?? stated.find(same);
    if (match === undefined) unknown.push(index);
    else pairs.set(match.id, [...(pairs.get(match.id) ?? []), index]);
  });
  return { pairs, unknown };
}
