import type { JsonObject } from '../../canonical/json-value.js';
import { isJsonObject } from '../../canonical/json-value.js';
import type { DeclaredEffect } from '../../model/bundle.js';
import { CONFIG_CHANGE } from '../../model/config.js';
import type { EffectPattern } from '../../model/constraint.js';
import { matchesPattern } from '../../model/effect-pattern.js';
import type { SideEffect } from '../../model/record.js';
import { mayBeOfKind } from '../../model/tool.js';
import { declaredBy, type EdgeView } from './edge-view.js';
import { valueUnder } from './example-value.js';

/** An effect that all sides let the agent have; null where there is none, or its details cannot be made up. */
export function concreteEffect(
  view: EdgeView,
  by: DeclaredEffect['by'],
  among: readonly DeclaredEffect[] = declaredBy(view, by),
): SideEffect | null {
  const isFree = view.sides.every(({ manifest }) => manifest.side_effects === null);
  const named = among.filter(({ kind }) => kind !== CONFIG_CHANGE).map(effectOf);
  const found = (isFree ? [FREE] : named).find((effect) => isDeclaredByAll(view, by, effect));
  return found === undefined ? null : detailed(view, found);
}

const FREE: EffectPattern = { kind: 'w', target: 'w' };

/** An effect under a pattern. */
export function effectOf({ kind, target }: EffectPattern): EffectPattern {
  return { kind: kind.replaceAll('*', 'w'), target: target.replaceAll('*', 'w') };
}

function isDeclaredByAll({ sides }: EdgeView, by: DeclaredEffect['by'], effect: EffectPattern): boolean {
  return sides.every(
    ({ manifest }) =>
      manifest.side_effects === null ||
      manifest.side_effects.some((declared) => declared.by === by && matchesPattern(declared, effect)),
  );
}

/** An effect that no side lets the agent have. */
export function undeclaredEffect(view: EdgeView, by: DeclaredEffect['by']): EffectPattern | null {
  const declared = declaredBy(view, by);
  const kinds = Array.from({ length: 12 }, (_, more) =>
    ['of', 'another', ...Array(more).fill('kind')].join('.'),
  );
  const effects = kinds.map((kind) => ({ kind, target: 'somebody else' }));
  return effects.find((effect) => !declared.some((pattern) => matchesPattern(pattern, effect))) ?? null;
}

/** With details as the vocabulary wants them. */
export function detailed(view: EdgeView, effect: EffectPattern): SideEffect | null {
  const schemas = view.sides.flatMap(({ kinds }) =>
    kinds.filter(({ kind }) => mayBeOfKind(kind, effect.kind)).map(({ details }) => details ?? true),
  );
  if (schemas.length === 0 || schemas.every((schema) => schema === true)) return effect;
  const details = valueUnder([...schemas, { type: 'object' }]);
  if (!isJsonObject(details)) return null;
  return Object.keys(details).length === 0 ? effect : { ...effect, details: details as JsonObject };
}
