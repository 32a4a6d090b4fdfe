import type { StatedConstraint, TransferContext } from '../../model/transfer-context.js';

/**
 * The constraints that bind the sender, each once: those that the run counts as binding, and whatever else it
 * holds (a standing constraint of this edge). Not those that this very transfer closes rightfully: once the
 * customer has changed their mind the email is rightful. Mostly the first list is all of it: then it is returned
 * as it is.
 */
export function liveHere(
  { binding, held }: Pick<TransferContext, 'binding' | 'held'>,
  closing: ReadonlySet<string>,
): readonly StatedConstraint[] {
  const all = isWithin(held, binding) ? binding : united(binding, held);
  return closing.size === 0 ? all : all.filter((stated) => !closing.has(stated.constraint.id));
}

function united(
  binding: readonly StatedConstraint[],
  held: readonly StatedConstraint[],
): readonly StatedConstraint[] {
  const ids = new Set(binding.map((stated) => stated.constraint.id));
  return [...binding, ...held.filter((stated) => !ids.has(stated.constraint.id))];
}

function isWithin(part: readonly StatedConstraint[], whole: readonly StatedConstraint[]): boolean {
  let found = 0;
  for (const stated of whole) {
    const wanted = part[found]?.constraint;
    if (wanted === stated.constraint || wanted?.id === stated.constraint.id) found += 1;
  }
  return found === part.length;
}
