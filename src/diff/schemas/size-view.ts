import type { Leaf } from './prover.js';

/** How many there may be: of characters, items or members. */
export interface SizeView {
  readonly least: number;
  readonly most: number;
}

export function sizeView({ facts }: Leaf): SizeView {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const { atom, is } of facts) {
    if (atom.about !== 'size') continue;
    if (is) least = Math.max(least, atom.least);
    else most = Math.min(most, atom.least - 1);
  }
  return { least, most };
}
