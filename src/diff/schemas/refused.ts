import type { JsonValue } from '../../canonical/json-value.js';
import type { Leaf, Prover } from './prover.js';

/** All values that there can be, where they are few; null: they are not listed. */
export function listedValues({ type, facts }: Leaf): readonly JsonValue[] | null {
  if (type === 'null') return [null];
  if (type === 'boolean') return [false, true];
  for (const { atom, is } of facts) if (is && atom.about === 'values') return atom.values;
  return null;
}

/** Is one of the facts certainly not true of a value. */
export function isRefused({ facts }: Leaf, { reader }: Prover, value: JsonValue): boolean {
  return facts.some((fact) => reader.factHolds(fact, value) === false);
}
