import type { ConstraintFacts } from '../../model/facts.js';
import type { StatedConstraint } from '../../model/transfer-context.js';

/** The prohibitions among these that nothing can enforce, because they do not say what they forbid. */
export function unboundAmong(live: readonly StatedConstraint[]): ConstraintFacts['unbound'] {
  const unbound: { readonly constraint: string }[] = [];
  for (const { constraint } of live) {
    if (constraint.modality !== 'prohibition') continue;
    if (constraint.forbids === undefined || constraint.forbids.length === 0) {
      unbound.push({ constraint: constraint.id });
    }
  }
  return unbound;
}
