import type { HeldConstraint, StatedConstraint } from '../../model/transfer-context.js';

/**
 * The constraints that bind the sender, each once: those that the run counts as binding, and whatever else it
 * holds (a standing constraint of this edge). Mostly the first list has them all, in the same order: then it is
 * returned as it is.
 */
export function liveHere(
  binding: readonly StatedConstraint[],
  held: readonly HeldConstraint[],
): readonly StatedConstraint[] {
  if (isWithin(held, binding)) return binding;
  const ids = new Set(binding.map((stated) => stated.constraint.id));
  const more = held.filter((stated) => !ids.has(stated.constraint.id));
  return more.length === 0 ? binding : [...binding, ...more];
}

function isWithin(part: readonly StatedConstraint[], whole: readonly StatedConstraint[]): boolean {
  let found = 0;
  for (const stated of whole) {
    if (found < part.length && stated.constraint.id === part[found]?.constraint.id) found += 1;
  }
  return found === part.length;
}
