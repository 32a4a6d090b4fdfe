import type { DeclaredEffect } from '../model/bundle.js';
import type { EffectPattern } from '../model/constraint.js';
import { readEffectKind, readLine } from './forms.js';
import { type Located, locate } from './located.js';
import { readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readBoolean, readWord } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

export const SIDES: readonly DeclaredEffect['by'][] = ['sender', 'receiver'];

/** `{ kind, target }`: what a constraint forbids or requires. */
export const readPattern: Read<EffectPattern> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['kind', 'target']);
  return (
    map && complete({ kind: map.required('kind', readEffectKind), target: map.required('target', readLine) })
  );
};

/** A list of patterns, each once. */
export const readPatterns: Read<readonly EffectPattern[]> = readUnique(
  readPattern,
  patternKey,
  'kind and target',
);

function patternKey({ kind, target }: EffectPattern): string {
  return JSON.stringify([kind, target]);
}

/** One entry of `declared_side_effects`. */
const readEffect: Read<DeclaredEffect> = (node, scope, name) => {
  if (isConfigChange(node, scope)) return undefined;
  const map = openMap(node, scope, name, ['by', 'kind', 'target', 'reversible']);
  return (
    map &&
    complete({
      by: map.required('by', readWord(SIDES)),
      kind: map.required('kind', readEffectKind),
      target: map.required('target', readLine),
      reversible: map.optional('reversible', readBoolean, true),
    })
  );
};

/** Its other keys (`source`, `path`, …) are then not reported one by one. */
function isConfigChange(node: Located, scope: Scope): boolean {
  const kind = locate(node, 'kind');
  if (kind?.kind !== 'scalar' || kind.value !== 'config.change') return false;
  const message = '`kind: config.change` needs config adapters, which are not in this version';
  scope.findings.error('contract.not_in_this_version', kind.span, message, 'delete the entry');
  return true;
}

/** `declared_side_effects`. An empty list says that there are none. */
export const readEffects: Read<readonly DeclaredEffect[]> = readUnique(
  readEffect,
  (effect) => JSON.stringify([effect.by, effect.kind, effect.target]),
  'side, kind and target',
);
