import type { DeclaredEffect } from '../../model/bundle.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { addedAndRemoved, asJson } from './added-removed.js';
import { type ContractPair, changeOf, isSame } from './contract-pair.js';

const AT = '/declared_side_effects';

/** What sender and receiver may do. Where the part came or went, its entries are not told one by one. */
export function sideEffectChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.declaredSideEffects, pair.head.declaredSideEffects];
  if (before === null && after === null) return [];
  if (before === null) return [changeOf(pair, { kind: 'sideEffectsDeclared', at: AT, after: asJson(after) })];
  if (after === null)
    return [changeOf(pair, { kind: 'sideEffectsUndeclared', at: AT, before: asJson(before) })];
  const list = {
    at: AT,
    key: effectKey,
    subject: effectName,
    added: 'effectAdded' as const,
    removed: 'effectRemoved' as const,
  };
  const { changes, kept } = addedAndRemoved(pair, before, after, list);
  return [
    ...changes,
    ...kept.flatMap((both) => {
      const at = { base: `${AT}/${both.before.index}`, head: `${AT}/${both.after.index}` };
      return differing(both.before.item, both.after.item).map(([kind, was, is]) =>
        changeOf(pair, {
          kind,
          subject: effectName(both.after.item),
          at,
          before: asJson(was),
          after: asJson(is),
        }),
      );
    }),
  ];
}

/** Two declarations with one key speak of the same effects. */
function effectKey({ by, kind, target }: DeclaredEffect): string {
  return JSON.stringify([by, kind, target]);
}

/** How a declaration is called: what a change of it is about. */
export function effectName({ by, kind, target }: DeclaredEffect): string {
  return `${kind} to ${target} by the ${by}`;
}

function differing(before: DeclaredEffect, after: DeclaredEffect): readonly [ChangeKind, unknown, unknown][] {
  const members: readonly [ChangeKind, unknown, unknown][] = [
    ['effectReversibilityChanged', before.reversible, after.reversible],
    ['effectOperationsChanged', sorted(before), sorted(after)],
    ['effectBoundsChanged', before.change?.value ?? null, after.change?.value ?? null],
  ];
  return members.filter(([, was, is]) => !isSame(asJson(was), asJson(is)));
}

function sorted({ change }: DeclaredEffect): readonly string[] | null {
  return change === undefined ? null : [...change.operations].sort();
}
