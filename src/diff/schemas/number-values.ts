import { numberView } from './number-view.js';
import type { Leaf } from './prover.js';

const COMMON = [0, 1, -1, 0.5, 2, 10, 100];

/** Numbers around every number that is said. */
export function numbersOf(leaf: Leaf): readonly number[] {
  const { low, high } = numberView(leaf);
  const said = leaf.facts.flatMap(({ atom }) => {
    if (atom.about === 'least' || atom.about === 'most') return [atom.bound];
    if (atom.about === 'multiple') return multiples(atom.of, low, high);
    return atom.about === 'values' ? atom.values.filter((value) => typeof value === 'number') : [];
  });
  const near = said.flatMap((one) => [
    one,
    Math.floor(one),
    Math.ceil(one),
    one - 1,
    one + 1,
    one - 0.5,
    one + 0.5,
  ]);
  const between = Number.isFinite(low) && Number.isFinite(high) ? [low + (high - low) / 2] : [];
  return [...COMMON, ...near, ...between, ...gaps(low, high)].filter(Number.isFinite);
}

function multiples(of: number, low: number, high: number): readonly number[] {
  const start = Number.isFinite(low)
    ? Math.ceil(low / of)
    : Number.isFinite(high)
      ? Math.floor(high / of) - 20
      : 0;
  return Array.from({ length: 24 }, (_, index) => (start + index) * of);
}

/** Where whole numbers are taken, what lies between them; where many are, the next ones. */
function gaps(low: number, high: number): readonly number[] {
  const start = Number.isFinite(low) ? Math.ceil(low) : Number.isFinite(high) ? Math.floor(high) - 12 : 0;
  return Array.from({ length: 12 }, (_, index) => start + index);
}
