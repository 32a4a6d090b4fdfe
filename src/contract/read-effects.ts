import type { DeclaredEffect } from '../model/bundle.js';
import { CONFIG_CHANGE, CONFIG_OPERATIONS, type ConfigOperation } from '../model/config.js';
import type { EffectPattern } from '../model/constraint.js';
import { readEffectKind, readLine, readPathPattern, readSlug } from './forms.js';
import { type Located, locate } from './located.js';
import { readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readBoolean, readWord } from './read-scalar.js';
import type { Read } from './scope.js';
import { readBounds } from './value-bounds.js';

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
const readEffect: Read<DeclaredEffect> = (node, scope, name) =>
  isConfigChange(node) ? readConfigChange(node, scope, name) : readOtherEffect(node, scope, name);

const readOtherEffect: Read<DeclaredEffect> = (node, scope, name) => {
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

function isConfigChange(node: Located): boolean {
  const kind = locate(node, 'kind');
  if (kind?.kind !== 'scalar') return false;
  // One that has these keys, and no target, is a mistyped one: then the kind alone is told.
  const looksLike = ['source', 'path'].every((key) => locate(node, key) !== undefined);
  return kind.value === CONFIG_CHANGE || (looksLike && locate(node, 'target') === undefined);
}

const readConfigChange: Read<DeclaredEffect> = (node, scope, name) => {
  const keys = ['by', 'kind', 'source', 'path', 'operations', 'value', 'reversible'];
  const map = openMap(node, scope, name, keys);
  const read =
    map &&
    complete({
      by: map.required('by', readWord(SIDES)),
      kind: map.required('kind', readWord([CONFIG_CHANGE])),
      source: map.required('source', readSlug),
      path: map.required('path', readPathPattern),
      operations: map.optional('operations', readOperations, CONFIG_OPERATIONS),
      value: map.optional('value', readBounds, null),
      reversible: map.optional('reversible', readBoolean, true),
    });
  if (read === undefined) return undefined;
  const { by, kind, reversible, ...change } = read;
  return { by, kind, target: `${change.source}${change.path}`, reversible, change };
};

const readOperations: Read<readonly ConfigOperation[]> = readUnique(
  readWord(CONFIG_OPERATIONS),
  (word) => word,
);

/** `declared_side_effects`. An empty list says that there are none. */
export const readEffects: Read<readonly DeclaredEffect[]> = readUnique(
  readEffect,
  (effect) => JSON.stringify([effect.by, effect.kind, effect.target]),
  'side, kind and target',
);
