import { listIsClosed } from './list-view.js';
import { numberIsClosed } from './number-view.js';
import { objectIsClosed } from './object-view.js';
import type { Leaf, Prover } from './prover.js';
import { isRefused, listedValues } from './refused.js';
import { textIsClosed } from './text-view.js';

/** Do facts about one value contradict each other. False also where that was not found out. */
export function isClosed(leaf: Leaf, prover: Prover): boolean {
  const listed = listedValues(leaf);
  if (listed !== null) return listed.every((value) => isRefused(leaf, prover, value));
  if (leaf.type === 'number') return numberIsClosed(leaf, prover);
  if (leaf.type === 'string') return textIsClosed(leaf, prover);
  if (leaf.type === 'array') return listIsClosed(leaf, prover);
  return leaf.type === 'object' && objectIsClosed(leaf, prover);
}
