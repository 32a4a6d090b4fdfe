import type { KnownConstraint } from '../../model/constraint.js';
import type { StatedConstraint, TransferContext } from '../../model/transfer-context.js';

/** What a text without an id can mean, nearest first: what is held, what else is live, what has ended. */
export function statedGroups(context: TransferContext): readonly (readonly KnownConstraint[])[] {
  return [
    constraintsOf(context.held),
    [...constraintsOf(context.upstream), ...constraintsOf(context.notReached)],
    [...constraintsOf(context.lapsed), ...constraintsOf(context.closed)],
  ];
}

function constraintsOf(list: readonly StatedConstraint[]): KnownConstraint[] {
  return list.map((stated) => stated.constraint);
}
